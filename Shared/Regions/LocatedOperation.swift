import FoundationEssentials
import Messages

/// What the JSON of a request says of where it lies.
struct LocatedOperation: Sendable {
  typealias Merge =
    @Sendable (
      _ body: Data, _ replies: [(region: RegionName?, reply: Data)], _ isNear: Bool
    ) throws -> Data

  private let request: any RequestMessage.Type
  /// Makes one reply of those of all maps; `nil` for a request that goes to one.
  let merge: Merge?

  /// The operation of a wire name; `nil` for an unknown one.
  static func named(_ name: String) -> LocatedOperation? { all[name] }

  private static let all = Dictionary(
    uniqueKeysWithValues: Contract.requests.map { request in
      let merged = request as? any MergedRequest.Type
      return (
        request.operation.name,
        LocatedOperation(request: request, merge: merged.map { Self.merge($0) })
      )
    })

  /// - Throws: `ServiceError` for a body that is no such request.
  func whereabouts(_ body: Data) throws(ServiceError) -> Whereabouts? {
    try MessageCoder.decode(request, from: body).whereabouts
  }

  private static func merge<Request: MergedRequest>(_ type: Request.Type) -> Merge {
    { body, replies, isNear in
      let request = try MessageCoder.decode(Request.self, from: body)
      let replies = try replies.map {
        ($0.region, try MessageCoder.decode(Request.Reply.self, from: $0.reply))
      }
      return try MessageCoder.encode(request.merged(replies, isNear: isNear))
    }
  }
}

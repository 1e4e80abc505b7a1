import FoundationEssentials
import Messages

/// What the JSON of a request says of where it lies.
struct LocatedOperation: Sendable {
  /// - Throws: `ServiceError` for a body that is no such request.
  let whereabouts: @Sendable (Data) throws -> Whereabouts?
  /// The reply of all maps; `nil` for a request that goes to one.
  var merge: Merge?

  typealias Merge =
    @Sendable (
      _ body: Data, _ replies: [(region: RegionName?, reply: Data)], _ isNear: Bool
    ) throws -> Data

  /// The operation of a wire name, if its requests say where they lie.
  static func named(_ name: String) -> LocatedOperation? { all[name] }

  private static let all: [String: LocatedOperation] = {
    let single: [any RequestMessage.Type] = [
      PlanRequest.self, ErrandsRequest.self, MeetRequest.self, PlanShowRequest.self,
      PlanReplayRequest.self, PinAddRequest.self, PinRemoveRequest.self, PinBoardRequest.self,
      PinResetRequest.self, PinWatchRequest.self, RouteRequest.self, RoutesRequest.self,
      TableRequest.self, NearestRoadRequest.self, IsochroneRequest.self, MatchRequest.self,
      TrafficRequest.self, ReverseGeocodeRequest.self, NearbyRequest.self,
      NearbyWatchRequest.self, MapTileRequest.self, VenueRequest.self, VenueSourcesRequest.self,
      VenueRemarksRequest.self, FavouriteAddRequest.self, FavouriteRemoveRequest.self,
      ReviewPutRequest.self, ReviewRemoveRequest.self, ReviewListRequest.self,
      NotePutRequest.self, NoteRemoveRequest.self, DealAddRequest.self, DealListRequest.self,
    ]
    let merged: [any MergedRequest.Type] = [
      GeocodeRequest.self, SuggestRequest.self, FindRequest.self, FavouriteListRequest.self,
      PlanListRequest.self,
    ]
    return Dictionary(uniqueKeysWithValues: single.map { of($0) } + merged.map { mergedOf($0) })
  }()

  /// The operations whose requests say where they lie.
  static var names: Set<String> { Set(all.keys) }

  private static func of<Request: RequestMessage>(
    _ type: Request.Type
  ) -> (String, LocatedOperation) {
    let located = LocatedOperation(
      whereabouts: { try MessageCoder.decode(Request.self, from: $0).whereabouts })
    return (Request.operation.name, located)
  }

  private static func mergedOf<Request: MergedRequest>(
    _ type: Request.Type
  ) -> (String, LocatedOperation) {
    var (name, located) = of(type)
    located.merge = { body, replies, isNear in
      let request = try MessageCoder.decode(Request.self, from: body)
      let replies = try replies.map {
        ($0.region, try MessageCoder.decode(Request.Reply.self, from: $0.reply))
      }
      return try MessageCoder.encode(request.merged(replies, isNear: isNear))
    }
    return (name, located)
  }
}

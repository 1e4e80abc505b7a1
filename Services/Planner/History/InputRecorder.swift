import FoundationEssentials
import MessageBus
import Messages

/// A client that remembers the first reply to each operation, from which the versions of a plan's
/// inputs are read afterwards: a plan in progress pays nothing for it.
final class InputRecorder: ServiceClient {
  private let base: any ServiceClient
  private let replies = Locked<[String: Data]>([:])

  init(_ base: any ServiceClient) { self.base = base }

  func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data {
    let reply = try await base.send(body, as: operation, timeout: timeout, traceID: traceID)
    if operation.service == .router || operation.service == .shopSearch {
      replies.withLock { if $0[operation.name] == nil { $0[operation.name] = reply } }
    }
    return reply
  }

  /// The versions that the replies report.
  func inputs(software: String) -> PlanInputs {
    let found = replies.withLock { $0 }.values.compactMap {
      try? MessageCoder.decode(ReportedVersions.self, from: $0)
    }
    return PlanInputs(
      software: software, mapVersion: found.lazy.compactMap(\.mapVersion).first,
      trafficVersion: found.lazy.compactMap(\.trafficVersion).first,
      venues: found.lazy.compactMap(\.replica?.position).first)
  }

  /// What replies of the router and of shop search have in common.
  private struct ReportedVersions: Decodable {
    let mapVersion: String?
    let trafficVersion: Int?
    let replica: ReplicaState?
  }
}

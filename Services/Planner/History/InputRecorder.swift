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
    // The smallest first: with shops or lines a reply is a hundred times as large.
    let replies = replies.withLock { $0 }.values.sorted { $0.count < $1.count }
    var (roads, venues): (ReportedVersions?, ReportedVersions?)
    for reply in replies where roads == nil || venues == nil {
      let found = try? MessageCoder.decode(ReportedVersions.self, from: reply)
      if found?.mapVersion != nil { roads = roads ?? found }
      if found?.replica != nil { venues = venues ?? found }
    }
    return PlanInputs(
      software: software, mapVersion: roads?.mapVersion, trafficVersion: roads?.trafficVersion,
      venues: venues?.replica?.position)
  }

  /// What replies of the router and of shop search have in common.
  private struct ReportedVersions: Decodable {
    let mapVersion: String?
    let trafficVersion: Int?
    let replica: ReplicaState?
  }
}

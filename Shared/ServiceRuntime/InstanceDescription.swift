import CommandLineKit
import Glibc
import MessageBus
import Messages

/// What a ping and `stats` report of this process.
struct InstanceDescription: Sendable {
  let service: ServiceName
  let instance: String
  let memory: MemoryLimit
  let restarts: Int
  /// Where spans go; `nil` for nowhere.
  let spans: SpanQueue?
  private let started = ContinuousClock.now

  /// The runtime's answers to a ping and to `stats`.
  ///
  /// - Parameters:
  ///   - counts: the service's own counters.
  ///   - nearQuotas: the users who are near one of its quotas.
  func answers(
    operations: [String], publisher: Publisher, counts: @escaping @Sendable () -> [String: Int],
    nearQuotas: @escaping @Sendable () -> [QuotaUse] = { [] }
  ) -> [String: RequestServer<Void>.RuntimeAnswer] {
    let info: @Sendable () -> InstanceInfo = {
      InstanceInfo(
        service: service, instance: instance, processID: getpid(), version: Release.version,
        operations: operations, uptimeSeconds: Int(started.duration(to: .now) / .seconds(1)),
        restarts: restarts, memoryLimitBytes: memory.bytes)
    }
    return [
      PingRequest.operation.name: { _ in info() },
      StatsRequest.operation.name: { statistics in
        let counts = counts().merging(spans?.counts ?? [:]) { own, _ in own }
        let (near, usage) = (nearQuotas(), ProcessUsage.now())
        return InstanceStats(
          info: info(), memoryBytes: usage.residentBytes, cpuSeconds: usage.cpuSeconds,
          openFiles: usage.openFiles, total: statistics.total,
          operations: statistics.operations, queued: statistics.queued,
          refused: statistics.refused, expired: statistics.expired,
          published: publisher.published, counts: counts.isEmpty ? nil : counts,
          silentSeconds: statistics.silence.map { Int($0 / .seconds(1)) },
          nearQuotas: near.isEmpty ? nil : near)
      },
    ]
  }
}

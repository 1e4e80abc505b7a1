import Algorithms
package import MessageBus
package import Messages

/// Asks instances how they are; tests replace it.
package protocol StackProbe: Sendable {
  /// The statistics of every instance of every service, or why it has none.
  func survey() async -> [InstanceReport]
}

/// How an instance answered.
@Memberwise package struct InstanceReport: Sendable {
  package let service: ServiceName
  /// `nil` if no instance of the service runs.
  package let instance: String?
  package let result: Result<InstanceStats, ServiceError>
}

/// The instances of a running stack, asked at most once a second however many clients want to know.
package actor BusProbe: StackProbe {
  private let client: RequestClient
  private let timeout: Duration
  private var last: (at: ContinuousClock.Instant, task: Task<[InstanceReport], Never>)?

  package init(_ client: RequestClient, timeout: Duration = .seconds(2)) {
    self.client = client
    self.timeout = timeout
  }

  package func survey() async -> [InstanceReport] {
    if let last, last.at.duration(to: .now) < .seconds(1) { return await last.task.value }
    let task = Task { [client, timeout] in await Self.ask(client, timeout) }
    last = (.now, task)
    return await task.value
  }

  private static func ask(_ client: RequestClient, _ timeout: Duration) async -> [InstanceReport] {
    let asked = ServiceName.allCases.filter { $0 != .webGateway }.flatMap { service in
      let instances = client.instances(of: service)
      return (instances.isEmpty ? [nil] : instances.map(Optional.some)).map { (service, $0) }
    }.sorted { ($0.0.rawValue, $0.1 ?? "") < ($1.0.rawValue, $1.1 ?? "") }
    return await concurrentMap(asked) { await ask(client, $0, $1, timeout) }
  }

  private static func ask(
    _ client: RequestClient, _ service: ServiceName, _ instance: String?, _ timeout: Duration
  ) async -> InstanceReport {
    guard let instance else {
      let error = ServiceError(.unavailable, "No instance of \(service) is running.")
      return InstanceReport(service: service, instance: nil, result: .failure(error))
    }
    do throws(ServiceError) {
      let stats = try await client.send(
        StatsRequest(), to: service, instance: instance, timeout: timeout)
      return InstanceReport(service: service, instance: instance, result: .success(stats))
    } catch {
      return InstanceReport(service: service, instance: instance, result: .failure(error))
    }
  }
}

/// The answer to `GET /readyz` and `/statusz`: which services a guest can count on now.
package struct Readiness: Codable, Sendable, Hashable {
  package enum State: String, Codable, Sendable, Hashable {
    /// Every instance answers.
    case ready
    /// Some instances answer.
    case degraded
    /// Instances are there and none answers.
    case silent
    /// There is no instance.
    case missing
  }

  package struct Entry: Codable, Sendable, Hashable {
    package let service: ServiceName
    package let state: State
    /// Instances that answer.
    package let ready: Int
    /// Instances that there are.
    package let instances: Int
    /// Why one does not answer.
    package let reason: String?
  }

  /// `ready` if every service is; `degraded` if one of them answers; else `missing`.
  package let status: State
  package let services: [Entry]

  package init(_ reports: [InstanceReport]) {
    let byService = Dictionary(grouping: reports, by: \.service)
    services = byService.sorted { $0.key.rawValue < $1.key.rawValue }.map(Self.entry)
    let states = services.map(\.state)
    if states.allSatisfy({ $0 == .ready }) {
      status = .ready
    } else {
      status = states.contains { $0 == .ready || $0 == .degraded } ? .degraded : .missing
    }
  }

  private static func entry(_ service: ServiceName, _ reports: [InstanceReport]) -> Entry {
    let there = reports.filter { $0.instance != nil }
    var reason: String?
    var ready = 0
    for report in reports {
      switch report.result {
      case .success: ready += 1
      case .failure(let error): reason = reason ?? error.message
      }
    }
    let state: State =
      there.isEmpty
      ? .missing : ready == there.count ? .ready : ready > 0 ? .degraded : .silent
    return Entry(
      service: service, state: state, ready: ready, instances: there.count, reason: reason)
  }
}

import CommandLineKit
import Messages

/// `quickbrew status`: the state of every service.
enum StatusCommand {
  static let command = Command(
    "status", "Show every running instance of every service.",
    examples: ["status", "status --wait 30"],
    flags: [
      Flag("wait", "TIME", "ask again until every service answers, or this long (0)"),
      Flag(
        "plain", excludes: ["json"], "print tab-separated columns under a heading, for scripts"),
    ],
    notes: """
      Every instance is asked over the bus. The web gateway is shown where it runs; the stack is
      complete without it. Users near a quota are listed at the end.
      Exit status: 0 every service answers, 5 one does not.
      """,
    .run { context in
      let wait = try context.arguments.seconds("wait", in: 0...maximumWaitSeconds) ?? 0
      let timeout = context.arguments.has("timeout") ? context.timeout : answerTime
      let survey = StackSurvey(bus: try context.connect(), timeout: timeout)
      let clock = ContinuousClock()
      let end = clock.now + .seconds(wait)
      var status = await survey.ask()
      while !status.isComplete, clock.now + pause < end {
        // A starting process announces nothing, so the services are polled.
        try await Task.sleep(for: pause)
        status = await survey.ask()
      }
      if context.arguments.has("plain") {
        try context.output.text(StatusRendering.plain(status))
      } else {
        try context.show(status) { StatusRendering.render($0, style: $1) }
      }
      return status.isComplete ? .success : .unavailable
    })

  /// The maximum of `--wait`.
  private static let maximumWaitSeconds = 3600
  /// The pause between two rounds of requests.
  private static let pause = Duration.milliseconds(100)
  /// The time-out for an instance's reply, unless `--timeout` is given.
  private static let answerTime = Duration.seconds(2)
}

/// The replies of one round of requests.
struct StackStatus: Encodable, Sendable, Hashable {
  /// A running instance, or a service without any instance.
  struct Entry: Encodable, Sendable, Hashable {
    let service: ServiceName
    /// `nil` where no instance is running.
    let instance: String?
    /// The instance's reply, or `nil`.
    let stats: InstanceStats?
    /// The reason for missing `stats`.
    let error: ServiceError?

    /// The address of an instance on another machine, as the bus names it.
    var host: String? { instance.flatMap { $0.contains(":") ? $0 : nil } }

    /// Whether no instance is there, as opposed to one that does not answer.
    var isGone: Bool { instance == nil || error?.code == .unavailable }
  }

  let services: [Entry]

  /// Whether every service has an instance that answers, and every live instance answers. The
  /// socket left behind by a killed instance does not count as an instance.
  var isComplete: Bool {
    let answering = Set(services.filter { $0.stats != nil }.map { $0.service })
    return services.allSatisfy { entry in
      entry.stats != nil || (entry.isGone && answering.contains(entry.service))
    }
  }
}

/// Requests the state of every instance of every service.
struct StackSurvey: Sendable {
  let bus: any ClientBus
  let timeout: Duration

  /// Services that need not run for the stack to be complete.
  private static let optional: Set<ServiceName> = [.mapTiles, .webGateway]

  /// Queries all instances in parallel. Takes no longer than the time-out.
  func ask() async -> StackStatus {
    var targets: [(service: ServiceName, instance: String?)] = []
    for service in ServiceName.allCases {
      let instances = bus.instances(of: service)
      if instances.isEmpty, !Self.optional.contains(service) { targets.append((service, nil)) }
      targets += instances.map { (service, $0) }
    }
    let asked = targets.map { target in Task { await ask(target.service, target.instance) } }
    var entries: [StackStatus.Entry] = []
    for task in asked { entries.append(await task.value) }
    return StackStatus(services: entries)
  }

  private func ask(_ service: ServiceName, _ instance: String?) async -> StackStatus.Entry {
    guard let instance else {
      let error = ServiceError(.unavailable, "No instance of \(service) is running.")
      return StackStatus.Entry(service: service, instance: nil, stats: nil, error: error)
    }
    do throws(ServiceError) {
      let stats = try await bus.send(
        StatsRequest(), to: service, instance: instance, timeout: timeout)
      return StackStatus.Entry(service: service, instance: instance, stats: stats, error: nil)
    } catch {
      return StackStatus.Entry(service: service, instance: instance, stats: nil, error: error)
    }
  }
}

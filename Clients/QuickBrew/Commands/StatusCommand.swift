import CommandLineKit
import Messages

/// `quickbrew status`: which services run, and how they do.
enum StatusCommand: Subcommand {
  static let name = "status"
  static let summary = "Show every running instance of every service."
  static let help = CommandHelp(
    examples: ["status", "status --wait 30"], usage: "[flags]",
    flags: [
      Flag("wait", "TIME", "ask again until every service answers, or so long (0)"),
      Flag("plain", "print tab-separated columns under a heading, for scripts"),
    ],
    notes: """
      Every instance is asked over the bus. The web gateway is shown where it runs; the stack is
      whole without it.
      Exit status: 0 every service answers, 5 one does not.
      """)

  /// The longest that `--wait` takes.
  private static let maximumWaitSeconds = 3600
  /// Between two rounds of asking.
  private static let pause = Duration.milliseconds(100)
  /// How long an instance may take to answer, where `--timeout` does not say.
  private static let answerTime = Duration.seconds(2)

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    if call.wantsJSON && call.arguments.has("plain") {
      throw UsageError("--plain does not go with --json.")
    }
    let wait = try call.arguments.seconds("wait", in: 0...maximumWaitSeconds) ?? 0
    let timeout = call.arguments.has("timeout") ? call.timeout : answerTime
    let survey = StackSurvey(bus: try call.connect(), timeout: timeout)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(wait)
    var status = await survey.ask()
    while !status.isWhole, clock.now + pause < end {
      // A process that starts cannot tell anybody; it has to be asked again.
      try await Task.sleep(for: pause)
      status = await survey.ask()
    }
    if call.arguments.has("plain") {
      try call.output.text(StatusRendering.plain(status))
    } else {
      try call.show(status) { StatusRendering.render($0, style: $1) }
    }
    return status.isWhole ? .fine : .unavailable
  }
}

/// What a round of asking found.
struct StackStatus: Encodable, Sendable, Hashable {
  /// One place in the stack: a running instance, or a service that has none.
  struct Entry: Encodable, Sendable, Hashable {
    let service: ServiceName
    /// `nil` where no instance is running.
    let instance: String?
    /// What the instance answered; `nil` where it did not.
    let stats: InstanceStats?
    /// Why there are no `stats`.
    let error: ServiceError?

    /// Whether nobody is there, rather than somebody who does not answer.
    var isGone: Bool { instance == nil || error?.code == .unavailable }
  }

  let services: [Entry]

  /// Whether every service has an instance that answers, and no instance keeps silent. The socket
  /// that a killed instance left behind is no instance.
  var isWhole: Bool {
    let answering = Set(services.filter { $0.stats != nil }.map { $0.service })
    return services.allSatisfy { entry in
      entry.stats != nil || (entry.isGone && answering.contains(entry.service))
    }
  }
}

/// Asks every instance of every service how it does.
struct StackSurvey: Sendable {
  let bus: any ServiceBus
  let timeout: Duration

  /// Services without which the stack is whole.
  private static let optional: Set<ServiceName> = [.webGateway]

  /// Asks all instances at once. Takes no longer than the time-out.
  func ask() async -> StackStatus {
    var places: [(service: ServiceName, instance: String?)] = []
    for service in ServiceName.allCases {
      let instances = bus.instances(of: service)
      if instances.isEmpty, !Self.optional.contains(service) { places.append((service, nil)) }
      places += instances.map { (service, $0) }
    }
    let asked = places.map { place in Task { await ask(place.service, place.instance) } }
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

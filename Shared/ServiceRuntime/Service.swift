package import CommandLineKit
package import MessageBus
package import Messages

/// What the runtime needs of a service: it opens its data, answers requests, and stops on a signal.
package protocol Service: Sendable {
  /// The state of one worker thread: a reusable query, a database connection. Need not be Sendable.
  associatedtype Worker = Void

  static var name: ServiceName { get }

  /// One line for the help: what the service does.
  static var summary: String { get }

  /// Additional flags of `serve`, without hyphens; each has a value.
  static var flags: [String] { get }

  /// Threads that answer the requests of one caller; 1 if all requests share one database
  /// connection. With more, some spare ones answer other callers meanwhile (`ServerLimits`).
  var workerCount: Int { get }

  /// How many requests wait, and how many tasks answer requests at the same time.
  var limits: ServerLimits { get }

  /// Opens the service's data.
  ///
  /// - Throws: whatever makes it impossible to start; the process logs it and exits with 1.
  init(_ environment: ServiceEnvironment) async throws

  /// Creates the state of one worker thread, on that thread.
  func makeWorker() throws -> Worker

  /// Registers a handler for each operation.
  func register(in handlers: inout RequestHandlers<Worker>)

  /// The service's own counters, by name, for `stats`. Called on the bus's thread: it must be quick
  /// and must not block.
  var counts: [String: Int] { get }

  /// The users who are near a quota, for `stats`. Called as `counts` is.
  var nearQuotas: [QuotaUse] { get }

  /// How long a worker may wait for what is not of this process, such as a database's server,
  /// before the instance counts as hanging.
  var allowance: Duration { get }

  /// Whether the service answers where users ask it, if that is not the bus. Asked every
  /// `Pulse.interval`, also before it has answered; does not throw, and may take its time.
  func isAnswering() async -> Bool

  /// Runs the service's background work until cancelled.
  func run() async
}

extension Service {
  package static var flags: [String] { [] }

  /// One thread per core, and at least two: a long request delays no other.
  package var workerCount: Int { max(2, ServiceRunner.coreCount) }

  package var limits: ServerLimits { ServerLimits() }

  package var counts: [String: Int] { [:] }

  package var nearQuotas: [QuotaUse] { [] }

  package var allowance: Duration { .zero }

  package func isAnswering() async -> Bool { true }

  package func run() async {}
}

extension Service where Worker == Void {
  package func makeWorker() {}
}

/// Begins to answer for an instance that stands by; what it returns ends that.
typealias StandByServer = @Sendable () async throws -> @Sendable () async -> Void

/// What the runtime provides to a service.
package struct ServiceEnvironment: Sendable {
  /// The name of this instance of the service, such as `1`, or `1@helsinki` in a region.
  package let instance: String
  package let home: Home
  package let log: Log
  /// For the service's own events.
  package let publisher: Publisher
  /// For asking other services.
  package let client: RequestClient
  /// For other services' events.
  package let subscriber: Subscriber
  /// The values of the service's own command-line flags, by name without hyphens.
  package let flags: [String: String]
  /// Where the service's own spans go, beside those of its requests; `nil` where nobody wants them.
  package let spans: SpanQueue?
  /// Answers for this instance while it waits for another one's work: see `standBy(until:)`.
  let standByServer: StandByServer?
}

extension ServiceEnvironment {
  package init(
    instance: String, home: Home, log: Log, publisher: Publisher, client: RequestClient,
    subscriber: Subscriber, flags: [String: String] = [:]
  ) {
    self.init(
      instance: instance, home: home, log: log, publisher: publisher, client: client,
      subscriber: subscriber, flags: flags, spans: nil, standByServer: nil)
  }

  /// Waits until this instance may do what one instance at a time does. Meanwhile it answers pings
  /// and statistics, and refuses all else, so that callers ask another instance; a signal ends the
  /// process.
  ///
  /// - Parameter turn: returns once this instance may.
  /// - Throws: what `turn` throws; `SocketError`.
  package func standBy<Turn: Sendable>(
    until turn: @escaping @Sendable () async throws -> Turn
  ) async throws -> Turn {
    log.info("standing by")
    let end = try await standByServer?()
    let result = try await turn()
    await end?()
    return result
  }

  /// The instance's number in its region.
  package var number: Int { Int(InstanceName.local(of: instance)) ?? 0 }
}

/// Another subcommand of a service's executable, such as building its data from a map.
package protocol ServiceCommand {
  /// The word on the command line, such as `build`.
  static var name: String { get }
  /// The usage line and what it does, for `--help`.
  static var usage: String { get }
  /// - Parameter arguments: the words after the command's name.
  /// - Throws: `UsageError` for exit status 2, any other error for 1.
  static func run(_ arguments: [String]) throws
}

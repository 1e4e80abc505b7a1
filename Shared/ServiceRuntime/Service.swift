import CommandLineKit
import MessageBus
import Messages

/// A service as the runtime runs it: it opens its data, answers requests, and stops when told to.
package protocol Service: Sendable {
  /// The state of one worker thread: a reusable query, a database connection. Need not be Sendable.
  associatedtype Worker = Void

  static var name: ServiceName { get }

  /// What the service does, as one line of its help.
  static var summary: String { get }

  /// Flags of `serve` that only this service knows, without hyphens; each takes a value.
  static var flags: [String] { get }

  /// Threads that answer requests; 1 where all requests share one database connection.
  var workerCount: Int { get }

  /// Opens the service's data.
  ///
  /// - Throws: whatever makes it impossible to start; the process then says so and exits with 1.
  init(_ environment: ServiceEnvironment) async throws

  /// Makes the state of one worker thread, on that thread.
  func makeWorker() throws -> Worker

  /// Says what the service answers.
  func register(in handlers: inout RequestHandlers<Worker>)

  /// What the service counts of its own, by name, for `stats`. Called on the bus's own thread:
  /// quick, and never waiting.
  var counts: [String: Int] { get }

  /// Works in the background until cancelled.
  func run() async
}

extension Service {
  package static var flags: [String] { [] }

  /// One thread a core.
  package var workerCount: Int { ServiceRunner.coreCount }

  package var counts: [String: Int] { [:] }

  package func run() async {}
}

extension Service where Worker == Void {
  package func makeWorker() {}
}

/// What the runtime gives a service.
package struct ServiceEnvironment: Sendable {
  /// The instance's name among its service's, such as `1`.
  package let instance: String
  package let home: Home
  package let log: Log
  /// For the service's own events.
  package let publisher: Publisher
  /// For asking other services.
  package let client: RequestClient
  /// For other services' events.
  package let subscriber: Subscriber
  /// Command-line flags that only this service knows, by name without hyphens.
  package let flags: [String: String]

  package init(
    instance: String, home: Home, log: Log, publisher: Publisher, client: RequestClient,
    subscriber: Subscriber, flags: [String: String] = [:]
  ) {
    self.instance = instance
    self.home = home
    self.log = log
    self.publisher = publisher
    self.client = client
    self.subscriber = subscriber
    self.flags = flags
  }
}

/// Something else that a service's executable does, such as building its data from a map.
package protocol ServiceCommand {
  /// The word on the command line, such as `build`.
  static var name: String { get }
  /// The usage line and what it does, for `--help`.
  static var usage: String { get }
  /// - Parameter arguments: the words after the command's name.
  /// - Throws: `UsageError` for exit status 2, any other error for 1.
  static func run(_ arguments: [String]) throws
}

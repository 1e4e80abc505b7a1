import CommandLineKit
import FoundationEssentials
import MessageBus
import Messages
import ServiceRuntime

/// The gateway as a process: an HTTP server for browsers, connected to the bus.
package struct WebGatewayService: Service {
  package static let name = ServiceName.webGateway
  package static let summary = "answers browsers: the page, operations as JSON, server-sent events"
  package static let flags = ["port", "address"]

  /// It has no operations of its own on the bus, only the runtime's.
  package var workerCount: Int { 1 }

  private let server: HTTPServer

  package init(_ environment: ServiceEnvironment) async throws {
    let settings = try GatewaySettings(
      flags: environment.flags, environment: ProcessInfo.processInfo.environment,
      instance: Int(environment.instance) ?? 1)
    let files = PageFiles()
    if !files.hasLeaflet {
      environment.log.warning("No map in the page: install the package libjs-leaflet.")
    }
    let gateway = Gateway(
      services: environment.client, topics: SubscribedTopics(environment.subscriber),
      files: files, hostNames: settings.isLocal ? Gateway.localNames : nil)
    server = try HTTPServer(address: settings.address, port: settings.port) { request in
      await gateway.answer(request)
    }
    environment.log.info("http://\(settings.address):\(server.port)/")
  }

  package func register(in handlers: inout RequestHandlers<Void>) {}

  /// Waits until cancelled, then lets the responses under way finish.
  package func run() async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    await withTaskCancellationHandler {
      for await _ in ends {}
    } onCancel: {
      end.finish()
    }
    await server.stop()
  }
}

/// The address on which the gateway listens: from a flag, else the environment, else the default.
package struct GatewaySettings: Sendable, Hashable {
  /// The environment variable of the port.
  package static let portVariable = "QUICKBREW_HTTP_PORT"
  /// The environment variable of the address; 0.0.0.0 opens the gateway to other machines.
  package static let addressVariable = "QUICKBREW_HTTP_ADDRESS"
  package static let defaultPort = 8080

  package let address: String
  package let port: Int

  /// - Parameter instance: added to the port of the environment or the default: the second instance
  ///   has the next port. A port given as a flag is used unchanged.
  /// - Throws: `UsageError` for an invalid port.
  package init(
    flags: [String: String], environment: [String: String], instance: Int = 1
  ) throws {
    address = flags["address"] ?? environment[Self.addressVariable] ?? "127.0.0.1"
    if let text = flags["port"] {
      port = try Self.port(text)
    } else {
      let configured = environment[Self.portVariable].flatMap { $0.isEmpty ? nil : $0 }
      let first = try configured.map(Self.port) ?? Self.defaultPort
      port = first == 0 ? 0 : try Self.port("\(first + instance - 1)")
    }
  }

  private static func port(_ text: String) throws -> Int {
    guard let number = Int(text), (0...65_535).contains(number) else {
      throw UsageError("The port is a number from 0 to 65535, not “\(text)”.")
    }
    return number
  }

  /// Whether only this machine can connect.
  package var isLocal: Bool { address.hasPrefix("127.") }
}

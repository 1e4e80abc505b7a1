import CommandLineKit
import FoundationEssentials
import MessageBus
import Messages
import ServiceRuntime

/// The gateway as a process: an HTTP server for browsers on one side, the bus on the other.
package struct WebGatewayService: Service {
  package static let name = ServiceName.webGateway
  package static let summary = "answers browsers: the page, operations as JSON, server-sent events"
  package static let flags = ["port", "address"]

  /// Answers nothing on the bus but what the runtime answers for every service.
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
      bus: ServiceBus(client: environment.client, subscriber: environment.subscriber),
      files: files, hostNames: settings.isLocal ? Gateway.localNames : nil)
    server = try HTTPServer(address: settings.address, port: settings.port) { request in
      await gateway.answer(request)
    }
    environment.log.info("http://\(settings.address):\(server.port)/")
  }

  package func register(in handlers: inout RequestHandlers<Void>) {}

  /// Waits for the end, then lets the answers under way finish.
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

/// Where the gateway listens: a flag beats the environment beats the default.
package struct GatewaySettings: Sendable, Hashable {
  /// Names the port.
  package static let portVariable = "QUICKBREW_HTTP_PORT"
  /// Names the address; 0.0.0.0 opens the gateway to other machines.
  package static let addressVariable = "QUICKBREW_HTTP_ADDRESS"
  package static let defaultPort = 8080

  package let address: String
  package let port: Int

  /// - Parameter instance: the second instance takes the port after the first's, and so on; a port
  ///   given as a flag is meant for this instance alone.
  /// - Throws: `UsageError` for a port that is none.
  package init(
    flags: [String: String], environment: [String: String], instance: Int = 1
  ) throws {
    address = flags["address"] ?? environment[Self.addressVariable] ?? "127.0.0.1"
    if let text = flags["port"] {
      port = try Self.port(text)
    } else {
      let named = environment[Self.portVariable].flatMap { $0.isEmpty ? nil : $0 }
      let first = try named.map(Self.port) ?? Self.defaultPort
      port = first == 0 ? 0 : try Self.port("\(first + instance - 1)")
    }
  }

  private static func port(_ text: String) throws -> Int {
    guard let number = Int(text), (0...65_535).contains(number) else {
      throw UsageError("The port is a number from 0 to 65535, not “\(text)”.")
    }
    return number
  }

  /// Whether only this machine can reach it.
  package var isLocal: Bool { address.hasPrefix("127.") }
}

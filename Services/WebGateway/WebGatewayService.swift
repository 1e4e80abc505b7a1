import CommandLineKit
import FoundationEssentials
package import MessageBus
package import Messages
import Regions
package import ServiceRuntime

/// The gateway as a process: an HTTP server for browsers, connected to the bus.
package struct WebGatewayService: Service {
  package static let name = ServiceName.webGateway
  package static let summary = "answers browsers: the page, operations as JSON, server-sent events"
  package static let flags = ["port", "address"]

  /// It answers only the runtime's operations on the bus.
  package var workerCount: Int { 1 }

  private let server: HTTPServer
  private let guest: HTTPGuest

  package init(_ environment: ServiceEnvironment) async throws {
    let settings = try GatewaySettings(
      flags: environment.flags, environment: ProcessInfo.processInfo.environment,
      instance: Int(environment.instance) ?? 1)
    let files = PageFiles(vendor: environment.home.directory + "/vendor")
    if !files.hasMapLibre {
      environment.log.warning(
        "The page has no map: MapLibre is not in the home's vendor; `deploy/demo` fetches it.")
    }
    let keys = try KeyRing(path: environment.home.keyFile, log: environment.log)
    let logs = try environment.home.privateDirectory("logs")
    if !settings.isLocal {
      environment.log.warning(
        "\(settings.address) can be reached by other machines: "
          + (settings.hasGuests
            ? "guests may search and plan, the rest needs a token"
            : "every call needs a token")
          + (keys.keys.callers.isEmpty ? "; `quickbrew keys add` makes one." : "."))
    }
    let gateway = Gateway(
      services: RegionalClient(environment.client),
      topics: SubscribedTopics(environment.subscriber),
      probe: BusProbe(environment.client), files: files,
      rules: settings.rules(keys: { keys.keys }, guests: Self.guests(environment)),
      outside: settings.outsideMap, audit: AuditLog(path: logs + "/audit.log"),
      home: environment.home.directory, spans: environment.spans)
    server = try HTTPServer(
      address: settings.address, port: settings.port,
      limits: HTTPLimits(openFiles: OpenFiles.limit, proxies: settings.proxies)
    ) { request in
      await gateway.answer(request)
    }
    guest = HTTPGuest(address: settings.address, port: server.port)
    environment.log.info("http://\(settings.address):\(server.port)/")
  }

  /// The guests of all gateways of the home; where nothing can be kept, of this process.
  private static func guests(_ environment: ServiceEnvironment) -> GuestBook {
    do {
      return try GuestBook(path: environment.home.privateDirectory("data") + "/guests.key")
    } catch {
      environment.log.warning("guests have other names after a restart: \(error)")
      return GuestBook()
    }
  }

  package func register(in handlers: inout RequestHandlers<Void>) {}

  /// Over HTTP, as a browser asks.
  package func isAnswering() async -> Bool { await guest.isAnswered() }

  /// Waits until cancelled, then lets the responses under way finish.
  package func run() async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    await withTaskCancellationHandler {
      for await _ in ends {}
    } onCancel: {
      end.finish()
    }
    // In a new task: this one is cancelled, and would wait for no response.
    await Task { await server.stop() }.value
  }
}

/// The address on which the gateway listens: from a flag, else the environment, else the default.
package struct GatewaySettings: Sendable, Hashable {
  /// The environment variable of the port.
  package static let portVariable = "QUICKBREW_HTTP_PORT"
  /// The environment variable of the address; 0.0.0.0 opens the gateway to other machines.
  package static let addressVariable = "QUICKBREW_HTTP_ADDRESS"
  /// The environment variable of accepted host names, with commas between them.
  package static let hostsVariable = "QUICKBREW_HTTP_HOSTS"
  /// The environment variable of sites whose pages may call, with commas between them; `*` for all.
  package static let originsVariable = "QUICKBREW_HTTP_ORIGINS"
  /// The environment variable of proxies in front, with commas between them.
  package static let proxiesVariable = "QUICKBREW_HTTP_PROXIES"
  /// The environment variable that says whether guests may call: `no`, or anything else.
  package static let guestsVariable = "QUICKBREW_HTTP_GUESTS"
  package static let defaultPort = 8080
  /// Calls a second of one client on another machine.
  static let callsPerSecond = 100.0

  package let address: String
  package let port: Int
  /// Accepted values of the header `Host` beside those of this machine; empty: any, if other
  /// machines can connect.
  package let hostNames: [String]
  /// Sites whose pages may call.
  package let origins: [String]
  /// Proxies in front of the gateway.
  package let proxies: Proxies
  /// Whether those may call who have no key, from elsewhere.
  package let hasGuests: Bool
  /// A style or tiles of another site.
  package let outsideMap: OutsideMap

  /// - Parameter instance: added to the port of the environment or the default: the second instance
  ///   has the next port. A port given as a flag is used unchanged.
  /// - Throws: `UsageError` for an invalid port or proxy.
  package init(
    flags: [String: String], environment: [String: String], instance: Int = 1
  ) throws {
    outsideMap = OutsideMap(
      styleURL: environment[OutsideMap.styleVariable].flatMap { $0.isEmpty ? nil : $0 },
      tileURL: environment[OutsideMap.tilesVariable].flatMap { $0.isEmpty ? nil : $0 })
    hostNames = Self.list(environment[Self.hostsVariable])
    origins = Self.list(environment[Self.originsVariable])
    proxies = try Proxies(Self.list(environment[Self.proxiesVariable]))
    hasGuests = environment[Self.guestsVariable] != "no"
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

  /// A gateway that other machines can reach asks for tokens, or takes a caller for a guest.
  func rules(
    keys: @escaping @Sendable () -> KeyFile, guests: @autoclosure () -> GuestBook? = nil
  ) -> AccessRules {
    let names = Gateway.localNames.union(hostNames.map { $0.lowercased() })
    return AccessRules(
      hostNames: isLocal || !hostNames.isEmpty ? names : nil, keys: isLocal ? nil : keys,
      guests: isLocal || !hasGuests ? nil : guests(), origins: Set(origins),
      callsPerSecond: isLocal ? nil : Self.callsPerSecond, proxies: proxies)
  }

  private static func list(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
  }

  /// Whether only this machine can connect, and no proxy for others.
  package var isLocal: Bool { address.hasPrefix("127.") && proxies.isEmpty }
}

import Foundation
import Glibc
package import Messages

/// Which servers feeds are fetched from: those of the internet. Whoever may add a feed, and each
/// server that redirects, could otherwise make the store fetch from its machine and network
/// (server-side request forgery).
///
/// - A location that is local by its name, such as `http://localhost:8000` or
///   `http://10.0.0.7`, is fetched: only the home's owner can add it, who could fetch it as well.
///   So is a file.
/// - For any other name, and after each redirect, only public addresses are connected to: each is
///   looked at when its socket is made, so that a name cannot change its meaning in between (DNS
///   rebinding).
///
/// Where the environment names proxies (`http_proxy`, see curl(1)), one of them may resolve the
/// name instead: then a name with a local address here is not fetched.
package struct EgressRule: Sendable {
  package typealias Resolve = @Sendable (String) -> [String]

  /// The environment variable with names, between spaces, that may have local addresses.
  package static let variable = "QUICKBREW_FEED_HOSTS"

  private let localNames: Set<String>
  /// Their hosts, by the scheme that they are for.
  private let proxies: [String: [String]]
  private let resolve: Resolve
  /// Names that need no look-up, as `NAME:PORT:ADDRESS`.
  let knownAddresses: [String]

  /// - Parameters:
  ///   - knownAddresses: names that need no look-up, as `NAME:PORT:ADDRESS`.
  ///   - resolve: the addresses of a name; asked only if there are proxies.
  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    knownAddresses: [String] = [], resolve: @escaping Resolve = { Host(name: $0).addresses }
  ) {
    let names = (environment[Self.variable] ?? "").split(whereSeparator: \.isWhitespace)
    localNames = Set(names.map { $0.lowercased() })
    func hosts(_ variables: String...) -> [String] {
      variables.compactMap { environment[$0].flatMap(WebAddress.host(ofProxy:)) }
    }
    proxies = [
      "http": hosts("http_proxy", "all_proxy", "ALL_PROXY"),
      "https": hosts("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"),
    ]
    self.knownAddresses = knownAddresses
    self.resolve = resolve
  }

  /// - Throws: `unauthorised` where somebody with a key adds a feed that is on this machine, or in
  ///   its network; the home's owner may.
  package static func check(_ feed: Feed, by caller: Caller?) throws(ServiceError) {
    guard let caller else { return }
    switch FeedLocation(feed.location) {
    case .address(let url) where WebAddress(url.absoluteString).map { isLocal($0.host) } == false:
      return
    case nil: return
    case .address, .file:
      throw ServiceError(
        .unauthorised,
        "\(caller.name) may not add a feed that is on this machine or in its network; the stack's "
          + "owner may, with `quickbrew feed add`.")
    }
  }

  /// Which addresses a transfer from a server may connect to, in numbers.
  ///
  /// Blocks while names are resolved, where there are proxies.
  ///
  /// - Parameter location: the feed's own.
  /// - Throws: `FeedFailure` where the server is known to be local, and must not be.
  func connections(
    to server: WebAddress, of location: WebAddress
  ) throws(FeedFailure) -> (String) -> Bool {
    let isLocal = Self.isLocal(server.host)
    if localNames.contains(server.host) || isLocal && server.host == location.host {
      return { _ in true }
    }
    let proxies = proxies[server.scheme] ?? []
    let isLocalByName =
      !proxies.isEmpty && resolve(server.host).contains(where: Self.isLocalAddress)
    guard !isLocal, !isLocalByName else { throw Self.refusal(server.host) }
    let proxyAddresses = Set(proxies + proxies.flatMap(resolve))
    return { proxyAddresses.contains($0) || !Self.isLocalAddress($0) }
  }

  static func refusal(_ host: String) -> FeedFailure {
    FeedFailure(
      """
      \(host) is an address of this machine or its network, from which feeds are fetched only if \
      their location names it, or \(variable) does.
      """)
  }
}

// MARK: What is local

extension EgressRule {
  /// Whether a host is local by its name or number.
  static func isLocal(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost")
      || isNumeric(host) && isLocalAddress(host)
  }

  private static func isNumeric(_ host: String) -> Bool { bytes(of: host) != nil }

  /// Whether an address is not of the internet: of this machine, a private or a local network, a
  /// test or a group. Source: the registries of special-purpose addresses (RFC 6890), IPv4 and
  /// IPv6. What is not an address counts as local.
  static func isLocalAddress(_ text: String) -> Bool {
    guard let bytes = bytes(of: text) else { return true }
    if bytes.count == 4 { return isLocal(bytes) }
    // Addresses of IPv4 within IPv6: mapped, translated (RFC 6052) and 6to4.
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff {
      return isLocal(Array(bytes[12...]))
    }
    if bytes.starts(with: [0, 0x64, 0xff, 0x9b]) { return isLocal(Array(bytes[12...])) }
    if bytes.starts(with: [0x20, 0x02]) { return isLocal(Array(bytes[2..<6])) }
    // Global unicast is 2000::/3, without the examples of documentation.
    return bytes[0] & 0xe0 != 0x20 || bytes.starts(with: [0x20, 0x01, 0x0d, 0xb8])
  }

  private static func isLocal(_ bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1]) {
    case (0, _), (10, _), (127, _), (224..., _), (100, 64..<128), (169, 254), (172, 16..<32),
      (192, 168), (198, 18..<20):
      true
    case (192, 0): bytes[2] == 0 || bytes[2] == 2
    case (198, 51): bytes[2] == 100
    case (203, 0): bytes[2] == 113
    default: false
    }
  }

  private static func bytes(of address: String) -> [UInt8]? {
    var text = address
    if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
    // A zone, as in fe80::1%eth0.
    text = String(text.split(separator: "%").first ?? "")
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }
}

import Foundation
import FoundationNetworking
import Glibc
package import Messages

/// Which servers feeds are fetched from: those of the internet. Whoever may add a feed, and each
/// server that redirects, would else make the store ask servers of its own machine and network
/// (server-side request forgery).
///
/// - A location that itself says that it is local, such as `http://localhost:8000` or
///   `http://10.0.0.7`, is fetched: only the home's owner can add it, who could fetch it as well.
///   So is a file.
/// - Any other name must have public addresses only, when it is fetched and after each redirect.
/// - The address that was looked at is the one that is asked: over HTTP the request goes there by
///   number, so that a name cannot change its meaning in between (DNS rebinding); over HTTPS a
///   server without the name's certificate gets no request.
///
/// Where a proxy is configured (`http_proxy`), names are the proxy's to resolve and to refuse.
package struct EgressRule: Sendable {
  package typealias Resolve = @Sendable (String) -> [String]

  /// The environment variable with names, between spaces, that may have local addresses.
  package static let variable = "QUICKBREW_FEED_HOSTS"

  private let localNames: Set<String>
  private let usesProxy: Bool
  private let resolve: Resolve

  /// - Parameter resolve: the addresses of a name.
  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    resolve: @escaping Resolve = { Host(name: $0).addresses }
  ) {
    let names = (environment[Self.variable] ?? "").split(whereSeparator: \.isWhitespace)
    localNames = Set(names.map { $0.lowercased() })
    usesProxy = ["http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"]
      .contains { environment[$0]?.isEmpty == false }
    self.resolve = resolve
  }

  /// - Throws: `unauthorised` where somebody with a key adds a feed that is on this machine, or in
  ///   its network; the home's owner may.
  package static func check(_ feed: Feed, by caller: Caller?) throws(ServiceError) {
    guard let caller else { return }
    switch FeedLocation(feed.location) {
    case .address(let url) where !isLocal(url): return
    case nil: return
    case .address, .file:
      throw ServiceError(
        .unauthorised,
        "\(caller.name) may not add a feed that is on this machine or in its network; the stack's "
          + "owner may, with `quickbrew feed add`.")
    }
  }

  /// The request as it may be sent: to the address that was found, where that is possible.
  ///
  /// Blocks while the name is resolved.
  ///
  /// - Parameter location: the feed's own.
  /// - Throws: `FeedFailure` where the server has a local address, or none.
  func allowed(_ request: URLRequest, of location: URL) throws(FeedFailure) -> URLRequest {
    guard let url = request.url, let host = url.host()?.lowercased() else {
      throw FeedFailure("The server sent us to an address that is none of the web.")
    }
    if Self.isLocal(url) {
      guard host == location.host()?.lowercased() else { throw Self.refusal(host) }
      return request
    }
    guard !usesProxy, !Self.isNumeric(host) else { return request }
    let addresses = resolve(host)
    guard let address = addresses.first(where: { !$0.contains(":") }) ?? addresses.first else {
      throw FeedFailure("There is no such server.")
    }
    guard localNames.contains(host) || !addresses.contains(where: Self.isLocalAddress) else {
      throw Self.refusal(host)
    }
    return url.scheme?.lowercased() == "http" ? Self.pinned(request, url, to: address) : request
  }

  private static func refusal(_ host: String) -> FeedFailure {
    FeedFailure(
      """
      \(host) is an address of this machine or its network, where feeds are fetched only if their \
      own location says so, or \(variable) names it.
      """)
  }

  /// Asks an address for what is a name's.
  private static func pinned(_ request: URLRequest, _ url: URL, to address: String) -> URLRequest {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let name = parts.host
    else { return request }
    parts.host = address.contains(":") ? "[\(address)]" : address
    guard let numeric = parts.url else { return request }
    var request = request
    request.url = numeric
    request.setValue(url.port.map { "\(name):\($0)" } ?? name, forHTTPHeaderField: "Host")
    return request
  }
}

// MARK: What is local

extension EgressRule {
  /// Whether a URL says itself that it is of this machine or its network.
  static func isLocal(_ url: URL) -> Bool {
    let host = url.host()?.lowercased() ?? ""
    return host == "localhost" || host.hasSuffix(".localhost")
      || isNumeric(host) && isLocalAddress(host)
  }

  private static func isNumeric(_ host: String) -> Bool { bytes(of: host) != nil }

  /// Whether an address is none of the internet: of this machine, a private or a local network, a
  /// test or a group. Source: the registries of special-purpose addresses (RFC 6890), IPv4 and
  /// IPv6. What is no address counts as local.
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

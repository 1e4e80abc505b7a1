import CMicroHTTPD
package import CommandLineKit
import Glibc
import MessageBus

/// The proxies in front of a server: each speaks for many clients, and only what these say of a
/// client's address is believed. A client can send the same headers.
package struct Proxies: Sendable, Hashable {
  private struct Network: Sendable, Hashable {
    let base: UInt32
    let mask: UInt32
  }

  private let networks: [Network]

  /// None: whoever connects is the client.
  package init() { networks = [] }

  /// - Parameter texts: IPv4 addresses such as 10.0.0.7, or networks such as 10.0.0.0/8.
  /// - Throws: `UsageError`, which names the text that is neither.
  package init(_ texts: [String]) throws(UsageError) {
    networks = try texts.map { text throws(UsageError) in
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      let length = parts.count == 2 ? Int(parts[1]) : 32
      guard parts.count <= 2, let base = Self.number(String(parts[0])), let length,
        (0...32).contains(length)
      else {
        throw UsageError("“\(text)” is not the address of a proxy, such as 10.0.0.7 or 10.0.0.0/8.")
      }
      let mask = UInt32(truncatingIfNeeded: UInt64(UInt32.max) << (32 - UInt64(length)))
      return Network(base: base & mask, mask: mask)
    }
  }

  var isEmpty: Bool { networks.isEmpty }

  func contains(_ address: String) -> Bool {
    guard !networks.isEmpty, let number = Self.number(address) else { return false }
    return networks.contains { number & $0.mask == $0.base }
  }

  /// The address of whoever sent a request: that of the peer, or what a proxy says. Of IPv6 it is
  /// the network.
  ///
  /// Each proxy appends whom it sees, so what it says is right of what the client itself sent. A
  /// proxy that writes one of the two headers passes a client's other one on; so where both are
  /// there and say different things, the client is as unknown as without either.
  ///
  /// Source: RFC 7239; `X-Forwarded-For` as nginx and HAProxy write it.
  func client(of request: HTTPRequest) -> String {
    guard contains(request.client) else { return request.client }
    var found: Set<String> = []
    for (header, isPlain) in [("x-forwarded-for", true), ("forwarded", false)] {
      guard let hops = request.headers[header]?.split(separator: ",") else { continue }
      let addresses = hops.map { Self.address(isPlain ? $0 : Self.node(in: $0)) }
      let last = addresses.last { $0.map { !contains($0) } ?? true } ?? addresses.first ?? nil
      found.insert(last ?? request.client)
    }
    return found.count == 1 ? found.first ?? request.client : request.client
  }

  /// The value of `for` in an element of `Forwarded`: `for="[2001:db8::1]:4711";proto=https`.
  private static func node(in element: Substring) -> Substring {
    let pair = element.split(separator: ";").first {
      $0.drop { $0 == " " }.lowercased().hasPrefix("for=")
    }
    return pair.map { $0.drop { $0 != "=" }.dropFirst() } ?? ""
  }

  /// Without quotation marks, brackets and the port; `nil` for what is no address.
  private static func address(_ node: Substring) -> String? {
    let text = node.filter { !"\" \t".contains($0) }
    if text.hasPrefix("[") {
      return RemoteAddress(String(text.dropFirst().prefix { $0 != "]" }))?.description
    }
    let isIPv6 = text.count { $0 == ":" } > 1
    return RemoteAddress(isIPv6 ? text : String(text.prefix { $0 != ":" }))?.description
  }

  private static func number(_ address: String) -> UInt32? {
    var number = in_addr()
    return inet_pton(AF_INET, address, &number) == 1 ? UInt32(bigEndian: number.s_addr) : nil
  }
}

import Glibc
import Messages

/// Where an instance is reached over TCP: `tcp://HOST:PORT`. Requests go to the port, events come
/// from the one after it.
@Memberwise package struct TCPAddress: Sendable, Hashable, CustomStringConvertible {
  /// A name, an IPv4 address, or an IPv6 address without brackets; `*` to listen at all.
  package let host: String
  /// From 1 to 65534.
  package let port: Int

  /// - Parameter text: `tcp://HOST:PORT`, or `HOST:PORT`; an IPv6 address stands in brackets.
  /// - Returns: `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    let scheme = "tcp://"
    let address = text.hasPrefix(scheme) ? text.dropFirst(scheme.count)[...] : text.dropFirst(0)
    guard let colon = address.lastIndex(of: ":"),
      let port = Int(address[address.index(after: colon)...]), (1...65_534).contains(port)
    else { return nil }
    var host = String(address[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, !host.contains(where: { $0 == "/" || $0.isWhitespace }) else { return nil }
    self.init(host: host, port: port)
  }

  /// `HOST:PORT`, as instances are named that are found by their address.
  package var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  func endpoint(_ purpose: RunDirectory.Purpose) -> String {
    let address = purpose == .requests ? self : TCPAddress(host: host, port: port + 1)
    return "tcp://\(address)"
  }

  /// Whether the host is an address, and not a name that has to be resolved.
  var isNumeric: Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    return inet_pton(AF_INET, host, &bytes) == 1 || inet_pton(AF_INET6, host, &bytes) == 1
  }
}

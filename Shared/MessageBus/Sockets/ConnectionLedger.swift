import Glibc

/// The connections of one listening socket, by their descriptors.
struct ConnectionLedger {
  private let bounds: ConnectionBounds
  private var addresses: [Int32: RemoteAddress] = [:]
  private var counts: [RemoteAddress: Int] = [:]

  init(_ bounds: ConnectionBounds) { self.bounds = bounds }

  var count: Int { addresses.count }

  /// Counts a new connection, unless that is one too many. An earlier one of the same descriptor
  /// has ended.
  mutating func admit(_ descriptor: Int32, from address: RemoteAddress) -> Bool {
    end(descriptor)
    let others = counts[address, default: 0]
    guard addresses.count < bounds.inAll, others < bounds.byAddress else { return false }
    addresses[descriptor] = address
    counts[address] = others + 1
    return true
  }

  /// A connection has ended, which may not have been counted.
  mutating func end(_ descriptor: Int32) {
    guard let address = addresses.removeValue(forKey: descriptor) else { return }
    counts[address] = counts[address].flatMap { $0 > 1 ? $0 - 1 : nil }
  }
}

/// Where a connection comes from: an IPv4 address, or the network of an IPv6 address, of which a
/// customer has 2⁶⁴.
package struct RemoteAddress: Hashable, CustomStringConvertible {
  /// 4 or 8.
  private let bytes: [UInt8]

  /// - Parameter bytes: 4, or the 16 of an IPv6 address; those of an IPv4 address within IPv6 are
  ///   the same as the address itself.
  init(_ bytes: [UInt8]) {
    // Source: RFC 4291, 2.5.5.2.
    let isMapped =
      bytes.count == 16 && bytes.prefix(12) == [UInt8](repeating: 0, count: 10) + [255, 255]
    self.bytes = isMapped ? Array(bytes.suffix(4)) : Array(bytes.prefix(bytes.count == 16 ? 8 : 4))
  }

  /// `nil` for a text that is no address.
  package init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(Array(bytes.prefix(4)))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(bytes)
    } else {
      return nil
    }
  }

  package var description: String {
    if bytes.count == 4 { return bytes.map { "\($0)" }.joined(separator: ".") }
    let groups = stride(from: 0, to: 8, by: 2).map {
      String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16)
    }
    return groups.joined(separator: ":") + "::/64"
  }
}

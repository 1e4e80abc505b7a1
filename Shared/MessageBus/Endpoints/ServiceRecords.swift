import CResolver

/// The SRV records of a name: on which hosts, at which ports, a service is (RFC 2782).
enum ServiceRecords {
  /// One record.
  struct Target: Sendable, Hashable {
    let priority: Int
    let host: String
    let port: Int
  }

  /// The largest answer that is read; a name server cuts what does not fit.
  private static let maximumBytes = 65_535

  /// Whether it can be the name of records: labels of letters, digits, - and _ with dots between.
  static func isName(_ text: some StringProtocol) -> Bool {
    text.utf8.count <= 253
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.utf8.count)
          && label.utf8.allSatisfy { byte in
            (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 45 || byte == 95
          }
      }
  }

  /// `HOST:PORT` of each address of each target with the lowest priority; empty where the name has
  /// none, `nil` where nobody could be asked. Blocks, for seconds where a name server is silent.
  ///
  /// The weights are left out: the bus sends a request where the fewest are under way.
  static func addresses(
    of name: String, lookup: NameResolver.Lookup = NameResolver.addresses
  ) -> [String]? {
    var answer = [UInt8](repeating: 0, count: maximumBytes)
    let length = resolver_query_srv(name, &answer, Int32(answer.count))
    guard length >= 0 else { return length == -1 ? [] : nil }
    let targets = read(Array(answer.prefix(Int(length))))
    let first = targets.map(\.priority).min()
    var found: Set<String> = []
    for target in targets where target.priority == first {
      guard let addresses = lookup(target.host) else { return nil }
      found.formUnion(addresses.map { TCPAddress(host: $0, port: target.port).description })
    }
    return found.sorted()
  }

  /// The records in an answer; what is damaged ends the list. Source: RFC 1035, 4.1, and RFC 2782.
  static func read(_ message: [UInt8]) -> [Target] {
    // The answer and its records point into the message, which stays in its place until the end.
    message.withUnsafeBufferPointer { bytes in
      var (answer, record, targets) = (ns_msg(), ns_rr(), [Target]())
      guard let start = bytes.baseAddress, ns_initparse(start, Int32(bytes.count), &answer) == 0
      else { return [] }
      var number: Int32 = 0
      while ns_parserr(&answer, ns_s_an, number, &record) == 0 {
        number += 1
        if let target = Target(record, of: start..<start + bytes.count) { targets.append(target) }
      }
      return targets
    }
  }
}

extension ServiceRecords.Target {
  /// `nil` for a record of another kind, and for a target that is the root: there is no such
  /// service then.
  fileprivate init?(_ record: ns_rr, of message: Range<UnsafePointer<UInt8>>) {
    // Source: RFC 1035: 255 bytes at most; each may be written as four characters.
    var text = [CChar](repeating: 0, count: 1_025)
    // Priority, weight and port precede the name.
    guard record.type == ns_t_srv.rawValue, record.rdlength > 6, let data = record.rdata,
      ns_name_uncompress(message.lowerBound, message.upperBound, data + 6, &text, text.count) >= 0
    else { return nil }
    priority = Int(ns_get16(data))
    port = Int(ns_get16(data + 4))
    host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard !host.isEmpty, host != ".", (1...65_534).contains(port) else { return nil }
  }
}

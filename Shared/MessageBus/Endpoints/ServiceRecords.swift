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
    var reader = Reader(message: message, at: 4)
    let questions = reader.number(2)
    let answers = reader.number(2)
    guard let questions, let answers else { return [] }
    reader.at = 12
    for _ in 0..<questions {
      guard reader.name() != nil, reader.number(4) != nil else { return [] }
    }
    var targets: [Target] = []
    for _ in 0..<answers {
      guard reader.name() != nil, let type = reader.number(2), reader.number(2) != nil,
        reader.number(4) != nil, let length = reader.number(2)
      else { return targets }
      let end = reader.at + length
      if type == 33, let target = reader.target() { targets.append(target) }
      reader.at = end
    }
    return targets
  }

  /// Reads a message from front to back.
  private struct Reader {
    let message: [UInt8]
    var at: Int

    /// A big-endian number; `nil` behind the end.
    mutating func number(_ bytes: Int) -> Int? {
      guard at + bytes <= message.count else { return nil }
      defer { at += bytes }
      return message[at..<at + bytes].reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func name() -> String? {
      guard at < message.count else { return nil }
      // Source: RFC 1035: 255 bytes at most; each may be written as four characters.
      var text = [CChar](repeating: 0, count: 1_025)
      let length = resolver_expand(message, Int32(message.count), Int32(at), &text, 1_025)
      guard length >= 0 else { return nil }
      at += Int(length)
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The data of a record; a target that is the root means that there is no such service.
    mutating func target() -> Target? {
      guard let priority = number(2), number(2) != nil, let port = number(2),
        let host = name(), !host.isEmpty, host != ".", (1...65_534).contains(port)
      else { return nil }
      return Target(priority: priority, host: host, port: port)
    }
  }
}

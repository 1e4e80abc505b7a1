import Files
package import MessageBus

/// The keys of one home for the bus over TCP: two files in `keys`, each with lines of a word and a
/// key of 40 characters (Z85).
///
/// `server.key` (`public`, `secret`) is what the services of a stack prove by who they are; all its
/// machines have the same. `client.key` (`public`, `secret`, and the server's as `server`) is what
/// one caller calls them with.
package enum BusKeyFile {
  package static let folder = "keys"
  package static let server = "server.key"
  package static let client = "client.key"

  /// The server's pair; made and written if the file does not exist. All who make it at once get
  /// the same.
  ///
  /// - Throws: `KeyFileError`; `FileError`.
  package static func makeServer(at path: String) throws -> CurveKeyPair {
    let file = KeyFile.privateFile(path)
    return try file.whileLocked {
      if let pair = try readServer(at: path) { return pair }
      let pair = CurveKeyPair.random()
      try file.write(KeyFile.data(of: lines(of: pair)))
      return pair
    }
  }

  /// - Returns: `nil` if there is no such file.
  /// - Throws: `KeyFileError` for one that others may read, or that is not understood.
  package static func readServer(at path: String) throws(KeyFileError) -> CurveKeyPair? {
    guard let keys = try read(path) else { return nil }
    return try pair(keys, path)
  }

  /// - Returns: `nil` if there is no such file.
  /// - Throws: `KeyFileError` for one that others may read, or that is not understood.
  package static func readClient(at path: String) throws(KeyFileError) -> ClientKeys? {
    guard let keys = try read(path) else { return nil }
    guard let server = keys["server"] else { throw .notUnderstood(path, line: 3) }
    return ClientKeys(own: try pair(keys, path), serverPublicKey: server)
  }

  /// What a client's file consists of.
  package static func text(of keys: ClientKeys) -> String {
    (lines(of: keys.own) + ["server \(keys.serverPublicKey)"]).map { $0 + "\n" }.joined()
  }

  static func isKey(_ text: String) -> Bool {
    // Source: RFC 32, Z85.
    let marks = ".-:+=^!/*?&<>()[]{}@%$#"
    return text.utf8.count == 40
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || marks.contains($0) }
  }

  private static func lines(of pair: CurveKeyPair) -> [String] {
    ["public \(pair.publicKey)", "secret \(pair.secretKey)"]
  }

  private static func pair(
    _ keys: [String: String], _ path: String
  ) throws(KeyFileError) -> CurveKeyPair {
    guard let publicKey = keys["public"], let secretKey = keys["secret"] else {
      throw .notUnderstood(path, line: 1)
    }
    return CurveKeyPair(publicKey: publicKey, secretKey: secretKey)
  }

  private static func read(_ path: String) throws(KeyFileError) -> [String: String]? {
    guard let lines = try KeyFile.lines(of: path) else { return nil }
    var keys: [String: String] = [:]
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, isKey(words[1]) else {
        throw .notUnderstood(path, line: index + 1)
      }
      keys[words[0]] = words[1]
    }
    return keys
  }
}

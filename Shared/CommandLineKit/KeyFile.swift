import Files
import FoundationEssentials
import Glibc
import Hashing
package import Messages

/// The keys with which people and programs call a stack, and what each allows: a file in the home.
///
/// On each line a key, a scope (`read`, `write`, `admin`), a name and, for a key that is bound to
/// one user, that user. A key is `sha256:` and the digest of a token in hexadecimal digits, as
/// `quickbrew keys add` writes it, or the token itself; a key for the bus over TCP is `curve:` and
/// its public part.
package struct KeyFile: Sendable {
  package static let fileName = "http-tokens"
  /// Shorter tokens can be guessed.
  package static let leastCharacters = 20
  private static let digestPrefix = "sha256:"
  private static let curvePrefix = "curve:"

  /// In the order of the file.
  package let callers: [Caller]
  /// The names of the keys for the bus; the others are for the web gateway.
  package let busNames: Set<String>
  /// By the digest of the token, so that the duration of a search reveals nothing about the tokens.
  private let byDigest: [Data: Caller]
  private let byPublicKey: [String: Caller]

  /// Without keys.
  package init() {
    callers = []
    busNames = []
    byDigest = [:]
    byPublicKey = [:]
  }

  /// Reads the keys; a file that does not exist has none.
  ///
  /// - Throws: `KeyFileError` for a file that others may read, or a line that is not understood.
  package init(path: String) throws(KeyFileError) {
    let lines = try Self.lines(of: path) ?? []
    var callers: [Caller] = []
    var byDigest: [Data: Caller] = [:]
    var byPublicKey: [String: Caller] = [:]
    for (index, line) in lines.enumerated() where !Self.isRemark(line) {
      guard let (key, caller) = Self.entry(line) else {
        throw .notUnderstood(path, line: index + 1)
      }
      callers.append(caller)
      switch key {
      case .token(let digest): byDigest[digest] = caller
      case .curve(let publicKey): byPublicKey[publicKey] = caller
      }
    }
    self.callers = callers
    busNames = Set(byPublicKey.values.map(\.name))
    self.byDigest = byDigest
    self.byPublicKey = byPublicKey
  }

  /// Whom a token stands for; `nil` for an unknown one.
  package func caller(of token: String) -> Caller? { byDigest[SHA256.digest(of: Data(token.utf8))] }

  /// Whom a key of the bus stands for, by its public part; `nil` for an unknown one.
  package func caller(publicKey: String) -> Caller? { byPublicKey[publicKey] }

  /// Adds a key and returns its token, which is kept nowhere else.
  ///
  /// - Throws: `KeyFileError` for a file that cannot be used, or has the name already; `FileError`.
  package static func add(_ caller: Caller, to path: String) throws -> String {
    let token = Data.random(count: 20).hexadecimal
    try add(caller, digestPrefix + SHA256.digest(of: Data(token.utf8)).hexadecimal, to: path)
    return token
  }

  /// Adds a key for the bus, by its public part.
  ///
  /// - Throws: `KeyFileError` for a file that cannot be used, or has the name already; `FileError`.
  package static func add(_ caller: Caller, publicKey: String, to path: String) throws {
    try add(caller, curvePrefix + publicKey, to: path)
  }

  private static func add(_ caller: Caller, _ key: String, to path: String) throws {
    let words = [key, caller.scope.rawValue, caller.name] + (caller.user.map { [$0] } ?? [])
    let keys = try change(path) { keys, lines in
      guard !keys.has(caller.name) else { throw KeyFileError.nameTaken(caller.name) }
      lines.append(words.joined(separator: " "))
    }
    guard keys.has(caller.name) else { throw KeyFileError.changed(path) }
  }

  /// Takes the keys of a name away; returns how many there were. Whoever reads the file afterwards
  /// finds none of them.
  ///
  /// - Throws: `KeyFileError` for a file that cannot be used; `FileError`.
  package static func revoke(_ name: String, in path: String) throws -> Int {
    var count = 0
    let keys = try change(path) { _, lines in
      let kept = lines.filter { isRemark($0) || entry($0)?.caller.name != name }
      count = lines.count - kept.count
      lines = kept
    }
    // What rewrites the file without the lock may have brought the key back.
    guard !keys.has(name) else { throw KeyFileError.changed(path) }
    return count
  }

  private func has(_ name: String) -> Bool { callers.contains { $0.name == name } }

  // MARK: Lines

  private static func isRemark(_ line: String) -> Bool {
    line.allSatisfy { $0 == " " } || line.hasPrefix("#")
  }

  private enum Key { case token(Data), curve(String) }

  private static func entry(_ line: String) -> (key: Key, caller: Caller)? {
    let words = line.split(separator: " ").map(String.init)
    guard (2...4).contains(words.count), words[0].count >= leastCharacters,
      let scope = AccessScope(rawValue: words[1])
    else { return nil }
    let caller = Caller(
      name: words.count > 2 ? words[2] : "unnamed", scope: scope,
      user: words.count > 3 ? words[3] : nil)
    if words[0].hasPrefix(curvePrefix) {
      let publicKey = String(words[0].dropFirst(curvePrefix.count))
      return BusKeyFile.isKey(publicKey) ? (.curve(publicKey), caller) : nil
    }
    guard words[0].hasPrefix(digestPrefix) else {
      return (.token(SHA256.digest(of: Data(words[0].utf8))), caller)
    }
    return bytes(hexadecimal: words[0].dropFirst(digestPrefix.count)).map {
      (.token($0), caller)
    }
  }

  private static func bytes(hexadecimal text: Substring) -> Data? {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == 64, text.count == 64 else { return nil }
    return Data(stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }

  // MARK: The file

  /// The lines of a private file; `nil` if it does not exist.
  static func lines(of path: String) throws(KeyFileError) -> [String]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    guard status.st_mode & 0o077 == 0, status.st_uid == getuid() else { throw .notPrivate(path) }
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
    var lines = String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Changes the lines of the file while no other process does; returns the keys as whoever checks
  /// them reads them afterwards.
  private static func change(
    _ path: String, _ body: (KeyFile, inout [String]) throws -> Void
  ) throws -> KeyFile {
    let file = privateFile(path)
    return try file.whileLocked {
      let old = try lines(of: path) ?? []
      var new = old
      try body(try KeyFile(path: path), &new)
      if new != old { try file.write(data(of: new)) }
      return try KeyFile(path: path)
    }
  }

  /// A file that only its owner may read.
  static func privateFile(_ path: String) -> RewrittenFile { RewrittenFile(path, isPrivate: true) }

  static func data(of lines: [String]) -> Data { Data(lines.map { $0 + "\n" }.joined().utf8) }
}

/// Why keys cannot be used.
package enum KeyFileError: Error, Hashable, CustomStringConvertible {
  case notPrivate(String)
  case unreadable(String)
  case notUnderstood(String, line: Int)
  case changed(String)
  case nameTaken(String)
  case noBusKeys(String)

  package var description: String {
    switch self {
    case .notPrivate(let path):
      "Others may read the keys in \(path); run: chmod 600 \(path)"
    case .unreadable(let path): "Cannot read the keys in \(path)."
    case .notUnderstood(let path, let line):
      "Line \(line) of \(path) is not a token of \(KeyFile.leastCharacters) characters or "
        + "more, a scope (read, write or admin), a name and perhaps a user."
    case .changed(let path):
      "Something else is rewriting \(path), and has undone the change; end it and try again."
    case .noBusKeys(let path):
      "The bus over TCP needs the keys in \(path): `quickbrew keys add NAME --bus` makes them, or "
        + "they come from the machine that has them."
    case .nameTaken(let name): "There is a key named \(name) already; revoke it first."
    }
  }
}

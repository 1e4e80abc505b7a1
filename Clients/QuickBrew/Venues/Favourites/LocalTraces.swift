import CommandLineKit
import Files
import Foundation
import Messages
import Time

/// What this machine has about somebody besides the stores: what the client keeps, and the logs of
/// the stack.
struct LocalTraces {
  private static let quotes: Set<Character> = ["\"", "'", "“", "”", "‘", "’", "`"]
  private static let operation = "forget"

  private let home: String
  private let subject: DataSubject
  private let favourites: FavouriteFile

  /// - Parameter home: the stack's directory.
  init(home: String, subject: DataSubject) {
    self.home = home
    self.subject = subject
    favourites = FavouriteFile(home: home)
  }

  /// The favourites that the client keeps, and the last plan if it names them, as JSON.
  func export() throws -> [String: [[String: String]]] {
    var rows: [String: [[String: String]]] = [:]
    if let user = subject.user, case let replica = try favourites.replica(of: user),
      replica != FavouriteReplica()
    {
      let json = try MessageCoder.encode(replica)
      rows["favourites"] = [["content": String(decoding: json, as: UTF8.self)]]
    }
    if let plan = lastPlan() { rows["last-plan"] = [["content": plan]] }
    return rows
  }

  /// - Returns: how many of each.
  func erase() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    if let user = subject.user, try favourites.forget(user) { counts["favourites"] = 1 }
    if lastPlan() != nil {
      try FileManager.default.removeItem(atPath: LastPlan.path(home: home))
      counts["last-plan"] = 1
    }
    return counts
  }

  /// The last plan, if it names the subject.
  private func lastPlan() -> String? {
    let data = FileManager.default.contents(atPath: LastPlan.path(home: home))
    let text = data.map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap { isNamed(in: $0) ? $0 : nil }
  }

  /// Removes the lines of all logs that name the subject between quotation marks, where services
  /// put names. Lines about earlier erasures stay.
  ///
  /// The files are rewritten in place, as the supervisor and the gateways go on appending to them.
  /// Those of the audit log wait; a line that the supervisor writes in these milliseconds may be
  /// lost.
  ///
  /// - Returns: how many lines.
  func eraseLogLines() throws -> Int {
    let folder = home + "/logs"
    var count = 0
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      count += try RewrittenFile(path, isPrivate: true).whileLocked { try eraseLines(of: path) }
    }
    return count
  }

  private func eraseLines(of path: String) throws -> Int {
    guard let file = FileHandle(forUpdatingAtPath: path) else { return 0 }
    defer { try? file.close() }
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.filter { !isNamed(in: $0) || $0.contains("\"\(Self.operation)\"") }
    guard kept.count < lines.count else { return 0 }
    let added = try file.readToEnd() ?? Data()
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data(kept.joined(separator: "\n").utf8) + added)
    try file.truncate(atOffset: try file.offset())
    return lines.count - kept.count
  }

  private func isNamed(in text: some StringProtocol) -> Bool {
    text.split(whereSeparator: Self.quotes.contains)
      .contains { subject.includes(DeviceID(rawValue: String($0))) }
  }

  /// Notes in the stack's audit log that somebody was forgotten.
  func note(_ rows: Int, at time: Timestamp) throws {
    struct Line: Encodable {
      let time: Timestamp
      let subject: DataSubject
      let client = "owner"
      let operation = LocalTraces.operation
      let rows: Int
    }
    let path = home + "/logs/audit.log"
    let line = try MessageCoder.encode(Line(time: time, subject: subject, rows: rows))
    // A home that only has the address of a stack elsewhere has no logs.
    guard FileManager.default.fileExists(atPath: home + "/logs") else { return }
    try RewrittenFile(path, isPrivate: true).whileLocked {
      if !FileManager.default.fileExists(atPath: path) {
        _ = FileManager.default.createFile(
          atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      guard let file = FileHandle(forWritingAtPath: path) else { return }
      defer { try? file.close() }
      try file.seekToEnd()
      try file.write(contentsOf: line + Data("\n".utf8))
    }
  }
}

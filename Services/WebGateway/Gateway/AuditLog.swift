import Files
import FoundationEssentials
import Glibc
import Messages
import Time

/// Who changed what over HTTP, and who was refused: a line of JSON each, in the order of the
/// replies.
///
/// The file is appended to by all gateways of a home, and moved aside (`.1`) at its bound, so there
/// are two of them at most. A line that cannot be written is lost; the request is not.
@Memberwise package final class AuditLog: Sendable {
  /// One change.
  struct Line: Codable, Sendable, Hashable {
    let time: Timestamp
    /// The name of the key; `nil` without one that counts.
    let caller: String?
    /// The user to whom the key is bound.
    let user: String?
    /// The address of the client.
    let client: String
    let operation: String
    /// The HTTP status.
    let status: Int
  }

  static let maximumBytes = 16 << 20

  private let path: String

  func record(_ line: Line) {
    // Texts and numbers always encode.
    guard let json = try? MessageCoder.encode(line) else { return }
    let bytes = Array(json) + [UInt8(ascii: "\n")]
    // One gateway at a time, or two that find the bound reached would move the new file aside, too.
    try? RewrittenFile(path).whileLocked {
      let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard file >= 0 else { return }
      defer { close(file) }
      _ = write(file, bytes, bytes.count)
      var status = stat()
      if fstat(file, &status) == 0, status.st_size >= Self.maximumBytes {
        rename(path, path + ".1")
      }
    }
  }
}

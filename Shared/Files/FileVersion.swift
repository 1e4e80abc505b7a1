import Glibc
import Memberwise

/// Identifies the contents of a `RewrittenFile`.
package struct FileVersion: Sendable, Hashable {
  private let device: UInt
  private let number: UInt
  private let bytes: Int
  private let seconds: Int
  private let nanoseconds: Int

  init(_ status: stat) {
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
    bytes = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}

/// A file that cannot be read or written.
@Memberwise(positional: 3)
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Action: String, Sendable { case read, write }

  private let action: Action
  private let path: String
  /// The system's error, such as `ENOSPC`.
  private let number: Int32

  /// Why, in the system's words: “No space left on device”.
  package var reason: String { String(cString: strerror(number)) }

  package var description: String { "Cannot \(action.rawValue) \(path): \(reason)." }
}

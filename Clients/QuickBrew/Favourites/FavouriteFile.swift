import CommandLineKit
import FoundationEssentials
import Glibc
import Messages

/// The copies of the users' favourites on this machine, for when the venue store is unavailable.
///
/// One file in the stack's directory, readable by its owner only. A change is on disk before it is
/// acknowledged. A lock serialises changes by several processes.
struct FavouriteFile: Sendable {
  private struct Contents: Codable {
    /// A random ID of this machine, which its marks carry. Drawn when the file is created.
    var device: DeviceID
    var users: [String: FavouriteReplica] = [:]
  }

  private static let folder = "client"

  private let home: Home
  private var directory: String { home.directory + "/" + Self.folder }
  private var path: String { directory + "/favourites.json" }

  /// - Parameter home: the stack's directory.
  init(home: String) { self.home = Home(directory: home) }

  /// The copy of a user's favourites.
  ///
  /// - Throws: `FavouriteFileError`.
  func replica(of user: String) throws(FavouriteFileError) -> FavouriteReplica {
    try read()?.users[user] ?? FavouriteReplica()
  }

  /// Changes the copy of a user's favourites. The change is on disk when this returns.
  ///
  /// - Throws: `FavouriteFileError`; the file is then unchanged.
  func change<Result>(
    _ user: String, _ body: (inout FavouriteReplica, DeviceID) -> Result
  ) throws(FavouriteFileError) -> Result {
    let lock = try acquireLock()
    defer { close(lock) }
    var contents = try read() ?? Contents(device: Self.newDevice())
    let old = contents.users[user]
    var replica = old ?? FavouriteReplica()
    let result = body(&replica, contents.device)
    if replica != old {
      contents.users[user] = replica
      try write(contents)
    }
    return result
  }

  private static func newDevice() -> DeviceID {
    DeviceID(rawValue: String(UInt64.random(in: .min ... .max), radix: 36))
  }

  /// Locks the file. Closing the descriptor releases the lock, also where the process is killed.
  private func acquireLock() throws(FavouriteFileError) -> Int32 {
    do throws(HomeError) {
      _ = try home.privateDirectory(Self.folder)
    } catch {
      throw FavouriteFileError(description: error.description)
    }
    let lock = open(directory + "/favourites.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw FavouriteFileError("write", path, errno) }
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else {
        defer { close(lock) }
        throw FavouriteFileError("write", path, errno)
      }
    }
    return lock
  }

  private func read() throws(FavouriteFileError) -> Contents? {
    guard access(path, F_OK) == 0 else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw FavouriteFileError("read", path, errno)
    }
    do {
      return try MessageCoder.decode(Contents.self, from: data)
    } catch {
      throw FavouriteFileError(damaged: path, "\(error)")
    }
  }

  private func write(_ contents: Contents) throws(FavouriteFileError) {
    let new = path + ".new"
    // A killed process may have left this file with another mode.
    unlink(new)
    // Not with the process's umask, which applies to exported files only.
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FavouriteFileError("write", new, errno) }
    close(descriptor)
    do {
      try MessageCoder.encode(contents).write(to: URL(filePath: new))
    } catch {
      throw FavouriteFileError("write", new, errno)
    }
    try synchronize(new)
    guard rename(new, path) == 0 else { throw FavouriteFileError("write", path, errno) }
    try synchronize(directory)
  }

  private func synchronize(_ path: String) throws(FavouriteFileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FavouriteFileError("write", path, errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FavouriteFileError("write", path, errno) }
  }
}

/// The file of favourites cannot be used.
struct FavouriteFileError: Error, CustomStringConvertible {
  let description: String

  init(description: String) { self.description = description }

  init(_ verb: String, _ path: String, _ number: Int32) {
    description = "Cannot \(verb) \(path): \(String(cString: strerror(number)))."
  }

  init(damaged path: String, _ reason: String) {
    description = """
      \(path) cannot be read: \(reason) Move it away; what the venue store has comes back by itself.
      """
  }
}

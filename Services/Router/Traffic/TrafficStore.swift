package import CommandLineKit
import FoundationEssentials
import MessageBus
import Messages

#if canImport(Glibc)
  import Glibc
#endif

/// The files through which all router instances of a stack share the traffic.
///
/// | file | holds | until |
/// |---|---|---|
/// | `router-traffic.json` in the run directory | the whole state | the stack is stopped |
/// | `router-traffic.json` in the data folder | the roads set with `keep` | for ever |
///
/// The first is read where it exists, else the second. Both are replaced whole, under a file lock
/// (`flock`) that all instances share and that the kernel releases when a process ends; readers
/// need no lock.
package struct TrafficStore: Sendable {
  static let fileName = "router-traffic.json"

  /// Identifies the version of a file by its inode, size and time of modification.
  struct FileStamp: Hashable {
    private let numbers: [Int]

    fileprivate init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      numbers = [
        Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
      ]
    }
  }

  private let shared: String
  private let durable: String
  private let lock: String

  /// - Throws: `HomeError` where the home has no room for them.
  package init(_ home: Home) throws(HomeError) {
    durable = try home.dataFile(Self.fileName)
    try home.makeRunDirectory()
    shared = home.runDirectory.path + "/" + home.regional(Self.fileName)
    lock = home.runDirectory.path + "/" + home.regional("router-traffic.lock")
  }

  /// The stamp of the shared file: while it stays the same, `read` returns the same state.
  func fileStamp() -> FileStamp? { FileStamp(shared) }

  /// The state that all routers share.
  ///
  /// - Throws: `TrafficFileError` where a file is damaged.
  func read() throws(TrafficFileError) -> TrafficState {
    if let state = try Self.read(shared) { return state }
    return try Self.read(durable) ?? .empty
  }

  /// Changes the state while no other instance does. If `body` returns the state it was given, the
  /// files are not written.
  ///
  /// - Parameters:
  ///   - known: the caller's state, used where the shared file is missing or older.
  ///   - body: makes the next state.
  ///   - onWritten: called once the files are written, before the next change can begin.
  /// - Throws: what `body` throws; `TrafficFileError` where a file is damaged or cannot be written.
  func update(
    known: TrafficState, _ body: (TrafficState) throws -> TrafficState,
    onWritten: (TrafficState) -> Void
  ) throws -> TrafficState {
    let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw TrafficFileError(writing: lock, errno) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw TrafficFileError(writing: lock, errno) }
    }
    let shared = try Self.read(self.shared) ?? known
    let before = known.version > shared.version ? known : shared
    let after = try body(before)
    guard after != before else { return before }
    // The shared file first: an instance killed in between has not acknowledged that the change is
    // kept.
    try Self.write(after, to: self.shared)
    try Self.write(after.afterStop, to: durable)
    onWritten(after)
    return after
  }

  private static func read(_ path: String) throws(TrafficFileError) -> TrafficState? {
    guard let data = FileManager.default.contents(atPath: path) else {
      if access(path, F_OK) != 0 { return nil }
      throw TrafficFileError(reading: path, "It cannot be read.")
    }
    do throws(ServiceError) {
      return try MessageCoder.decode(TrafficState.self, from: data)
    } catch {
      throw TrafficFileError(reading: path, error.message)
    }
  }

  /// Replaces a file atomically, and waits until it is on the disk.
  private static func write(
    _ state: TrafficState, to path: String
  ) throws(TrafficFileError) {
    let temporary = path + ".partial"
    guard let data = try? MessageCoder.encodePretty(state) else {
      throw TrafficFileError(writing: path, EDOM)
    }
    guard let file = fopen(temporary, "wb") else { throw TrafficFileError(writing: path, errno) }
    defer { unlink(temporary) }
    let isWritten =
      data.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) } == data.count
      && fflush(file) == 0 && fsync(fileno(file)) == 0
    let fault = errno
    guard fclose(file) == 0, isWritten else { throw TrafficFileError(writing: path, fault) }
    guard rename(temporary, path) == 0 else { throw TrafficFileError(writing: path, errno) }
  }
}

/// A file of live traffic that cannot be read or written.
package struct TrafficFileError: Error, Hashable, CustomStringConvertible {
  package let description: String

  fileprivate init(reading path: String, _ reason: String) {
    description = "Reading the live traffic \(path): \(reason) Correct the file or remove it."
  }

  fileprivate init(writing path: String, _ number: Int32) {
    description = "Writing the live traffic \(path): \(String(cString: strerror(number)))."
  }
}

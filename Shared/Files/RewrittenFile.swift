package import FoundationEssentials
import Glibc

/// A file that is rewritten as a whole, perhaps by several processes at once.
///
/// The new contents go into a file of their own beside it, under a name that no other process uses,
/// and are renamed into place once they are on the disk. Whoever reads sees the old contents or the
/// new ones. The file keeps its mode and its owner, and a symbolic link keeps leading to it.
///
/// Where a rename would replace something else than contents, the file is written in place: a pipe
/// or a device, a file with another name (a hard link), one whose owner cannot be kept, or one in a
/// directory that takes no new file.
package struct RewrittenFile: Sendable, Hashable {
  package let path: String
  private let isPrivate: Bool

  /// - Parameters:
  ///   - path: may be a symbolic link, also one that leads to nothing yet.
  ///   - isPrivate: whether the file is its owner's only, also one that was open to others; by
  ///     default the umask says whose a new one is.
  package init(_ path: String, isPrivate: Bool = false) {
    self.path = path
    self.isPrivate = isPrivate
  }

  /// The name of the lock in a directory, and how the names of unfinished files begin.
  package static let prefix = ".quickbrew"

  /// Runs a change that reads the file and writes it, while no other process is in such a change of
  /// a file in the same directory. The kernel releases the lock of a killed process. A change
  /// within the change of another file has to be of another directory.
  ///
  /// - Throws: `FileError` where the directory takes no lock; what `body` throws.
  package func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
    let lock = try Self.directory(of: end()) + "/" + Self.prefix + ".lock"
    let descriptor = open(lock, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(.write, path, errno) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileError(.write, path, errno) }
    }
    return try body()
  }

  /// The contents; `nil` if there is no such file.
  ///
  /// - Throws: `FileError`.
  package func contents() throws(FileError) -> Data? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError(.read, path, errno)
    }
    defer { close(descriptor) }
    var contents = Data()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno != EINTR { throw FileError(.read, path, errno) }
      if count == 0 { return contents }
      contents += chunk[..<max(0, count)]
    }
  }

  /// Replaces the contents. They are on the disk when this returns.
  ///
  /// - Throws: `FileError`; the file is then unchanged, unless it is written in place.
  package func write(_ contents: Data) throws(FileError) {
    // A redirected output is a file with a name, whose replacement its other writers would not see.
    for output in [STDOUT_FILENO, STDERR_FILENO] where isOpen(as: output) {
      return try write(contents, to: output)
    }
    let end = try end()
    guard let old = try status() else { return try replace(end, nil, by: contents) }
    guard access(path, W_OK) == 0 else { throw FileError(.write, path, errno) }
    guard old.st_mode & S_IFMT == S_IFREG, old.st_nlink == 1 else {
      return try overwrite(by: contents)
    }
    try replace(end, old, by: contents)
  }

  /// Puts a finished file of the same directory into this one's place.
  ///
  /// - Throws: `FileError`; the file is then unchanged, unless its directory cannot be synced.
  package func replace(by finished: String) throws(FileError) {
    let descriptor = open(finished, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.write, finished, errno) }
    defer { close(descriptor) }
    try sync(descriptor)
    try rename(finished, to: end())
  }
}

// MARK: - What a path leads to

extension RewrittenFile {
  /// What changes with every rewrite: while it stays the same, so do the contents. `nil` if there
  /// is no such file.
  package var version: FileVersion? { (try? status()).flatMap { $0 }.map(FileVersion.init) }

  private func status() throws(FileError) -> stat? {
    var status = stat()
    if stat(path, &status) == 0 { return status }
    guard errno == ENOENT else { throw FileError(.write, path, errno) }
    return nil
  }

  /// The path behind all links, the last of which may lead to nothing.
  private func end() throws(FileError) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    var end = path
    for _ in 0..<40 {
      var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(end, &bytes, bytes.count)
      guard count > 0 else { return end }
      let link = String(decoding: bytes[..<count], as: UTF8.self)
      end = link.hasPrefix("/") ? link : Self.directory(of: end) + "/" + link
    }
    throw FileError(.write, path, ELOOP)
  }

  private func isOpen(as descriptor: Int32) -> Bool {
    var (own, output) = (stat(), stat())
    guard stat(path, &own) == 0, fstat(descriptor, &output) == 0 else { return false }
    return own.st_dev == output.st_dev && own.st_ino == output.st_ino
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

// MARK: - Writing

extension RewrittenFile {
  /// - Parameter old: the status of the file that is there.
  private func replace(_ end: String, _ old: stat?, by contents: Data) throws(FileError) {
    // Not named after the file: names have a maximum length.
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    let new = "\(Self.directory(of: end))/\(Self.prefix)-\(number).new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
    guard descriptor >= 0 else {
      if old != nil, [EACCES, EPERM].contains(errno) { return try overwrite(by: contents) }
      throw FileError(.write, path, errno)
    }
    defer { close(descriptor) }
    do throws(FileError) {
      if let old, !adopt(old, descriptor) {
        unlink(new)
        return try overwrite(by: contents)
      }
      try write(contents, to: descriptor)
      if let old { Self.makeLater(old, descriptor) }
      try sync(descriptor)
      try rename(new, to: end)
    } catch {
      unlink(new)
      throw error
    }
  }

  /// Takes over the owner and the mode of a file; of a private one only what its owner may.
  private func adopt(_ old: stat, _ descriptor: Int32) -> Bool {
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { return false }
    let isOwned = (new.st_uid, new.st_gid) == (old.st_uid, old.st_gid)
    guard isOwned || fchown(descriptor, old.st_uid, old.st_gid) == 0 else { return false }
    return fchmod(descriptor, old.st_mode & (isPrivate ? 0o700 : 0o7777)) == 0
  }

  /// Two files written within the resolution of the clock, some milliseconds, could otherwise have
  /// the same time, size and even number, and who read the first would not read the second.
  private static func makeLater(_ old: stat, _ descriptor: Int32) {
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { return }
    let (last, now) = (old.st_mtim, new.st_mtim)
    guard (now.tv_sec, now.tv_nsec) <= (last.tv_sec, last.tv_nsec) else { return }
    let isFull = last.tv_nsec == 999_999_999
    let later = timespec(
      tv_sec: last.tv_sec + (isFull ? 1 : 0), tv_nsec: isFull ? 0 : last.tv_nsec + 1)
    _ = futimens(descriptor, [later, later])
  }

  private func overwrite(by contents: Data) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.write, path, errno) }
    defer { close(descriptor) }
    try write(contents, to: descriptor)
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { try sync(descriptor) }
  }

  private func write(_ contents: Data, to descriptor: Int32) throws(FileError) {
    var rest = [UInt8](contents)[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, Array(rest), rest.count)
      if count < 0, errno != EINTR { throw FileError(.write, path, errno) }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// The rename is on the disk when this returns.
  private func rename(_ new: String, to end: String) throws(FileError) {
    guard Glibc.rename(new, end) == 0 else { throw FileError(.write, path, errno) }
    let directory = open(Self.directory(of: end), O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { throw FileError(.write, path, errno) }
    defer { close(directory) }
    try sync(directory)
  }

  private func sync(_ descriptor: Int32) throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError(.write, path, errno) }
  }
}

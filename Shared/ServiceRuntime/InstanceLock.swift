import FoundationEssentials
import Glibc
import MessageBus
import Messages

/// Keeps a second process from running under an instance's name, and counts the starts.
///
/// The kernel releases the lock when the process ends, however it ends.
struct InstanceLock: ~Copyable {
  private let descriptor: Int32
  /// How often the instance was started before, since its run directory was created.
  let earlierStarts: Int

  /// - Throws: `InstanceLockError` if another process holds the lock or the file cannot be written.
  init(
    _ service: ServiceName, instance: String, in directory: RunDirectory
  ) throws(InstanceLockError) {
    let path = "\(directory.path)/\(service).\(instance).lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotWrite(path, errno) }
    let contents = Self.read(descriptor)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .isRunning("\(service) \(instance)", process: contents.first ?? 0)
    }
    earlierStarts = contents.count > 1 ? contents[1] : 0
    self.descriptor = descriptor
    let line = Array("\(getpid()) \(earlierStarts + 1)\n".utf8)
    ftruncate(descriptor, 0)
    pwrite(descriptor, line, line.count, 0)
  }

  deinit {
    // Closing alone would leave it locked while a child that was just forked has a copy.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The process identifier and the number of starts in the file.
  private static func read(_ descriptor: Int32) -> [Int] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
  }
}

enum InstanceLockError: Error, CustomStringConvertible {
  case isRunning(String, process: Int)
  case cannotWrite(String, Int32)

  var description: String {
    switch self {
    case .isRunning(let name, let process): "\(name) is running already, as process \(process)."
    case .cannotWrite(let path, let number):
      "Cannot write \(path): \(String(cString: strerror(number)))."
    }
  }
}

import Foundation
import Glibc
import TestSupport

/// Threads of another process that stand still while the others run: a hang as a debugger makes it.
struct HeldThreads: Sendable {
  /// Only root may trace processes that are not its children everywhere.
  static let arePossible = geteuid() == 0

  /// Holds threads by ptrace(2), as the tracer must be one thread, from its start to its end.
  private static let script = """
    import ctypes, os, re, sys
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    SEIZE, INTERRUPT = 0x4206, 0x4207
    process, name, ready = sys.argv[1:]
    held = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        if re.fullmatch(name, open(f"/proc/{process}/task/{thread}/comm").read().strip()):
            for request in SEIZE, INTERRUPT:
                if libc.ptrace(request, int(thread), None, None) != 0:
                    sys.exit(f"ptrace: {os.strerror(ctypes.get_errno())}")
            os.waitpid(int(thread), 0x40000000)  # __WALL
            held += 1
    if not held:
        sys.exit(f"process {process} has no thread {name}")
    open(ready, "w").write("held")
    # A process that is killed is there until its tracer has seen the end of these.
    while held:
        _, status = os.waitpid(-1, 0x40000000)
        held -= os.WIFEXITED(status) or os.WIFSIGNALED(status)
    """

  private let tracer: ChildProcess

  /// Returns once they stand still; they do until `release`.
  ///
  /// - Parameters:
  ///   - name: a regular expression for the names of the threads.
  ///   - directory: for a file or two.
  init(of process: Int32, named name: String, in directory: String) async throws {
    let id = UUID().uuidString
    let (ready, errors) = ("\(directory)/held-\(id)", "\(directory)/not-held-\(id)")
    tracer = try ChildProcess(
      "/usr/bin/python3", ["-c", Self.script, "\(process)", name, ready], errors: .file(errors))
    while !FileManager.default.fileExists(atPath: ready) {
      try Task.checkCancellation()
      if let text = try? String(contentsOfFile: errors, encoding: .utf8), !text.isEmpty {
        throw Unexpected(text)
      }
      await Task.yield()
    }
  }

  func release() async { await tracer.kill() }
}

/// What systemd gets of a service that it has started, as datagrams.
final class NotifiedManager: Sendable {
  private let descriptor: Int32

  init(at path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    // A path of a temporary directory is shorter than the name has room for.
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard descriptor >= 0, status == 0 else { throw Unexpected("bind \(path): \(errno)") }
  }

  deinit { close(descriptor) }

  /// The next message, whenever it comes.
  func next() async -> String {
    await withCheckedContinuation { done in
      Thread.detachNewThread { done.resume(returning: self.receive(0) ?? "") }
    }
  }

  var hasNews: Bool { receive(Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)) != nil }

  /// Drops what has come.
  func forget() { while receive(Int32(MSG_DONTWAIT)) != nil {} }

  private func receive(_ flags: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = recv(descriptor, &bytes, bytes.count, flags)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}

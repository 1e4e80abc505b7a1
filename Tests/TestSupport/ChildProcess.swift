import CSpawn
import Glibc
import MessageBus

/// A program that a test has started.
///
/// It starts with the default action for every signal, none blocked, and no descriptor but the
/// three standard ones. Foundation's `Process` is not used: it reads 256 bytes of each name in
/// /proc/self/fd, however short, which ends a process of some 1,350 descriptors
/// (swift-corelibs-foundation, pull request 5472).
package final class ChildProcess: Sendable {
  /// What the program reads from, or writes to.
  package enum Stream: Sendable {
    /// /dev/null.
    case nothing
    /// A file: read from its start, or written at its end; created if missing.
    case file(String)
    /// A descriptor of this process, which stays open here.
    case descriptor(Int32)
  }

  /// The system refuses to start the program.
  package struct StartFailure: Error, CustomStringConvertible {
    package let description: String
  }

  private struct State {
    var status: Int32?
    var waiting: [CheckedContinuation<Int32, Never>] = []
  }

  /// The number of the process.
  package let identifier: Int32
  private let state = Locked(State())

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: a path, or the name of one of this build's executables.
  ///   - environment: added to that of this process.
  ///   - folder: the working directory; that of this process by default.
  /// - Throws: `StartFailure`.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    in folder: String? = nil, input: Stream = .nothing, output: Stream = .nothing,
    errors: Stream = .nothing
  ) throws {
    let path = program.hasPrefix("/") ? program : "\(Executables.directory)/\(program)"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    Self.add(input, as: STDIN_FILENO, O_RDONLY, to: &actions)
    Self.add(output, as: STDOUT_FILENO, O_WRONLY | O_CREAT | O_APPEND, to: &actions)
    Self.add(errors, as: STDERR_FILENO, O_WRONLY | O_CREAT | O_APPEND, to: &actions)
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let variables = Executables.environment(environment).map { strdup("\($0.key)=\($0.value)") }
    let words = ([path] + arguments).map { strdup($0) }
    defer { for copy in words + variables { free(copy) } }
    var process = pid_t()
    let error = posix_spawn(&process, path, &actions, &attributes, words + [nil], variables + [nil])
    guard error == 0 else {
      throw StartFailure(description: "\(path): \(String(cString: strerror(error)))")
    }
    identifier = process
    NamedThread.detached("child") { [self] in awaitExit() }
  }

  private static func add(
    _ stream: Stream, as descriptor: Int32, _ flags: Int32,
    to actions: inout posix_spawn_file_actions_t
  ) {
    switch stream {
    case .nothing:
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    case .file(let path):
      posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
    case .descriptor(let open):
      posix_spawn_file_actions_adddup2(&actions, open, descriptor)
    }
  }

  /// The process is reaped under the lock, so that no signal goes to another with its number.
  private func awaitExit() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let (status, waiting) = state.withLock { state in
      var result: Int32 = 0
      while waitpid(identifier, &result, 0) < 0, errno == EINTR {}
      let signal = result & 0x7f
      let status = signal == 0 ? result >> 8 & 0xff : 128 + signal
      state.status = status
      defer { state.waiting = [] }
      return (status, state.waiting)
    }
    for one in waiting { one.resume(returning: status) }
  }

  package var isRunning: Bool { state.withLock { $0.status == nil } }

  /// Sends a signal, unless the process has ended.
  package func send(_ signal: Int32) {
    state.withLock { if $0.status == nil { Glibc.kill(identifier, signal) } }
  }

  /// Sends SIGTERM.
  package func terminate() { send(SIGTERM) }

  /// Sends SIGKILL, and waits until the process has ended.
  package func kill() async {
    send(SIGKILL)
    await exitStatus()
  }

  /// Waits until the process has ended.
  ///
  /// - Returns: its exit status; 128 + n where signal n ended it.
  @discardableResult package func exitStatus() async -> Int32 {
    await withCheckedContinuation { continuation in
      let status = state.withLock { state in
        if state.status == nil { state.waiting.append(continuation) }
        return state.status
      }
      if let status { continuation.resume(returning: status) }
    }
  }
}

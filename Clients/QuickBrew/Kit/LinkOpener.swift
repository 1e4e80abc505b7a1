import FoundationEssentials
import MessageBus

#if canImport(Glibc)
  import Glibc
#endif

/// Opens a link in one of the user's programs: those that `BROWSER` names are tried in order, then
/// `xdg-open`.
///
/// Source: freedesktop.org, the manual page of xdg-open: `BROWSER` is a list of commands separated
/// by colons. `%s` in a command is replaced by the link; without `%s` the link is appended.
struct LinkOpener: Sendable {
  enum Outcome: Sendable, Hashable {
    case opened(by: String)
    /// A sentence for each program that was tried.
    case notOpened([String])
  }

  let environment: [String: String]

  /// The commands to try for a link, in order. They run without a shell, so nothing in a link can
  /// be executed.
  func commands(for link: String) -> [[String]] {
    let named = (environment["BROWSER"] ?? "").split(separator: ":").map { command in
      let words = command.split(whereSeparator: \.isWhitespace).map(String.init)
      let hasPlaceholder = words.contains { $0.contains("%s") }
      return words.map { $0.replacing("%s", with: link) } + (hasPlaceholder ? [] : [link])
    }
    return named.filter { $0.count > 1 } + [["xdg-open", link]]
  }

  /// Runs the commands one after the other until one exits with 0. Waits for each, as it may be a
  /// browser in this terminal.
  func open(_ link: String) async -> Outcome {
    var reasons = (environment["BROWSER"] ?? "").isEmpty ? [Formats.phrase("open.noBrowser")] : []
    for command in commands(for: link) {
      guard let path = path(of: command[0]) else {
        reasons.append(Formats.phrase("open.noProgram", ["program": command[0].printable]))
        continue
      }
      let status = await run(path, command)
      if status == 0 { return .opened(by: command[0]) }
      reasons.append(
        Formats.phrase(
          "open.status", ["program": command[0].printable, "status": "\(status)"]))
    }
    return .notOpened(reasons)
  }

  /// The path of a program; `nil` where no folder of `PATH` contains it.
  private func path(of program: String) -> String? {
    if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return folders.lazy.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  /// The exit status by the convention of shells: 126 where the program cannot be run, 128 + n
  /// where signal n ended it.
  private func run(_ path: String, _ words: [String]) async -> Int32 {
    let environment = environment.map { "\($0.key)=\($0.value)" }
    return await withCheckedContinuation { done in
      // Waiting for a browser to be closed must not block a thread of the task pool.
      NamedThread.detached("open") {
        done.resume(returning: Self.spawn(path, words, environment))
      }
    }
  }

  private static func spawn(_ path: String, _ words: [String], _ environment: [String]) -> Int32 {
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for copy in arguments + variables { free(copy) } }
    // This process ignores SIGPIPE; the program starts with the default action.
    var attributes = posix_spawnattr_t()
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    // xdg-open lists every browser that it does not find; its exit status says enough.
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if words.first == "xdg-open" {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    var process = pid_t()
    guard posix_spawn(&process, path, &actions, &attributes, arguments, variables) == 0 else {
      return 126
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return 126 }
    }
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }
}

extension CommandContext {
  /// Opens a link in one of the user's programs and prints nothing, or with `--json` the program;
  /// prints the link, and why, where none opens it.
  func open(link: String) async throws -> CommandStatus {
    struct OpenedLink: Encodable {
      let link: String
      let program: String?
    }
    switch await LinkOpener(environment: environment.variables).open(link) {
    case .opened(let program):
      if wantsJSON { try output.json(OpenedLink(link: link, program: program)) }
      return .success
    case .notOpened(let reasons):
      try show(OpenedLink(link: link, program: nil)) { opened, _ in opened.link.printable + "\n" }
      output.message(([Formats.phrase("open.failed")] + reasons).joined(separator: " "))
      return .failure
    }
  }
}

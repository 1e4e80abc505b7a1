import CommandLineKit
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#endif

/// An executable in the same directory as this one.
enum SiblingExecutable {
  /// Replaces this process by the program (execv). The program keeps the streams, and its exit
  /// status becomes this process's.
  ///
  /// - Throws: `UsageError` where the program cannot be run; does not return otherwise.
  static func exec(_ program: String, _ words: [String]) throws(UsageError) {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let path = own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/" + program
    // The kernel reads these copies during execv. They are freed only if it fails.
    let arguments = ([path] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // The threads of the pool block signals, and the program would inherit that: neither Ctrl-C nor
    // SIGTERM would end it.
    var signals = sigset_t()
    sigemptyset(&signals)
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    execv(path, arguments)
    throw UsageError(
      "Cannot run \(path): \(String(cString: strerror(errno))). "
        + "It belongs beside quickbrew: swift build makes both.")
  }
}

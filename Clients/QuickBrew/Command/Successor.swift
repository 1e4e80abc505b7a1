import CommandLineKit
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#endif

/// The executable that goes on in place of this one.
enum Successor {
  /// Hands the process, its streams and its exit status over to a program in the same directory.
  ///
  /// - Throws: `UsageError` where there is none; else it does not come back.
  static func become(_ program: String, _ words: [String]) throws(UsageError) {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let path = own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/" + program
    // Copies that the kernel reads while the process becomes the other program; freed where it does
    // not.
    let arguments = ([path] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    execv(path, arguments)
    throw UsageError(
      "Cannot run \(path): \(String(cString: strerror(errno))). "
        + "It belongs beside quickbrew: swift build makes both.")
  }
}

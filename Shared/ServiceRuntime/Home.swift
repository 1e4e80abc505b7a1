import FoundationEssentials
import Glibc
import MessageBus
import Messages

/// Where one stack keeps its state: maps, durable data, logs and the run directory.
///
/// Two stacks with different homes run side by side.
package struct Home: Sendable, Hashable {
  /// The environment variable that names the directory.
  package static let variable = "QUICKBREW_HOME"

  /// An absolute path.
  package let directory: String

  package init(directory: String) {
    let isAbsolute = directory.hasPrefix("/")
    let path = isAbsolute ? directory : FileManager.default.currentDirectoryPath + "/" + directory
    self.directory = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The home that the environment names; else `.quickbrew` in the checkout that this executable
  /// was built in; else `.quickbrew` in the user's directory.
  package static func current(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String = executablePath()
  ) -> Home {
    if let named = environment[variable], !named.isEmpty {
      // However the path is spelt, through links or not, the home is the same: so is its name.
      guard let pointer = realpath(named, nil) else { return Home(directory: named) }
      defer { free(pointer) }
      return Home(directory: String(cString: pointer))
    }
    if let build = executable.firstRange(of: "/.build/") {
      return Home(directory: executable[..<build.lowerBound] + "/.quickbrew")
    }
    return Home(directory: (environment["HOME"] ?? "/tmp") + "/.quickbrew")
  }

  /// A file of the map that the stack runs on, such as `router.car.network`; the symbolic link to
  /// the current map is resolved now, so that a later change of maps does not mix two.
  package func mapArtifact(_ name: String) -> String {
    let current = directory + "/maps/current"
    let resolved = realpath(current, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    return (resolved ?? current) + "/" + name
  }

  /// A file of durable state, such as `venue-store.sqlite`. Its directory exists afterwards.
  ///
  /// - Throws: `HomeError` where the directory cannot be made.
  package func dataFile(_ name: String) throws(HomeError) -> String {
    try makeDirectory(directory + "/data")
    return directory + "/data/" + name
  }

  /// Where the sockets are: `run` in the home; where that makes a socket's path too long for the
  /// system, a directory in `/tmp` named after the home.
  package var runDirectory: RunDirectory {
    let inside = RunDirectory(path: directory + "/run")
    let longest = inside.socketPath(.geofenceMonitor, instance: "99", .requests)
    if longest.utf8.count <= RunDirectory.maximumSocketPathBytes { return inside }
    return RunDirectory(path: "/tmp/quickbrew-\(getuid())-\(Fingerprint(of: directory.utf8))")
  }

  /// Makes the run directory, open to nobody else.
  ///
  /// - Throws: `HomeError` where it cannot be made, or is somebody else's.
  package func makeRunDirectory() throws(HomeError) {
    let path = runDirectory.path
    if path.hasPrefix(directory) { try makeDirectory(directory) }
    if mkdir(path, 0o700) != 0 && errno != EEXIST { throw .cannotMake(path, errno) }
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .cannotMake(path, errno) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else {
      throw .notOurs(path)
    }
    chmod(path, 0o700)
  }

  private func makeDirectory(_ path: String) throws(HomeError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .cannotMake(path, errno)
    }
  }
}

/// A directory of the home that cannot be used.
package enum HomeError: Error, Sendable, CustomStringConvertible {
  case cannotMake(String, Int32)
  case notOurs(String)

  package var description: String {
    switch self {
    case .cannotMake(let path, let number):
      "Cannot make the directory \(path): \(String(cString: strerror(number)))."
    case .notOurs(let path):
      "\(path) belongs to somebody else; set \(Home.variable) to a shorter path of your own."
    }
  }
}

/// The path of the running executable; empty where the system does not tell.
package func executablePath() -> String {
  (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
}

import FoundationEssentials
import Glibc
import Hashing
package import MessageBus
package import Messages

/// The directory with the state of one stack: maps, durable data, logs and the run directory.
///
/// Two stacks with different homes run side by side.
package struct Home: Sendable, Hashable {
  /// The environment variable that names the directory.
  package static let variable = "QUICKBREW_HOME"

  /// An absolute path.
  package let directory: String
  /// Whose files are meant, of the stack's several maps; `nil` for the stack's own.
  package let region: RegionName?

  package init(directory: String, region: RegionName? = nil) {
    self.region = region
    let isAbsolute = directory.hasPrefix("/")
    let path = isAbsolute ? directory : FileManager.default.currentDirectoryPath + "/" + directory
    self.directory = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The home that the environment names; else `.quickbrew` in the checkout in which this
  /// executable was built; else `.quickbrew` in the user's directory.
  package static func current(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String = executablePath()
  ) -> Home {
    if let named = environment[variable], !named.isEmpty {
      // Different spellings of the path, through links or not, give the same home.
      guard let pointer = realpath(named, nil) else { return Home(directory: named) }
      defer { free(pointer) }
      return Home(directory: String(cString: pointer))
    }
    if let build = executable.firstRange(of: "/.build/") {
      return Home(directory: executable[..<build.lowerBound] + "/.quickbrew")
    }
    return Home(directory: (environment["HOME"] ?? "/tmp") + "/.quickbrew")
  }

  /// The same home, for what belongs to a region.
  package func inRegion(_ region: RegionName?) -> Home {
    Home(directory: directory, region: region)
  }

  /// A file's name with the region in it: `planner@helsinki.sqlite` for `planner.sqlite`.
  package func regional(_ name: String) -> String {
    guard let region else { return name }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return "\(name[..<dot])@\(region)\(name[dot...])"
  }

  /// A file of the current map, such as `router.car.network`. The symbolic link to the current map
  /// is resolved now, so that a later switch of maps does not mix two.
  package func mapArtifact(_ name: String) -> String {
    let current = directory + "/maps/" + regional("current")
    let resolved = realpath(current, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    return (resolved ?? current) + "/" + name
  }

  /// A file of durable state, such as `venue-store.sqlite`, or that of the region. Its directory
  /// exists afterwards, and only its owner has access.
  ///
  /// - Throws: `HomeError` if the directory cannot be created, or belongs to somebody else.
  package func dataFile(_ name: String) throws(HomeError) -> String {
    try privateDirectory("data") + "/" + regional(name)
  }

  /// A directory of the home, such as `data`. It exists afterwards, and only its owner has access.
  /// If it is a symbolic link, the mode of its target is left as it is.
  ///
  /// - Throws: `HomeError` if it cannot be created, or belongs to somebody else.
  package func privateDirectory(_ name: String) throws(HomeError) -> String {
    let path = directory + "/" + name
    try makeHome()
    try Self.makePrivate(path, mayBeLink: true)
    return path
  }

  /// The directory of the sockets: `run` in the home, or a directory in `/tmp` named after the home
  /// if that would make a socket's path too long for the system.
  package var runDirectory: RunDirectory {
    let inside = RunDirectory(path: directory + "/run")
    let longest = inside.socketPath(.geofenceMonitor, instance: "99", .requests)
    if longest.utf8.count <= RunDirectory.maximumSocketPathBytes { return inside }
    return RunDirectory(path: "/tmp/quickbrew-\(getuid())-\(Fingerprint(of: directory.utf8))")
  }

  /// Creates the run directory, with access for its owner only.
  ///
  /// - Throws: `HomeError` if it cannot be created, or belongs to somebody else.
  package func makeRunDirectory() throws(HomeError) {
    let path = runDirectory.path
    if path.hasPrefix(directory) { try makeHome() }
    try Self.makePrivate(path, mayBeLink: false)
  }

  /// An existing home keeps its mode: it may be a directory with other contents. Only
  /// `deploy/stack up` checks that.
  private func makeHome() throws(HomeError) {
    if mkdir(directory, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = directory.lastIndex(of: "/") else {
      throw .cannotMake(directory, errno)
    }
    do {
      try FileManager.default.createDirectory(
        atPath: String(directory[..<slash]), withIntermediateDirectories: true)
    } catch {
      throw .cannotMake(directory, errno)
    }
    // Several processes of a stack may start at once.
    if mkdir(directory, 0o700) != 0 && errno != EEXIST { throw .cannotMake(directory, errno) }
  }

  /// The owner of somebody else's directory could read and replace what is written there.
  private static func makePrivate(_ path: String, mayBeLink: Bool) throws(HomeError) {
    if mkdir(path, 0o700) != 0 && errno != EEXIST { throw .cannotMake(path, errno) }
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .cannotMake(path, errno) }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink && mayBeLink {
      guard stat(path, &status) == 0 else { throw .cannotMake(path, errno) }
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else {
      throw .notOurs(path)
    }
    // Fails on file systems without modes; there is nothing to do about it.
    if !isLink { chmod(path, 0o700) }
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
      """
      \(path) belongs to somebody else, or is no directory; set \(Home.variable) to another path \
      of your own, a shorter one if this is in /tmp.
      """
    }
  }
}

/// The path of the running executable; empty if unknown.
package func executablePath() -> String {
  (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
}

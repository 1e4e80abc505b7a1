import CommandLineKit
import FoundationEssentials
import MessageBus

extension CommandEnvironment {
  /// The environment of the running process: its streams, its variables and its stack.
  ///
  /// Connects to the bus at most once; the connection lives as long as the result.
  package static func process() -> CommandEnvironment {
    let variables = ProcessInfo.processInfo.environment
    let home = { @Sendable (directory: String?) -> Home in
      directory.map { Home(directory: $0) } ?? Home.current(environment: variables)
    }
    let connected = Locked<StackBus?>(nil)
    return CommandEnvironment(
      output: .standard(environment: variables), variables: variables,
      connect: { directory in
        try connected.withLock { connected in
          if let bus = connected { return bus }
          let bus = try StackBus(home: home(directory))
          connected = bus
          return bus
        }
      },
      paths: { directory in
        let home = home(directory)
        // An artifact with an empty name is the directory itself, with a slash to drop.
        let map = String(home.mapArtifact("").dropLast())
        return StackPaths(home: home.directory, run: home.runDirectory.path, map: map)
      },
      openLines: { path throws(UsageError) in try DescriptorLines(path: path) },
      exec: { program, words throws(UsageError) in try SiblingExecutable.exec(program, words) },
      version: Release.version)
  }
}

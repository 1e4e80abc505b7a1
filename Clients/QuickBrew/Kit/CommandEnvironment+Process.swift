package import CommandLineKit
import FoundationEssentials
import MessageBus

extension CommandEnvironment {
  /// The environment of the running process: its streams, its variables and its stack.
  ///
  /// Connects to the bus at most once; the connection lives as long as the result.
  ///
  /// - Throws: `UsageError` for a file of settings without sense.
  package static func process(_ output: Output) throws(UsageError) -> CommandEnvironment {
    var variables = ProcessInfo.processInfo.environment
    let configuration = try Configuration.read(variables)
    if let stack = configuration[.stack], (variables[Home.variable] ?? "").isEmpty {
      variables[Home.variable] = stack
    }
    let home = { @Sendable [variables] (directory: String?) -> Home in
      directory.map { Home(directory: $0) } ?? Home.current(environment: variables)
    }
    let connected = Locked<StackBus?>(nil)
    return CommandEnvironment(
      output: output, variables: variables,
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
      ask: Confirmation.ask, version: Release.version, configuration: configuration)
  }
}

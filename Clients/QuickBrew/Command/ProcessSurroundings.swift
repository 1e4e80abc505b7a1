import CommandLineKit
import FoundationEssentials
import MessageBus
import ServiceRuntime

extension Surroundings {
  /// What surrounds the running process: its streams, its environment and the stack it belongs to.
  ///
  /// The bus is joined at most once and lives as long as the result.
  package static func process() -> Surroundings {
    let environment = ProcessInfo.processInfo.environment
    let home = { @Sendable (directory: String?) -> Home in
      directory.map { Home(directory: $0) } ?? Home.current(environment: environment)
    }
    let joined = Locked<StackBus?>(nil)
    return Surroundings(
      output: .standard(environment: environment), environment: environment,
      connect: { directory in
        try joined.withLock { joined in
          if let bus = joined { return bus }
          let bus = try StackBus(home: home(directory))
          joined = bus
          return bus
        }
      },
      paths: { directory in
        let home = home(directory)
        // The directory that holds the current map's artifacts, without the slash of an empty name.
        let map = String(home.mapArtifact("").dropLast())
        return StackPaths(home: home.directory, run: home.runDirectory.path, map: map)
      },
      openLines: { path throws(UsageError) in try DescriptorLines(path: path) },
      become: { program, words throws(UsageError) in try Successor.become(program, words) },
      version: ServiceRunner.version)
  }
}

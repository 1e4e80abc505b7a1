import CommandLineKit

/// Everything outside a command that it uses, passed in so that a test can replace all of it.
package struct CommandEnvironment: Sendable {
  let output: Output
  /// The environment variables.
  let variables: [String: String]
  /// Connects to the stack in a directory; `nil` means the default directory.
  let connect: @Sendable (_ home: String?) throws -> any ClientBus
  /// The directories of a stack; `nil` means the default stack.
  let paths: @Sendable (_ home: String?) throws -> StackPaths
  /// Opens a file for reading by lines; `-` means standard input.
  let openLines: @Sendable (_ path: String) throws(UsageError) -> any LineSource
  /// Replaces this process by a service's executable with these arguments. Returns only by
  /// throwing.
  let exec: @Sendable (_ program: String, _ words: [String]) throws(UsageError) -> Void
  /// Asks a yes-or-no question on the terminal; `nil` where there is none.
  let ask: @Sendable (_ question: String) -> Bool?
  let version: String
  /// The user's settings.
  let configuration: Configuration

  init(
    output: Output, variables: [String: String],
    connect: @escaping @Sendable (_ home: String?) throws -> any ClientBus,
    paths: @escaping @Sendable (_ home: String?) throws -> StackPaths,
    openLines: @escaping @Sendable (_ path: String) throws(UsageError) -> any LineSource,
    exec: @escaping @Sendable (_ program: String, _ words: [String]) throws(UsageError) -> Void =
      { program, _ throws(UsageError) in throw UsageError("\(program) cannot be run here.") },
    ask: @escaping @Sendable (_ question: String) -> Bool? = { _ in nil },
    version: String, configuration: Configuration = Configuration()
  ) {
    self.output = output
    self.variables = variables
    self.connect = connect
    self.paths = paths
    self.openLines = openLines
    self.exec = exec
    self.ask = ask
    self.version = version
    self.configuration = configuration
  }
}

/// The directories of a stack.
package struct StackPaths: Sendable, Hashable, Encodable {
  package let home: String
  /// The directory of the sockets.
  package let run: String
  /// The directory of the files that the services build from the map.
  package let map: String

  package init(home: String, run: String, map: String) {
    self.home = home
    self.run = run
    self.map = map
  }
}

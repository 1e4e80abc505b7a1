import CommandLineKit
import Time

/// Everything outside a command that it uses, passed in so that a test can replace all of it.
package struct CommandEnvironment: Sendable {
  var output: Output
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
  var exec: @Sendable (_ program: String, _ words: [String]) throws(UsageError) -> Void =
    { program, _ throws(UsageError) in throw UsageError("\(program) cannot be run here.") }
  /// Asks a yes-or-no question on the terminal; `nil` without one.
  var ask: @Sendable (_ question: String) -> Bool? = { _ in nil }
  /// The time that calls days today and tomorrow.
  var now: @Sendable () -> Timestamp? = { .now() }
  let version: String
  /// The user's settings.
  var configuration = Configuration()
}

/// The directories of a stack.
package struct StackPaths: Sendable, Hashable, Encodable {
  package let home: String
  /// The directory of the sockets.
  package let run: String
  /// The directory of the files that the services build from the map.
  package let map: String
}

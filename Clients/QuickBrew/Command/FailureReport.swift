import CommandLineKit
import Messages

/// Tells a person, and with `--json` a program, why a command failed.
struct FailureReport {
  /// The command that failed; "" before one was understood.
  let command: String
  let wantsJSON: Bool

  /// Prints the failure and gives the exit status for it. A closed output is none.
  func show(_ error: any Error, on output: Output) -> CommandStatus {
    switch error {
    case is OutputClosed:
      // The reader, such as `head`, has all that it wanted.
      return .fine
    case let error as UsageError:
      output.message("\(prefix): \(error)")
      output.message("See \(prefix) --help.")
      return finish(ErrorReport(error), .usage, on: output)
    case let error as ServiceError:
      output.message(Self.text(error, prefix: prefix))
      return finish(ErrorReport(error), CommandStatus(error.code), on: output)
    default:
      output.message("\(prefix): \(error)")
      return finish(ErrorReport(ServiceError(.internal, "\(error)")), .failure, on: output)
    }
  }

  private var prefix: String { command.isEmpty ? "quickbrew" : "quickbrew \(command)" }

  private func finish(_ report: ErrorReport, _ status: CommandStatus, on output: Output)
    -> CommandStatus
  {
    // A closed output hides the report; the status still tells.
    if wantsJSON { try? output.json(report) }
    return status
  }

  /// The message, then a line for each suggestion.
  static func text(_ error: ServiceError, prefix: String) -> String {
    let suggestions = error.suggestions ?? []
    let lines = suggestions.map { "\n  \($0.printable)" }.joined()
    return "\(prefix): \(error.message.printable)"
      + (suggestions.isEmpty ? "" : "\nDid you mean:\(lines)")
  }
}

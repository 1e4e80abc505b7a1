import CommandLineKit
import Messages

/// Prints why a command failed: as text, and with `--json` also as JSON.
struct FailureReport {
  /// The name of the command that failed; empty where none was recognised.
  let command: String
  let wantsJSON: Bool

  /// Prints the failure and returns the exit status for it. A closed output is no failure.
  func show(_ error: any Error, on output: Output) -> CommandStatus {
    switch error {
    case OutputFailure.closed:
      // The reader, such as `head`, has read all that it needs.
      return .success
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
    // The report may be lost on a closed output; the exit status still shows the failure.
    if wantsJSON { try? output.json(report) }
    return status
  }

  /// The message, then a line for each suggestion. In another language than English what the code
  /// means, and behind it the service's own message, which is English.
  static func text(_ error: ServiceError, prefix: String) -> String {
    let suggestions = UsageError("", suggestions: error.suggestions ?? []).suggestions
    let lines = suggestions.map { "\n  \($0.printable)" }.joined()
    let (detail, meaning) = (
      error.message.printable, Formats.word("error", "\(error.code)", or: "")
    )
    let message = meaning.isEmpty ? detail : "\(meaning) (\(detail))"
    return "\(prefix): \(message)"
      + (suggestions.isEmpty ? "" : "\n\(Formats.phrase("meant"))\(lines)")
  }
}

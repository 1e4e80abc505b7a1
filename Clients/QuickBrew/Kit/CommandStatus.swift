import CommandLineKit
package import Messages

/// The exit status of the process.
@Memberwise package struct CommandStatus: Sendable, Hashable, RawRepresentable {
  package let rawValue: Int32

  package static let success = CommandStatus(rawValue: 0)
  package static let failure = CommandStatus(rawValue: 1)
  package static let usage = CommandStatus(rawValue: UsageError.exitStatus)
  package static let nothingFound = CommandStatus(rawValue: 3)
  package static let noneOnTime = CommandStatus(rawValue: 4)
  package static let unavailable = CommandStatus(rawValue: 5)
  package static let timedOut = CommandStatus(.deadlineExceeded)

  /// The status for a failed request, from the error table in Messages.
  package init(_ code: ErrorCode) { self.init(rawValue: code.row.exitStatus) }
}

/// A failed request as JSON: `{"error": {"code": …, "message": …}}`.
package struct ErrorReport: Encodable, Sendable {
  let error: ServiceError

  init(_ error: ServiceError) { self.error = error }

  init(_ error: UsageError) {
    let suggestions = error.suggestions.isEmpty ? nil : error.suggestions
    self.error = ServiceError(.invalidRequest, error.message, suggestions: suggestions)
  }
}

import FoundationEssentials
import Messages

/// A failed request as HTTP tells it: RFC 9457, `application/problem+json`.
package struct Problem: Codable, Sendable, Hashable {
  /// `urn:quickbrew:error:` and the code.
  package let type: String
  /// The HTTP status.
  package let status: Int
  /// What was being done, with what input, and what to do next.
  package let detail: String
  /// The word of the error table.
  package let code: ErrorCode
  /// Whether the same request may succeed later.
  package let retryable: Bool
  package let suggestions: [String]?

  /// - Parameter status: by default the error table's.
  package init(_ error: ServiceError, status: Int? = nil) {
    type = "urn:quickbrew:error:\(error.code)"
    self.status = status ?? error.code.row.httpStatus
    detail = error.message
    code = error.code
    retryable = error.code.isRetryable
    suggestions = error.suggestions
  }
}

extension HTTPResponse {
  /// The answer to a request that failed.
  package static func problem(
    _ error: ServiceError, status: Int? = nil, headers: [Header] = []
  ) -> HTTPResponse {
    let problem = Problem(error, status: status)
    let again = problem.retryable ? [Header("Retry-After", "1")] : []
    // Strings and numbers always encode.
    let body = (try? MessageCoder.encode(problem)) ?? Data()
    return HTTPResponse(
      problem.status, "application/problem+json", body, headers: again + headers)
  }

  /// Something HTTP has a status for and the error table has not.
  static func refusal(
    _ status: Int, _ message: String, headers: [Header] = []
  ) -> HTTPResponse {
    problem(ServiceError(.invalidRequest, message), status: status, headers: headers)
  }

  /// JSON as a service gave it.
  static func json(_ bytes: Data) -> HTTPResponse {
    HTTPResponse(
      200, "application/json", bytes, headers: [Header("Cache-Control", "no-store")])
  }
}

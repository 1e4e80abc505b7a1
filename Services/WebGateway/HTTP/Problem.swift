import FoundationEssentials
package import Messages

/// A failed request in HTTP: RFC 9457, `application/problem+json`.
package struct Problem: Codable, Sendable, Hashable {
  /// `urn:quickbrew:error:` followed by the code.
  package let type: String
  /// The HTTP status.
  package let status: Int
  /// What was being done, with what input, and what to do next.
  package let detail: String
  /// The code of the error table.
  package let code: ErrorCode
  /// Whether the same request may succeed later.
  package let retryable: Bool
  package let suggestions: [String]?

  /// - Parameter status: the error table's by default.
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
  static let stopping = HTTPResponse.problem(
    ServiceError(.shuttingDown, "The gateway is stopping; ask again in a moment."))

  static let bodyTooLarge = HTTPResponse.problem(
    ServiceError(.tooLarge, "The body is larger than the gateway accepts."))

  /// The response to a request that failed.
  package static func problem(
    _ error: ServiceError, status: Int? = nil, headers: [NamedValue] = []
  ) -> HTTPResponse {
    let problem = Problem(error, status: status)
    let again = problem.retryable ? [NamedValue("Retry-After", "1")] : []
    // Strings and numbers always encode.
    let body = (try? MessageCoder.encode(problem)) ?? Data()
    return HTTPResponse(
      problem.status, "application/problem+json", body, headers: again + headers)
  }

  /// A failure with an HTTP status that the error table does not have.
  static func refusal(
    _ status: Int, _ message: String, headers: [NamedValue] = []
  ) -> HTTPResponse {
    problem(ServiceError(.invalidRequest, message), status: status, headers: headers)
  }

  /// A reply of a service, or the problem with it.
  static func of(_ result: Result<Data, ServiceError>) -> HTTPResponse {
    switch result {
    case .success(let bytes): .json(bytes)
    case .failure(let error): .problem(error)
    }
  }

  /// JSON from a service, unchanged.
  static func json(_ bytes: Data, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status, "application/json", bytes, headers: [NamedValue("Cache-Control", "no-store")])
  }

  /// Strings and finite numbers as JSON.
  static func json(of value: some Encodable, status: Int = 200) -> HTTPResponse {
    // These always encode.
    json((try? MessageCoder.encode(value)) ?? Data(), status: status)
  }
}

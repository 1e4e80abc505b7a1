/// A failed request: what was being done, with what input, and what to do next.
package struct ServiceError: Error, Codable, Sendable, Hashable, CustomStringConvertible {
  package let code: ErrorCode
  /// One or two sentences for a person.
  package let message: String
  /// Alternatives that would have worked, best first: addresses for an unknown one, names for a
  /// typo.
  package let suggestions: [String]?

  package init(_ code: ErrorCode, _ message: String, suggestions: [String]? = nil) {
    self.code = code
    self.message = message
    self.suggestions = suggestions
  }

  package var description: String { message }
}

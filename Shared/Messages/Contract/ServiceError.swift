/// A failed request: what was being done, with what input, and what to do next.
@Memberwise(positional: 2)
package struct ServiceError: Error, Codable, Sendable, Hashable, CustomStringConvertible {
  package let code: ErrorCode
  /// One or two sentences for a person.
  package let message: String
  /// Alternatives that would have worked, best first: addresses for an unknown one, names for a
  /// typo.
  package let suggestions: [String]?

  package var description: String { message }
}

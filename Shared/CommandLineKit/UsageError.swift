/// An invalid command line, with a message for the person who typed it. Exit status 2.
package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence that names the flag or argument at fault.
  package let message: String
  /// What may have been meant, best first.
  package let suggestions: [String]

  package init(_ message: String, suggestions: [String] = []) {
    self.message = message
    self.suggestions = suggestions.enumerated()
      .filter { !suggestions[..<$0.offset].contains($0.element) }.map(\.element)
  }

  /// The exit status of a process with an invalid command line.
  package static let exitStatus: Int32 = 2

  /// The message and the suggestions: "Unknown flag --stpes. Did you mean --steps?"
  package var description: String {
    suggestions.isEmpty
      ? message : "\(message) Did you mean \(suggestions.joined(separator: " or "))?"
  }
}

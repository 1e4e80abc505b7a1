import CommandLineKit
import Messages

/// Which subjects a mixed load test asks for, and how often: lines of a weight and a subject.
struct LoadMix: Sendable, Hashable {
  struct Share: Sendable, Hashable {
    let weight: Double
    let subject: String
  }

  /// Of different subjects, at least one.
  let shares: [Share]

  /// What a city's guests ask, by our guess: mostly routes, much typing, some plans.
  static let usual = LoadMix(shares: [
    Share(weight: 45, subject: "router"), Share(weight: 25, subject: "geocoder"),
    Share(weight: 20, subject: "nearby"), Share(weight: 5, subject: "plan"),
    Share(weight: 5, subject: "positions"),
  ])

  init(shares: [Share]) { self.shares = shares }

  /// Reads lines such as `45 router`; what follows a `#` is a comment.
  ///
  /// - Parameter subjects: the known ones.
  /// - Throws: `UsageError` with the line's number.
  init(_ text: String, subjects: [String]) throws(UsageError) {
    var shares: [Share] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      guard words.count == 2, let weight = Double(words[0]), weight > 0, weight.isFinite else {
        throw UsageError(
          "Line \(index + 1) of the mix is no weight and subject, such as “45 router”.")
      }
      let subject = String(words[1])
      guard subjects.contains(subject) else {
        throw UsageError(
          "Line \(index + 1) of the mix: “\(subject)” is none of "
            + "\(subjects.joined(separator: ", ")).",
          suggestions: Spelling.nearest(to: subject, among: subjects, limit: 1))
      }
      guard !shares.contains(where: { $0.subject == subject }) else {
        throw UsageError("Line \(index + 1) of the mix: \(subject) is there already.")
      }
      shares.append(Share(weight: weight, subject: subject))
    }
    guard !shares.isEmpty else { throw UsageError("The mix has no line, such as “45 router”.") }
    self.shares = shares
  }
}

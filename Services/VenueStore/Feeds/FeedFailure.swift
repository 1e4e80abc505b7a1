/// Why a feed could not be brought up to date. What the store holds of it is as it was.
package struct FeedFailure: Error, Hashable, CustomStringConvertible {
  /// A sentence for a person.
  package let description: String

  package init(_ description: String) { self.description = description }

  /// What was met is larger than its limit.
  ///
  /// - Parameters:
  ///   - what: what is too large, as the sentence begins: "The document is larger than".
  ///   - limit: with its unit: "256 bytes".
  static func tooLarge(_ what: String, _ limit: String) -> FeedFailure {
    FeedFailure("\(what) \(limit). Point the feed at a smaller document, such as one city's.")
  }
}

extension FeedFailure {
  static func tooManyRows(_ limit: Int) -> FeedFailure {
    .tooLarge("The feed has more than", "\(limit) rows")
  }
}

/// Why one row of a feed cannot be used; the others can.
package struct WrongRow: Error, Hashable {
  /// In the singular, without what is particular to the row: reasons are counted.
  package let reason: String
  /// The row's identifier where that much could be read: what the row said before is then kept.
  package let id: String?

  package init(_ reason: String, id: String? = nil) {
    self.reason = reason
    self.id = id
  }
}

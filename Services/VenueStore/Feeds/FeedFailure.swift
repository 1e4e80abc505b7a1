import Messages

/// Why a sync failed. The store is unchanged.
@Memberwise(positional: 1) package struct FeedFailure: Error, Hashable, CustomStringConvertible {
  /// A complete sentence.
  package let description: String

  /// A limit was exceeded.
  ///
  /// - Parameters:
  ///   - what: the start of the sentence: "The document is larger than".
  ///   - limit: the limit with its unit: "256 bytes".
  static func tooLarge(_ what: String, _ limit: String) -> FeedFailure {
    FeedFailure("\(what) \(limit). Point the feed at a smaller document, such as one city's.")
  }
}

extension FeedFailure {
  static func tooManyRows(_ limit: Int) -> FeedFailure {
    .tooLarge("The feed has more than", "\(limit) rows")
  }
}

/// Why a row of a feed is invalid. Other rows are not affected.
@Memberwise(positional: 1) package struct RejectedRow: Error, Hashable {
  /// A phrase in the singular without details of the row, as rows are counted by reason.
  package let reason: String
  /// The row's identifier, if it could be read: the row's previous data is then kept.
  package let id: String?
}

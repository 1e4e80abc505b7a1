/// Why a feed could not be brought up to date. What the store holds of it is as it was.
package struct FeedFailure: Error, Hashable, CustomStringConvertible {
  /// A sentence for a person.
  package let description: String

  package init(_ description: String) { self.description = description }
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

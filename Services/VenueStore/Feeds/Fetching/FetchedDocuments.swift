/// A feed's documents on disk, complete and within their limits.
struct FetchedDocuments: Sendable {
  /// In the order of the pages.
  let paths: [String]
  let validators: Validators
}

/// What fetching a feed came to.
enum FetchOutcome: Sendable {
  /// The source says that it has not changed.
  case unchanged
  case documents(FetchedDocuments)
}

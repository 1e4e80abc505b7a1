/// A feed's documents on disk, complete and within their limits.
struct FetchedDocuments: Sendable {
  /// In the order of the pages.
  let paths: [String]
  /// One for each; empty where the source names none of one.
  let versions: [Validators]

  init(paths: [String], versions: [Validators]) {
    self.paths = paths
    self.versions = versions.contains(where: \.isEmpty) ? [] : versions
  }
}

/// What fetching a feed came to.
enum FetchOutcome: Sendable {
  /// The source says that it has not changed.
  case unchanged
  case documents(FetchedDocuments)
}

/// A feed's documents on disk, complete and within the limits.
struct FetchedDocuments: Sendable {
  /// In the order of the pages.
  let paths: [String]
  /// One for each path; empty if the source gives none for one of them.
  let versions: [Validators]

  init(paths: [String], versions: [Validators]) {
    self.paths = paths
    self.versions = versions.contains(where: \.isEmpty) ? [] : versions
  }
}

/// The result of fetching a feed.
enum FetchOutcome: Sendable {
  /// The source reports that nothing has changed.
  case unchanged
  case documents(FetchedDocuments)
}

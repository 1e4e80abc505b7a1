import Foundation
import Messages

/// Fetches the documents of a feed to files.
struct FeedFetcher: Sendable {
  /// The directory of downloads while they are read. A killed process leaves at most those of one
  /// feed, which its next sync overwrites.
  let directory: String
  let limits: FeedLimits

  /// Fetches all documents of a feed.
  ///
  /// For a paged list see `PagedFeed`.
  ///
  /// - Throws: `FeedFailure`.
  func fetch(_ stored: StoredFeed) async throws(FeedFailure) -> FetchOutcome {
    switch FeedLocation(stored.feed.location) {
    case .file(let path): return try fileOutcome(path, stored.versions.first)
    case .address(let url):
      try makeDirectory()
      guard let reader = stored.feed.reader, Self.isPaged(stored.feed, url) else {
        return try await single(url, stored)
      }
      return try await PagedFeed(url: url, stored: stored, reader: reader, limits: limits)
        .fetch { file(stored.feed, $0) }
    case nil: throw FeedFailure("“\(stored.feed.location)” is neither a URL nor a path.")
    }
  }

  /// Removes the downloads of a feed.
  func discard(_ feed: Feed) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
      return
    }
    for name in names where name.hasPrefix("\(feed.name).") {
      // A file that cannot be removed is overwritten by the next sync.
      try? FileManager.default.removeItem(atPath: "\(directory)/\(name)")
    }
  }

  // MARK: A file

  /// File systems have coarse clocks: a change within this time may not alter the time stamp.
  private static let timestampResolutionSeconds = 2

  /// The version is the size and the time of the last change, unless that is too recent.
  private func fileOutcome(
    _ path: String, _ known: Validators?
  ) throws(FeedFailure) -> FetchOutcome {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FeedFailure("Cannot read \(path): it is not a regular file.")
    }
    guard status.st_size <= limits.maximumBytes else {
      throw FeedFailure.tooLarge("\(path) is larger than", "\(limits.maximumBytes) bytes")
    }
    let version = "\(status.st_size)-\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    if known?.etag == version { return .unchanged }
    let isReliable = Int(status.st_mtim.tv_sec) + Self.timestampResolutionSeconds < time(nil)
    return .documents(
      FetchedDocuments(
        paths: [path], versions: [Validators(etag: isReliable ? version : nil)]))
  }

  // MARK: One document

  private func single(
    _ url: URL, _ stored: StoredFeed
  ) async throws(FeedFailure) -> FetchOutcome {
    let path = file(stored.feed, 1)
    let deadline = ContinuousClock.now + limits.maximumTime
    let document = DocumentRequest(
      url: url, validators: stored.versions.first ?? Validators(),
      headers: stored.feed.headers ?? [:])
    let answer = try await Download.run(
      document, into: path, maximumBytes: limits.maximumBytes, until: deadline, limits)
    guard let answer else { return .unchanged }
    return .documents(FetchedDocuments(paths: [path], versions: [answer]))
  }

  /// Only the list of the API of Open Brewery DB is paged.
  private static func isPaged(_ feed: Feed, _ url: URL) -> Bool {
    feed.format == .openBreweryDB && url.lastPathComponent == "breweries"
  }

  // MARK: Downloads

  private func file(_ feed: Feed, _ page: Int) -> String {
    "\(directory)/\(feed.name).\(page).download"
  }

  private func makeDirectory() throws(FeedFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw FeedFailure("Cannot create the directory \(directory): \(error)")
    }
  }

}

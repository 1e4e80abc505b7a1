import Foundation
import Hashing

/// A list that a server gives in pages, the last of which is not full.
///
/// Each page has a version of its own. All pages are asked whether they are what they were; where
/// all are, so is the list, as the last was not full and still is not. The first that says
/// otherwise ends the asking, and all pages are fetched anew: a row that comes or goes moves every
/// row behind it, so that there is little to gain from the others, and no page of one time is ever
/// put together with one of another.
struct PagedFeed: Sendable {
  let url: URL
  let stored: StoredFeed
  let reader: FeedReader
  let limits: FeedLimits

  /// - Parameter path: where a page goes, by its number.
  /// - Throws: `FeedFailure`.
  func fetch(to path: (Int) -> String) async throws(FeedFailure) -> FetchOutcome {
    let deadline = ContinuousClock.now + limits.maximumTime
    if try await isUnchanged(path(1), until: deadline) { return .unchanged }
    return .documents(try await pages(path, until: deadline))
  }

  private func isUnchanged(
    _ path: String, until deadline: ContinuousClock.Instant
  ) async throws(FeedFailure) -> Bool {
    for (index, version) in stored.versions.enumerated() {
      let answer = try await Download.run(
        page(index + 1, known: version), into: path, maximumBytes: limits.maximumBytes,
        until: deadline, limits)
      if answer != nil { return false }
    }
    return !stored.versions.isEmpty
  }

  private func pages(
    _ path: (Int) -> String, until deadline: ContinuousClock.Instant
  ) async throws(FeedFailure) -> FetchedDocuments {
    var paths: [String] = []
    var versions: [Validators] = []
    var bytesLeft = limits.maximumBytes
    var last: Fingerprint?
    while paths.count < limits.maximumPages {
      let number = paths.count + 1
      let answer = try await Download.run(
        page(number), into: path(number), maximumBytes: bytesLeft, until: deadline, limits)
      let found = try look(at: path(number))
      guard found.rows == 0 || found.fingerprint != last else {
        throw FeedFailure("Page \(number) is page \(number - 1) again.")
      }
      paths.append(path(number))
      versions.append(answer ?? Validators())
      bytesLeft -= found.bytes
      last = found.fingerprint
      if found.rows < OpenBreweryDB.rowsPerPage {
        return FetchedDocuments(paths: paths, versions: versions)
      }
    }
    throw FeedFailure("The feed has more than \(limits.maximumPages) pages.")
  }

  private func page(_ number: Int, known: Validators = Validators()) -> DocumentRequest {
    let page = url.appending(queryItems: [
      URLQueryItem(name: "per_page", value: "\(OpenBreweryDB.rowsPerPage)"),
      URLQueryItem(name: "page", value: "\(number)"),
    ])
    return DocumentRequest(url: page, validators: known, headers: stored.feed.headers ?? [:])
  }

  private func look(
    at path: String
  ) throws(FeedFailure) -> (rows: Int, bytes: Int, fingerprint: Fingerprint) {
    do {
      let rows = try FeedDocument(path: path, limits: limits).count(reader)
      var bytes = 0
      try FilePieces.forEach(path) { bytes += $0.count }
      return (rows, bytes, try Fingerprint(ofFile: path))
    } catch {
      throw error as? FeedFailure ?? FeedFailure("\(error)")
    }
  }
}

import Foundation
import Hashing
import MapFiles
import Messages

/// A list that a server gives in pages, the last of which is not full.
///
/// Each page has its version. First each page is requested conditionally. If none has
/// changed, neither has the list, because its last page still is not full. At the first page that
/// has changed, all pages are fetched again: an inserted or removed row shifts all rows after it,
/// so few other pages would be unchanged, and pages of different versions are never mixed.
struct PagedFeed: Sendable {
  let url: URL
  let stored: StoredFeed
  let reader: FeedReader
  let limits: FeedLimits

  /// Fetches the pages, unless all are unchanged.
  ///
  /// - Parameter path: the file for a page, by the page's number.
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
      let contents = try inspect(path(number))
      guard contents.rows == 0 || contents.fingerprint != last else {
        throw FeedFailure("Page \(number) repeats page \(number - 1).")
      }
      paths.append(path(number))
      versions.append(answer ?? Validators())
      bytesLeft -= contents.bytes
      last = contents.fingerprint
      if contents.rows < OpenBreweryDB.rowsPerPage {
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

  private func inspect(
    _ path: String
  ) throws(FeedFailure) -> (rows: Int, bytes: Int, fingerprint: Fingerprint) {
    do {
      let rows = try FeedDocument(path: path, limits: limits).count(reader)
      var bytes = 0
      try FileChunks.forEach(path) { bytes += $0.count }
      return (rows, bytes, try Fingerprint(ofFile: path))
    } catch {
      throw error as? FeedFailure ?? FeedFailure("\(error)")
    }
  }
}

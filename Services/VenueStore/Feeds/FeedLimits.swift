package import OpenStreetMap

/// The limits of a feed's documents and syncs. Tests set smaller ones.
package struct FeedLimits: Sendable {
  /// All documents of one sync together, on disk. A compressed HTTP response counts uncompressed.
  package var maximumBytes = 256 << 20
  /// The time to fetch all documents of one sync.
  package var maximumTime = Duration.seconds(600)
  /// The longest pause of a server between two parts of its response.
  package var maximumSilence = Duration.seconds(30)
  package var maximumRedirects = 5
  /// Which servers are fetched from.
  package var egress = EgressRule()
  /// The pages of a paged list.
  package var maximumPages = 5_000
  package var maximumRows = 1_000_000
  /// A longer row is invalid.
  package var maximumRowBytes = 1 << 20
  /// The columns of a CSV document.
  package var maximumColumns = 1_000
  /// The values of a row in JSON, including keys. A row with more is invalid.
  package var maximumRowValues = 20_000
  /// The limits of an OpenStreetMap extract: its uncompressed bytes, unless it is PBF, and its
  /// elements, of which each node needs 16 bytes of memory while the extract is read.
  package var maximumExtract = MapFileLimits(
    maximumBytes: 4 << 30, maximumElements: 20_000_000)
  /// A document with less than this share of the previous rows is rejected.
  package var minimumRowShare = 0.5
  /// A document with more than this share of invalid rows is rejected.
  package var maximumInvalidShare = 0.5
  /// Documents with fewer rows are not rejected because of shares.
  package var minimumRowsForShares = 20

  /// The most rows of a feed that are removed in one transaction, while which other changes wait,
  /// and how long it should take.
  package var removedRowsPerTransaction = 1_000
  package var removalTime = Duration.milliseconds(50)

  /// Addresses that are geocoded in one run, stored in one transaction, and requested concurrently.
  package var maximumGeocodings = 20_000
  package var geocodingsPerTransaction = 400
  package var concurrentGeocodings = 8
  package var geocodingTimeout = Duration.seconds(5)

  /// The period of the check for feeds that are due and addresses that can be geocoded.
  package var pollInterval = Duration.seconds(60)

  package init() {}

  /// How many rows the next transaction removes: what fits into `removalTime` on this machine, and
  /// no more than twice as many as the last.
  ///
  /// - Parameters:
  ///   - count: how many the last one removed; `nil` for the first.
  ///   - time: how long that took.
  func removedRows(after count: Int?, in time: Duration) -> Int {
    guard let count else { return min(100, removedRowsPerTransaction) }
    let fitting = Double(count) * (removalTime / max(time, .nanoseconds(1)))
    return min(removedRowsPerTransaction, max(1, Int(min(Double(2 * count), fitting))))
  }

  /// The default interval between two syncs.
  static let defaultIntervalSeconds = 24 * 3600
  /// The time to the next attempt after a failure. It doubles with each further failure, up to the
  /// feed's interval.
  static let retrySeconds = 300
  /// How long a due feed stays claimed by the instance that syncs it: longer than a sync takes.
  static let claimSeconds = 1_200
  /// The interval varies randomly by up to this share in both directions.
  static let jitter = 0.1
  /// The length of a row's identifier.
  static let maximumRowIDBytes = 120
}

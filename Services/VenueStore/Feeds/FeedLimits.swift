import OpenStreetMap

/// The bounds of what a feed may do to the store. A test sets smaller ones.
package struct FeedLimits: Sendable {
  /// Of all documents of one sync together, as they lie on disk; what comes packed over HTTP is
  /// counted as it is unpacked.
  package var maximumBytes = 256 << 20
  /// For fetching all documents of one sync.
  package var maximumTime = Duration.seconds(600)
  /// For the server to say the next thing.
  package var maximumSilence = Duration.seconds(30)
  package var maximumRedirects = 5
  /// For a transfer to end once it is given up; it is left to itself after.
  package var maximumEnding = Duration.seconds(5)
  /// Pieces of a transfer, of 16 KiB each, that wait to be written; the transfer waits with them.
  package var maximumWaitingPieces = 64
  /// Of a feed that comes in pages.
  package var maximumPages = 5_000
  package var maximumRows = 1_000_000
  /// A row that is longer is passed over.
  package var maximumRowBytes = 1 << 20
  /// Columns of a CSV document. A row keeps no more fields than there are columns.
  package var maximumColumns = 1_000
  /// Of a row in JSON, keys counted too. A row with more is passed over.
  package var maximumRowValues = 20_000
  /// Of an OpenStreetMap extract: bytes once it is unpacked, unless it is PBF; nodes, ways and
  /// relations, of which each node takes 16 bytes of memory while the extract is read.
  package var maximumExtract = MapFileLimits(
    maximumBytes: 4 << 30, maximumElements: 20_000_000)
  /// A feed is not believed that has lost more than this share of the rows it had.
  package var smallestShare = 0.5
  /// A feed is not believed of which more than this share of rows is wrong.
  package var largestWrongShare = 0.5
  /// Feeds with fewer rows are not judged by shares.
  package var judgedRows = 20

  /// Addresses that are geocoded in one run, stored in one transaction, and requested concurrently.
  package var maximumGeocodings = 20_000
  package var geocodingsPerTransaction = 400
  package var concurrentGeocodings = 8
  package var geocodingTimeout = Duration.seconds(5)

  /// The period of the check for feeds that are due and addresses that can be geocoded.
  package var pollInterval = Duration.seconds(60)

  package init() {}

  /// The time between two syncs of a feed that does not say.
  static let defaultIntervalSeconds = 24 * 3600
  /// The time to the next attempt after a failure; it doubles with each one in a row, up to the
  /// feed's own interval.
  static let retrySeconds = 300
  /// How long a feed that is due is left to who said it would sync it: longer than a sync takes.
  static let claimSeconds = 1_200
  /// The interval is drawn from this part less to this part more.
  static let jitter = 0.1
  /// Of a row's identifier in its feed.
  static let maximumRowIDBytes = 120
}

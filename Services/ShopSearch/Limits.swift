import FoldedText
import Geography
import Messages

/// The bounds of shop search, beside `ShopSearchLimits` of the contract.
package enum SearchLimits {
  package static let defaultNearby = 20
  package static let defaultMinimumCandidates = 10
  /// Events change the index at most this often; until then answers come from the one before.
  package static let publishingInterval = Duration.milliseconds(100)
  /// With more changes than this, and than one in so many venues, the table is built anew.
  package static let keptChanges = 1_000
  package static let venuesPerKeptChange = 250
  /// Values of the opening hours of which a thread remembers what they say now; 100 bytes each.
  static let keptRuns = 500_000
  /// Values that a thread keeps as they were read; some 2 kB each.
  static let keptHours = 10_000
  /// A word of a wish is the beginning of another from so many letters on.
  static let shortestBeginning = 2
  /// Looking at a listed venue costs as much as looking at so many neighbours, which lie together
  /// in memory.
  static let listedLookCost = 3.0

  /// The share of the venues that fulfil a wish of which nothing is counted.
  static let guessedShare = 1.0 / 3
  /// Two lists are merged where the longer has at most so many times the rows of the shorter.
  static let mergedRowsPerRow = 50

  /// How many edits make another word of one with these letters: 1 from 4 letters on, 2 from 8.
  /// Numbers are not misspelt: one more or less is another number.
  static func edits(in letters: [UInt32]) -> Int {
    guard letters.count >= 4, !letters.contains(where: Letters.isDigit) else { return 0 }
    return letters.count < 8 ? 1 : 2
  }

  /// How long a page of the venues may take.
  package static let pageTimeout = Duration.seconds(5)
}

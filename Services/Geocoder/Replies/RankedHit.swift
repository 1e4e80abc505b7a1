import Geography
import Messages

/// A hit with its rank. Its confidence is still unknown because it depends on the other hits.
struct RankedHit {
  let hit: PlaceHit
  let evidence: Evidence
  let rank: Float
  /// What it is: equal for duplicates.
  let identity: Identity
  /// The entry of the street that a house number was searched on; `nil` for other hits.
  var numberedStreet: UInt32?
  /// The entry and the bits of the query's tokens that it explains; none for a corner.
  var match: NameMatch?
  /// The number of the spelling of the matched name.
  var spelling: UInt32?
  /// The importance of the entry, 0 ... 1; 0 for a corner.
  var importance: Float = 0
  /// Explains the match. Lazy, because only the hits in the reply need it.
  let explanation: () throws -> ExplanationBuilder

  enum Identity: Hashable {
    case entry(UInt32)
    /// The street's entry and the number; "" for one that is not known.
    case house(UInt32, String)
    /// The two streets' entries and the point.
    case corner(UInt32, UInt32, Coordinate)
  }
}

extension RankedHit {
  /// Whether it explains the word at this position of the text; a corner and a house do.
  func explains(_ position: Int) -> Bool {
    guard let match, numberedStreet == nil else { return true }
    return (match.inName | match.inContext) & 1 << UInt32(position) != 0
  }
}

extension [RankedHit] {
  /// Whether one of them fits so well that no other reading of the text is needed.
  var containsGoodFit: Bool { contains { $0.evidence.fit >= RankingModel.goodFit } }

  /// Whether the best one fits so well, and explains the word at this position.
  func isMeant(to position: Int) -> Bool {
    self.max { $0.rank < $1.rank }.map {
      $0.evidence.fit >= RankingModel.goodFit && $0.explains(position)
    } ?? false
  }
}

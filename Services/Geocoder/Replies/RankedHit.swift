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

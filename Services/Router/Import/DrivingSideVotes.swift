import Countries
import Geography
import OpenStreetMap

/// Determines the driving side of a map: each road votes with its length, for its own
/// `driving_side`, or else for the side of the country it lies in. So one car park with its own
/// rule, or a road across a border, changes nothing.
struct DrivingSideVotes {
  private var countries = CountryVotes()
  private var tagged = Votes()
  /// The metres of road without a tag that begin in a cell.
  private var located: [ZoneGrid.Cell: Meters] = [:]

  /// Fewer country codes may all be mistakes, such as addresses of companies abroad.
  private static let leastCodes = 20

  /// Metres of road.
  private struct Votes {
    var left: Meters = 0
    var right: Meters = 0
  }

  /// Counts the country code of any element: an address, a border.
  mutating func count(_ tags: Tags) { countries.count(tags) }

  /// Counts a road, wherever it begins.
  mutating func count(_ tags: Tags, from first: Coordinate, length: Meters) {
    switch tags["driving_side"] {
    case "left": tagged.left += length
    case "right": tagged.right += length
    default: located[ZoneGrid.world.cell(at: first), default: 0] += length
    }
  }

  /// The side that most kilometres of road vote for. The country of those without a tag is that of
  /// the country codes, if there are enough of them, else that of each road's own location.
  var choice: (side: DrivingSide, reason: DrivingSideReason) {
    var country = Votes()
    let named = countries.countries
    let all = named.values.reduce(0, +)
    let left = named.filter { Countries.drivingOnLeft.contains($0.key) }.values.reduce(0, +)
    let hasCodes = all >= Self.leastCodes && 2 * left != all
    for (cell, length) in located {
      let share = hasCodes ? (2 * left > all ? 1 : 0) : Countries.leftHandShare(in: cell) ?? 0
      country.left += share * length
      country.right += (1 - share) * length
    }
    let isLeft = country.left + tagged.left > country.right + tagged.right
    let agrees = (country.left > country.right) == isLeft && !located.isEmpty
    return (isLeft ? .left : .right, !agrees ? .tags : hasCodes ? .countryCodes : .location)
  }
}

import Geography
import OpenStreetMap

/// Determines the driving side of a map: each road votes with its length, for its own
/// `driving_side`, or else for the side of the country it lies in. So one car park with its own
/// rule, or a road across a border, changes nothing.
struct DrivingSideVotes {
  private var tagged = Votes()
  private var located = Votes()
  private var codes = Votes()

  /// Fewer country codes may all be mistakes, such as addresses of companies abroad.
  private static let leastCodes: Meters = 20

  /// Metres of road, or the number of country codes.
  private struct Votes {
    var left: Meters = 0
    var right: Meters = 0

    var total: Meters { left + right }

    mutating func add(isLeft: Bool, _ amount: Meters) {
      if isLeft { left += amount } else { right += amount }
    }
  }

  /// Counts the country code of any element: an address, a border.
  mutating func count(_ tags: Tags) {
    if let code = tags["addr:country"] ?? tags["ISO3166-1"] ?? tags["ISO3166-1:alpha2"] {
      codes.add(isLeft: LeftHandTraffic.countries.contains(code.uppercased()), 1)
    }
  }

  /// Counts a road, wherever it begins.
  mutating func count(_ tags: Tags, from first: Coordinate, length: Meters) {
    switch tags["driving_side"] {
    case "left": tagged.add(isLeft: true, length)
    case "right": tagged.add(isLeft: false, length)
    default: located.add(isLeft: LeftHandTraffic.contains(first), length)
    }
  }

  /// The side that most kilometres of road vote for. The country of those without a tag is that of
  /// the country codes, if there are enough of them, else that of each road's own location.
  var choice: (side: DrivingSide, reason: DrivingSideReason) {
    var sum = located
    let hasCodes = codes.total >= Self.leastCodes && codes.left != codes.right
    if hasCodes {
      sum = Votes()
      sum.add(isLeft: codes.left > codes.right, located.total)
    }
    let country = sum
    sum.left += tagged.left
    sum.right += tagged.right
    let isLeft = sum.left > sum.right
    let agrees = (country.left > country.right) == isLeft && country.total > 0
    return (isLeft ? .left : .right, !agrees ? .tags : hasCodes ? .countryCodes : .location)
  }
}

/// Where traffic drives on the left, roughly: boxes around those countries and islands.
///
/// Source of the list: Wikipedia, "Left- and right-hand traffic". Near a land border with
/// right-hand traffic a box may be wrong; then use `router build --driving-side`.
enum LeftHandTraffic {
  /// The country codes, ISO 3166-1.
  static let countries: Set<String> = [
    "AG", "AI", "AU", "BB", "BD", "BM", "BN", "BS", "BT", "BW", "CC", "CK", "CX", "CY", "DM", "FJ",
    "FK", "GB", "GD", "GG", "GY", "HK", "ID", "IE", "IM", "IN", "JE", "JM", "JP", "KE", "KI", "KN",
    "KY", "LC", "LK", "LS", "MO", "MS", "MT", "MU", "MV", "MW", "MY", "MZ", "NA", "NF", "NP", "NR",
    "NU", "NZ", "PG", "PK", "PN", "SB", "SC", "SG", "SH", "SR", "SZ", "TC", "TH", "TK", "TL", "TO",
    "TT", "TV", "TZ", "UG", "UK", "VC", "VG", "VI", "WS", "ZA", "ZM", "ZW",
  ]

  static func contains(_ coordinate: Coordinate) -> Bool {
    boxes.contains { $0.contains(coordinate) }
  }

  private static let boxes: [BoundingBox] = [
    // Great Britain and Ireland: north of the Strait of Dover, along the Channel; its islands.
    BoundingBox(south: 51.05, west: -11, north: 61, east: 1.8),
    BoundingBox(south: 49.85, west: -11, north: 51.05, east: 1.3),
    BoundingBox(south: 49.15, west: -2.75, north: 49.75, east: -1.99),
    // Malta, Cyprus.
    BoundingBox(south: 35.75, west: 14.1, north: 36.15, east: 14.65),
    BoundingBox(south: 34.5, west: 32.2, north: 35.75, east: 34.7),
    // Pakistan, India, Nepal, Bhutan, Bangladesh, Sri Lanka, the Maldives.
    BoundingBox(south: 23.6, west: 61.9, north: 29.3, east: 70),
    BoundingBox(south: 23.6, west: 70, north: 34, east: 78.5),
    BoundingBox(south: 34, west: 71.5, north: 35.9, east: 77.5),
    BoundingBox(south: 26.3, west: 78.5, north: 29.5, east: 84),
    BoundingBox(south: 26.3, west: 84, north: 27.8, east: 92),
    BoundingBox(south: 23.9, west: 84, north: 26.3, east: 94),
    BoundingBox(south: 26.3, west: 92, north: 28, east: 96.2),
    BoundingBox(south: 20.6, west: 78.5, north: 26.3, east: 92.2),
    BoundingBox(south: -1, west: 68, north: 23.6, east: 90),
    // Thailand, Malaysia, Singapore, Indonesia, Brunei, East Timor, Papua New Guinea.
    BoundingBox(south: 5.5, west: 97.3, north: 13.5, east: 102),
    BoundingBox(south: 13.5, west: 99.2, north: 20.4, east: 100.2),
    BoundingBox(south: 14.5, west: 100.2, north: 17.5, east: 104.6),
    BoundingBox(south: -11.1, west: 95, north: 5.5, east: 119.3),
    BoundingBox(south: 5.5, west: 115, north: 7.4, east: 119.3),
    BoundingBox(south: -11.1, west: 119.3, north: 4.6, east: 156),
    // Hong Kong, Macau, Japan.
    BoundingBox(south: 22.15, west: 113.83, north: 22.52, east: 114.45),
    BoundingBox(south: 22.1, west: 113.52, north: 22.22, east: 113.6),
    BoundingBox(south: 24, west: 122.9, north: 34, east: 146),
    BoundingBox(south: 34, west: 129.2, north: 38, east: 146),
    BoundingBox(south: 38, west: 136, north: 45.6, east: 145.9),
    // Australia, New Zealand, the islands of the Pacific.
    BoundingBox(south: -48, west: 112, north: -11.1, east: 160),
    BoundingBox(south: -53, west: 165, north: -34, east: 180),
    BoundingBox(south: -22, west: 172.5, north: 4, east: 180),
    BoundingBox(south: -25, west: -180, north: -7, east: -157),
    BoundingBox(south: -12, west: 155.5, north: -6.5, east: 163),
    // South of the Congo: Namibia to Mozambique and Tanzania; Kenya, Uganda; islands.
    BoundingBox(south: -35, west: 11.7, north: -17.4, east: 35.6),
    BoundingBox(south: -17.4, west: 22, north: -9, east: 40.9),
    BoundingBox(south: -12, west: 30.9, north: -1, east: 40.9),
    BoundingBox(south: -1.4, west: 29.6, north: 4.2, east: 41.9),
    BoundingBox(south: -21, west: 54.5, north: -3.5, east: 64),
    BoundingBox(south: -16.1, west: -5.9, north: -7.8, east: -5.5),
    // The Caribbean and the west of the Atlantic.
    BoundingBox(south: 20.8, west: -79.5, north: 27.4, east: -71),
    BoundingBox(south: 17.6, west: -81.5, north: 19.9, east: -76.1),
    BoundingBox(south: 17.6, west: -65.1, north: 18.8, east: -62.9),
    BoundingBox(south: 12, west: -62.9, north: 17.8, east: -59.3),
    BoundingBox(south: 9.9, west: -62, north: 11.4, east: -60.4),
    BoundingBox(south: 1.8, west: -61.4, north: 8.6, east: -54),
    BoundingBox(south: 32.2, west: -64.95, north: 32.45, east: -64.6),
    BoundingBox(south: -53, west: -61.5, north: -51, east: -57.6),
  ]
}

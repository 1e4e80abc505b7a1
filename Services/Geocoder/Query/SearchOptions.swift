import Geography
import Messages

/// Everything in a search request except its text, validated.
struct SearchOptions: Sendable {
  var near: Coordinate?
  /// The most that nearness adds to the rank.
  var nearBonus = SearchOptions.nearBonus(strength: SearchOptions.defaultStrength)
  /// The most that importance adds to the rank.
  var importanceBonus: Float = 0.03
  var area: AreaFilter?
  var language: String?
  var limit = SearchOptions.defaultLimit
  var explains = false

  static let defaultLimit = 5
  static let defaultStrength = 0.2

  static func nearBonus(strength: Double) -> Float { Float(strength) * 0.3 }

  /// What nearness adds to the rank of a hit at the coordinate.
  func nearness(_ point: Coordinate) -> Float {
    guard let near else { return 0 }
    return nearBonus / Float(1 + point.distance(to: near) / RankingModel.nearHalfDistance)
  }
}

/// The area that a search is limited to.
enum AreaFilter: Sendable {
  case circle(Coordinate, Meters)
  case box(BoundingBox)
  /// The index entry of a settlement, or of a part of one.
  case place(UInt32)

  /// Whether any part of the entry may be inside; for a street, any point or house.
  func mayContain(_ entry: UInt32, _ names: NameTable) -> Bool {
    switch self {
    case .circle(let center, let radius):
      names.coordinate(of: entry).distance(to: center) <= radius + names.reach(of: entry)
    case .box(let box):
      box.expanded(by: names.reach(of: entry)).contains(names.coordinate(of: entry))
    case .place(let place): names.isInside(entry, of: place)
    }
  }

  /// Whether the point is inside. Always true for a place, which only `mayContain` can decide.
  func contains(_ point: Coordinate) -> Bool {
    switch self {
    case .circle(let center, let radius): point.distance(to: center) <= radius
    case .box(let box): box.contains(point)
    case .place: true
    }
  }

  /// A point of the line inside the area; `nil` where the line is outside.
  func point(on line: [Coordinate]) -> Coordinate? {
    if let inside = line.first(where: contains) { return inside }
    switch self {
    case .circle(let center, _):
      let nearest = PlanarGeometry.nearest(to: center, on: line).0
      return contains(nearest) ? nearest : nil
    case .box(let box):
      return zip(line, line.dropFirst()).lazy.compactMap {
        PlanarGeometry.entryPoint(of: $0, $1, into: box)
      }
      .first
    case .place: return nil
    }
  }
}

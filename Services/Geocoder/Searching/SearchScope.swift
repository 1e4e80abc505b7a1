import Geography
import Messages

/// What a request wants beside what its words say, checked.
struct SearchScope: Sendable {
  var near: Coordinate?
  /// What nearness adds to the rank at most.
  var nearBonus = SearchScope.nearBonus(strength: SearchScope.defaultStrength)
  /// What importance adds to the rank at most.
  var importanceBonus: Float = 0.03
  var area: AreaFilter?
  var language: String?
  var limit = SearchScope.defaultLimit
  var explains = false

  static let defaultLimit = 5
  static let defaultStrength = 0.2
  /// Where a near place's bonus has halved.
  static let nearHalf: Meters = 2_000

  static func nearBonus(strength: Double) -> Float { Float(strength) * 0.3 }

  /// What nearness adds to the rank of something here.
  func nearness(_ point: Coordinate) -> Float {
    guard let near else { return 0 }
    return nearBonus / Float(1 + point.distance(to: near) / Self.nearHalf)
  }
}

/// Tells what lies in the area that a search is limited to.
enum AreaFilter: Sendable {
  case circle(Coordinate, Meters)
  case box(BoundingBox)
  /// The entry of a settlement, or of a part of one.
  case place(UInt32)

  /// Whether some of the entry may be inside: of a street any point or house.
  func mayHold(_ entry: UInt32, _ names: NameTable) -> Bool {
    switch self {
    case .circle(let center, let radius):
      names.coordinate(of: entry).distance(to: center) <= radius + names.reach(of: entry)
    case .box(let box):
      box.grown(by: names.reach(of: entry)).contains(names.coordinate(of: entry))
    case .place(let place): names.isInside(entry, of: place)
    }
  }

  /// Whether the point is inside; for a place this is for `mayHold` to say.
  func holds(_ point: Coordinate) -> Bool {
    switch self {
    case .circle(let center, let radius): point.distance(to: center) <= radius
    case .box(let box): box.contains(point)
    case .place: true
    }
  }

  /// A point of the line that is inside.
  func point(on line: [Coordinate]) -> Coordinate? {
    if let inside = line.first(where: holds) { return inside }
    switch self {
    case .circle(let center, _):
      let nearest = Outline.nearest(to: center, on: line).0
      return holds(nearest) ? nearest : nil
    case .box(let box):
      return zip(line, line.dropFirst()).lazy.compactMap { Outline.entry(of: $0, $1, into: box) }
        .first
    case .place: return nil
    }
  }
}

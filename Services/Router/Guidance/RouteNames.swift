/// The main streets of a route; a road number replaces a missing name.
struct RouteNames {
  /// The share of the distance from which a second street is named.
  static let leastShare = 0.1

  private let network: RoadNetwork
  /// In the order of first use.
  private var streets: [(name: UInt32, centimeters: UInt64)] = []
  private var indices: [UInt32: Int] = [:]
  private var last: Int?
  private var total: UInt64 = 0

  init(_ network: RoadNetwork) { self.network = network }

  mutating func add(_ pieces: [PathPiece]) {
    for piece in pieces where piece.centimeters > 0 {
      add(title(of: piece.directedSegment.segment), UInt64(piece.centimeters))
    }
  }

  /// Adds the streets of another part of the route.
  mutating func add(_ other: RouteNames) {
    for street in other.streets { add(street.name, street.centimeters) }
    total += other.total - other.streets.reduce(0) { $0 + $1.centimeters }
  }

  private func title(of segment: SegmentID) -> UInt32 {
    let name = network.nameIndex(of: segment)
    return name > 0 ? name : network.signs(of: segment).ref
  }

  /// A street has many consecutive pieces, so the last one is cached.
  private mutating func add(_ name: UInt32, _ centimeters: UInt64) {
    total += centimeters
    guard name > 0 else { return }
    if last.map({ streets[$0].name != name }) ?? true {
      last = indices[name] ?? streets.count
      indices[name] = last
    }
    guard let last else { return }
    if last == streets.count { streets.append((name, 0)) }
    streets[last].centimeters += centimeters
  }

  /// The names with the longest distance, in the order of travel: at most two.
  var longest: [String] {
    var longest: [Int] = []
    for index in streets.indices {
      let rank = longest.firstIndex { streets[index].centimeters > streets[$0].centimeters }
      longest.insert(index, at: rank ?? longest.count)
      if longest.count > 2 { longest.removeLast() }
    }
    let least = Self.leastShare * Double(total)
    if longest.count > 1,
      Double(streets[longest[1]].centimeters) < least || isOneStreet(longest[0], longest[1])
    {
      longest.removeLast()
    }
    return longest.sorted().compactMap { network.name(at: streets[$0].name) }
  }

  /// Whether two names are spellings of one, or ends of one street.
  private func isOneStreet(_ one: Int, _ other: Int) -> Bool {
    network.isSame(
      Street(name: streets[one].name, ref: 0), Street(name: streets[other].name, ref: 0))
  }
}

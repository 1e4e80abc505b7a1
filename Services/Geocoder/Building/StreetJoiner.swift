import Algorithms
package import Geography

/// One street: the nearby ways with one name, and the houses on it.
package struct JoinedStreet: Sendable {
  /// The primary name of the first way, then all other names.
  var names: [PlaceName]
  /// The lines of its ways; none if only houses name it.
  package var lines: [[Coordinate]]
  var nodeIDs: [[Int64]]
  var importance: Float
  var postcodes: Set<String> = []
  package var houses: [GatheredHouse] = []
  var interpolationLines: [GatheredInterpolationLine] = []

  /// A point on the road near the middle of the street. For a street without ways, the house
  /// nearest to the middle of its houses.
  var representative: Coordinate {
    let points = lines.isEmpty ? houses.map(\.coordinate) : lines.flatMap { $0 }
    let middle = BoundingBox(around: points)?.center ?? PlanarGeometry.nowhere
    if lines.isEmpty {
      return points.min { $0.distance(to: middle) < $1.distance(to: middle) } ?? middle
    }
    var best = (middle, Double.infinity)
    for line in lines {
      let near = PlanarGeometry.nearest(to: middle, on: line)
      if near.1 < best.1 || best.1 == .infinity { best = near }
    }
    return best.0
  }
}

extension JoinedStreet {
  /// The maximum number of `samples`.
  static let maximumSamples = 8

  /// The greatest distance of its points and houses from `point`.
  func reach(from point: Coordinate) -> Meters {
    let roads = lines.joined().map { $0.distance(to: point) }.max() ?? 0
    return houses.reduce(roads) { max($0, $1.coordinate.distance(to: point)) }
  }

  /// Some points spread over the street, from which its suburbs are determined.
  var samples: [Coordinate] {
    let points = lines.isEmpty ? houses.map(\.coordinate) : lines.compactMap { $0[$0.count / 2] }
    let step = max(1, (points.count + Self.maximumSamples - 1) / Self.maximumSamples)
    return stride(from: 0, to: points.count, by: step).map { points[$0] }
  }
}

/// Joins split ways into streets and assigns each house to its street.
package struct StreetJoiner {
  /// Ways with the same name within this distance are one street, connected or not.
  package static let joinDistance: Meters = 500
  /// A house farther than this from every street of its name is not on any of them.
  static let maximumHouseDistance: Meters = 1_500

  /// A house without a street that is farther than this from every named one is left out.
  static let maximumOrphanDistance: Meters = 200

  /// The joined streets; `street(named:near:)` answers an index into them.
  package private(set) var streets: [JoinedStreet] = []
  /// How many houses without a street are not near any.
  private(set) var orphansLeft = 0
  private var boxes: [BoundingBox] = []
  private var streetsByKey: [StreetKey: [Int]] = [:]
  private var keys: [String: StreetKey] = [:]

  /// O(n log n) in the number of roads and houses.
  package init(_ map: GatheredMap) {
    var roadsByKey: [StreetKey: [Int]] = [:]
    var order: [StreetKey] = []
    for (index, road) in map.roads.enumerated() {
      let key = key(road.names[0].text)
      if roadsByKey[key] == nil { order.append(key) }
      roadsByKey[key, default: []].append(index)
    }
    for key in order { join(roadsByKey[key] ?? [], of: map.roads, as: key) }
    boxes = streets.map { street in
      BoundingBox(around: street.lines.joined()) ?? BoundingBox(PlanarGeometry.nowhere)
    }
    addAlternateNames()
    for house in map.houses { add(house) }
    addOrphans(map.orphans)
    for line in map.interpolationLines { add(line) }
  }

  /// The street of this name that is nearest to the point, within
  /// `maximumHouseDistance`.
  package mutating func street(named name: String, near point: Coordinate) -> Int? {
    var best: (street: Int, distance: Meters)?
    for index in streetsByKey[key(name)] ?? []
    where boxes[index].expanded(by: Self.maximumHouseDistance).contains(point) {
      let distance = distance(of: point, from: streets[index])
      if distance < best?.distance ?? Self.maximumHouseDistance { best = (index, distance) }
    }
    return best?.street
  }

  /// All streets of this name.
  package mutating func streets(named name: String) -> [Int] { streetsByKey[key(name)] ?? [] }

  private mutating func key(_ name: String) -> StreetKey {
    if let known = keys[name] { return known }
    let made = StreetKey(name)
    keys[name] = made
    return made
  }

  private mutating func join(_ pieces: [Int], of roads: [GatheredRoad], as key: StreetKey) {
    var groups = DisjointSets(count: pieces.count)
    var ownerByNode: [Int64: Int] = [:]
    var ownersByCell: [GridCell: [(Int, Coordinate)]] = [:]
    for (piece, index) in pieces.enumerated() {
      for node in roads[index].nodeIDs {
        if let owner = ownerByNode.updateValue(piece, forKey: node) { groups.join(owner, piece) }
      }
      for point in roads[index].line {
        let cell = GridCell(point)
        for neighbour in cell.neighbourhood {
          for (owner, other) in ownersByCell[neighbour] ?? []
          where groups.find(owner) != groups.find(piece)
            && other.distance(to: point) <= Self.joinDistance
          {
            groups.join(owner, piece)
          }
        }
        // One point per way and cell is enough, and avoids quadratic cost in dense streets.
        if ownersByCell[cell]?.contains(where: { $0.0 == piece }) != true {
          ownersByCell[cell, default: []].append((piece, point))
        }
      }
    }
    var streetByGroup: [Int: Int] = [:]
    for (piece, index) in pieces.enumerated() {
      add(roads[index], to: &streetByGroup[groups.find(piece)], key)
    }
  }

  private mutating func add(_ road: GatheredRoad, to street: inout Int?, _ key: StreetKey) {
    guard let known = street else {
      street = streets.count
      streetsByKey[key, default: []].append(streets.count)
      streets.append(
        JoinedStreet(
          names: road.names, lines: [road.line], nodeIDs: [road.nodeIDs],
          importance: road.importance, postcodes: Set([road.postcode].compactMap { $0 })))
      return
    }
    streets[known].lines.append(road.line)
    streets[known].nodeIDs.append(road.nodeIDs)
    streets[known].importance = max(streets[known].importance, road.importance)
    if let postcode = road.postcode { streets[known].postcodes.insert(postcode) }
    for name in road.names where !streets[known].names.contains(name) {
      streets[known].names.append(name)
    }
  }

  /// Houses may use an alternate name of their street: "Mannerheimvägen".
  private mutating func addAlternateNames() {
    for (index, street) in streets.enumerated() {
      for name in street.names.dropFirst() {
        let key = key(name.text)
        if streetsByKey[key]?.contains(index) != true {
          streetsByKey[key, default: []].append(index)
        }
      }
    }
  }

  private mutating func add(_ house: GatheredHouse) {
    if let street = street(named: house.street, near: house.coordinate) {
      streets[street].houses.append(house)
      boxes[street].extend(to: house.coordinate)
      return
    }
    streetsByKey[key(house.street), default: []].append(streets.count)
    streets.append(
      JoinedStreet(
        names: [house.street, LatinScript.of(house.street)].compactMap { $0 }
          .map { PlaceName($0) }, lines: [], nodeIDs: [], importance: 0.4,
        houses: [house]))
    boxes.append(BoundingBox(house.coordinate))
  }

  /// Houses without a street are on the nearest named one, as in Nominatim; it is marked as
  /// assumed.
  private mutating func addOrphans(_ houses: [GatheredHouse]) {
    guard !houses.isEmpty else { return }
    var streetsByCell: [GridCell: Set<Int>] = [:]
    for (index, street) in streets.enumerated() {
      for line in street.lines {
        for (a, b) in zip(line, line.dropFirst()) {
          // Points of a long straight piece, close enough that no cell between them is missed.
          let steps = max(1, Int((a.distance(to: b) / Self.joinDistance).rounded(.up)))
          for step in 0...steps {
            let fraction = Double(step) / Double(steps)
            let point = Coordinate(
              latitude: a.latitude + fraction * (b.latitude - a.latitude),
              longitude: a.longitude + fraction * (b.longitude - a.longitude))
            streetsByCell[GridCell(point), default: []].insert(index)
          }
        }
      }
    }
    for house in houses {
      let near = GridCell(house.coordinate).neighbourhood
        .reduce(into: Set<Int>()) { $0.formUnion(streetsByCell[$1] ?? []) }
        .map { (index: $0, distance: distance(of: house.coordinate, from: streets[$0])) }
        .filter { $0.distance <= Self.maximumOrphanDistance }
        .min { ($0.distance, $0.index) < ($1.distance, $1.index) }
      guard let near else {
        orphansLeft += 1
        continue
      }
      var house = house
      house.street = streets[near.index].names[0].text
      house.streetIsAssumed = true
      streets[near.index].houses.append(house)
      boxes[near.index].extend(to: house.coordinate)
    }
  }

  /// Interpolation lines end at houses, so their street is already known.
  private mutating func add(_ line: GatheredInterpolationLine) {
    guard let first = line.line.first, let street = street(named: line.street, near: first) else {
      return
    }
    streets[street].interpolationLines.append(line)
  }

  private func distance(of point: Coordinate, from street: JoinedStreet) -> Meters {
    if street.lines.isEmpty {
      return street.houses.map { $0.coordinate.distance(to: point) }.min() ?? .infinity
    }
    return street.lines.map { PlanarGeometry.nearest(to: point, on: $0).1 }.min() ?? .infinity
  }
}

extension StreetJoiner {
  /// A cell of a grid over the map, about `joinDistance` high and at least as wide up to 60° north.
  fileprivate struct GridCell: Hashable {
    let row: Int
    let column: Int

    /// This cell and its eight neighbours.
    var neighbourhood: [GridCell] {
      (-1...1).flatMap { north in
        (-1...1).map { GridCell(row: row + north, column: column + $0) }
      }
    }
  }
}

extension StreetJoiner.GridCell {
  fileprivate init(_ point: Coordinate) {
    self.init(
      row: Int((point.latitude / 0.0045).rounded(.down)),
      column: Int((point.longitude / 0.009).rounded(.down)))
  }
}

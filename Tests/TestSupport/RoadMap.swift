package import Geography
package import OpenStreetMap

/// A map drawn in text: each letter is a node at its position; `-`, `|`, `/` and `\` are
/// decoration.
///
///     let map = RoadMap(
///       """
///       A---B
///           |
///           C
///       """, ways: ["AB": ["highway": "primary"], "BC": ["highway": "residential"]])
///
/// A way is named by its nodes' letters. Ways are numbered from 1 in the given order, nodes by the
/// letter's code, relations from 1. A second way through the same nodes needs a suffix: "#2".
package struct RoadMap: Sendable {
  package private(set) var elements: MapElements
  private var coordinates: [Character: Coordinate] = [:]
  private var ways: [String: Int64] = [:]

  /// The drawing's upper left corner.
  package static let corner = Coordinate(latitude: 37.79, longitude: -122.41)

  /// - Parameters:
  ///   - drawing: one grid cell for each character, with equal steps down and across.
  ///   - step: the distance of adjacent characters in metres.
  package init(
    _ drawing: String, step: Meters = 50, ways: KeyValuePairs<String, Tags>,
    nodes: [Character: Tags] = [:]
  ) {
    for (row, line) in drawing.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      for (column, letter) in line.enumerated() where letter.isLetter || letter.isNumber {
        coordinates[letter] = Self.corner.moved(by: step * Double(row), bearing: 180)
          .moved(by: step * Double(column), bearing: 90)
      }
    }
    let located = coordinates.sorted { $0.key < $1.key }
    elements = MapElements(
      nodes: located.map { letter, coordinate in
        MapNode(id: Self.id(of: letter), coordinate: coordinate, tags: nodes[letter] ?? [:])
      })
    for (index, (name, tags)) in ways.enumerated() {
      let letters = name.prefix { $0 != "#" }
      self.ways[name] = Int64(index + 1)
      elements.ways.append(
        MapWay(id: Int64(index + 1), nodeIDs: letters.map(Self.id), tags: tags))
    }
  }

  /// Adds a turn restriction: `via` is a node's letter, or the name of a way.
  package mutating func restrict(
    _ kind: String, from: String, via: String, to: String, tags: Tags? = nil
  ) {
    var members = [MapRelation.Member(kind: .way, id: ways[from] ?? 0, role: "from")]
    if let way = ways[via] {
      members.append(MapRelation.Member(kind: .way, id: way, role: "via"))
    } else if let letter = via.first, via.count == 1 {
      members.append(MapRelation.Member(kind: .node, id: Self.id(of: letter), role: "via"))
    }
    members.append(MapRelation.Member(kind: .way, id: ways[to] ?? 0, role: "to"))
    var pairs: [Tags.Pair] = [("type", "restriction")]
    if let tags { pairs += Array(tags.pairs) } else { pairs.append(("restriction", kind)) }
    elements.relations.append(
      MapRelation(id: Int64(elements.relations.count + 1), members: members, tags: Tags(pairs)))
  }

  /// Adds a turn restriction between several ways: a single letter in `via` is a node.
  package mutating func restrict(_ kind: String, from: [String], via: [String], to: [String]) {
    relate(["type": "restriction", "restriction": kind], from: from, via: via, to: to)
  }

  /// Adds a relation between several ways: a single letter is a node.
  package mutating func relate(_ tags: Tags, from: [String], via: [String], to: [String]) {
    let names = from.map { ("from", $0) } + via.map { ("via", $0) } + to.map { ("to", $0) }
    let members = names.map { role, name in
      if let way = ways[name] { return MapRelation.Member(kind: .way, id: way, role: role) }
      return MapRelation.Member(kind: .node, id: Self.id(of: name.first ?? " "), role: role)
    }
    elements.relations.append(
      MapRelation(
        id: Int64(elements.relations.count + 1), members: members, tags: tags))
  }

  /// Replaces the tags of a letter's node.
  package mutating func tag(_ letter: Character, _ tags: Tags) {
    elements.nodes = elements.nodes.map { node in
      guard node.id == Self.id(of: letter) else { return node }
      return MapNode(id: node.id, coordinate: node.coordinate, tags: tags)
    }
  }

  /// The coordinate of a letter.
  package func coordinate(of letter: Character) -> Coordinate {
    guard let coordinate = coordinates[letter] else {
      preconditionFailure("The map has no node \(letter).")
    }
    return coordinate
  }

  /// A point between two letters; `part` is the fraction of the distance, 0 ... 1.
  package func point(_ part: Double, from start: Character, to end: Character) -> Coordinate {
    let (start, end) = (coordinate(of: start), coordinate(of: end))
    return Coordinate(
      latitude: start.latitude + (end.latitude - start.latitude) * part,
      longitude: start.longitude + (end.longitude - start.longitude) * part)
  }

  /// The letters along a line, in order: "ABC". Points that are not nodes are skipped.
  package func letters(along line: [Coordinate]) -> String {
    var path = ""
    for point in line {
      let near = coordinates.first { $0.value.distance(to: point) < 0.5 }
      if let letter = near?.key, path.last != letter { path.append(letter) }
    }
    return path
  }

  private static func id(of letter: Character) -> Int64 {
    Int64(letter.unicodeScalars.first?.value ?? 0)
  }
}

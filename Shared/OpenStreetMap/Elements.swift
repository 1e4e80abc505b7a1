import Geography

/// The tags of one element: what mappers typed, key by key.
///
/// Look-up is linear; an element rarely has more than twenty tags.
package struct Tags: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  package typealias Pair = (key: String, value: String)

  private let keys: [String]
  private let values: [String]

  /// Tags in the order given; of a repeated key the first counts.
  package init(_ pairs: some Sequence<Pair>) {
    keys = pairs.map(\.key)
    values = pairs.map(\.value)
  }

  package init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { (key: $0.0, value: $0.1) })
  }

  /// The value of `key`, or `nil` where the element does not have it.
  package subscript(key: String) -> String? {
    keys.firstIndex(of: key).map { values[$0] }
  }

  package var isEmpty: Bool { keys.isEmpty }

  /// Every pair, in file order.
  package var pairs: some Sequence<Pair> { zip(keys, values).lazy.map { ($0, $1) } }
}

/// A point of the map.
package struct MapNode: Sendable, Hashable {
  package let id: Int64
  package let coordinate: Coordinate
  package let tags: Tags

  package init(id: Int64, coordinate: Coordinate, tags: Tags = [:]) {
    self.id = id
    self.coordinate = coordinate
    self.tags = tags
  }
}

/// A line or outline through nodes.
package struct MapWay: Sendable, Hashable {
  package let id: Int64
  package let nodeIDs: [Int64]
  /// One entry a node, `nil` where the extract holds no such node; empty unless the reader was
  /// asked for locations.
  package let coordinates: [Coordinate?]
  package let tags: Tags

  package init(id: Int64, nodeIDs: [Int64], coordinates: [Coordinate?] = [], tags: Tags = [:]) {
    self.id = id
    self.nodeIDs = nodeIDs
    self.coordinates = coordinates
    self.tags = tags
  }
}

/// A group of elements with roles: a turn restriction, a multipolygon, an address interpolation.
package struct MapRelation: Sendable, Hashable {
  package struct Member: Sendable, Hashable {
    package let kind: MapElementKind
    package let id: Int64
    package let role: String

    package init(kind: MapElementKind, id: Int64, role: String) {
      self.kind = kind
      self.id = id
      self.role = role
    }
  }

  package let id: Int64
  package let members: [Member]
  package let tags: Tags

  package init(id: Int64, members: [Member], tags: Tags = [:]) {
    self.id = id
    self.members = members
    self.tags = tags
  }
}

package enum MapElementKind: String, Sendable, CaseIterable {
  case node, way, relation
}

/// One element of a map, as a stream yields it.
package enum MapElement: Sendable, Hashable {
  case node(MapNode)
  case way(MapWay)
  case relation(MapRelation)
}

package import Geography
import Memberwise

/// The tags of one element, as mappers typed them.
///
/// Look-up is linear; an element rarely has more than twenty tags.
package struct Tags: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One tag.
  package typealias Pair = (key: String, value: String)

  private let keys: [String]
  private let values: [String]

  /// Tags in the order given; of a repeated key the first counts.
  package init(_ pairs: some Sequence<Pair>) {
    keys = pairs.map(\.key)
    values = pairs.map(\.value)
  }

  /// Tags in the order written.
  package init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { (key: $0.0, value: $0.1) })
  }

  /// The value of `key`, or `nil` if the element does not have it.
  package subscript(key: String) -> String? {
    keys.firstIndex(of: key).map { values[$0] }
  }

  /// Whether the element has no tags, like most nodes.
  package var isEmpty: Bool { keys.isEmpty }

  /// Every pair, in file order.
  package var pairs: some Sequence<Pair> { zip(keys, values).lazy.map { ($0, $1) } }
}

extension Tags {
  /// The language of a name's key: `sv` of `name:sv`, `pt-BR` of `name:pt-BR`; `nil` for other
  /// keys, such as `name:etymology`.
  package static func language(ofName key: String) -> String? {
    guard key.hasPrefix("name:") else { return nil }
    let language = key.dropFirst(5)
    return isLanguage(language) ? String(language) : nil
  }

  /// Whether a text looks like a language in a key: two or three letters, and perhaps a script or a
  /// country.
  package static func isLanguage(_ text: Substring) -> Bool {
    let text = text.utf8
    return 2...3 ~= text.prefix(while: { $0 != UInt8(ascii: "-") }).count && text.count <= 7
      && text.allSatisfy { $0 == UInt8(ascii: "-") || ($0 | 0x20) &- 0x61 < 26 }
  }
}

/// A point of the map.
@Memberwise package struct MapNode: Sendable, Hashable {
  /// Unique for nodes; negative if an editor assigned it before upload.
  package let id: Int64
  /// Always valid.
  package let coordinate: Coordinate
  /// What it is; empty for a node that only shapes a way.
  package private(set) var tags: Tags = [:]
}

/// A line or outline through nodes.
@Memberwise package struct MapWay: Sendable, Hashable {
  /// Unique for ways.
  package let id: Int64
  /// The nodes in order; the first again at the end where the way is closed.
  package let nodeIDs: [Int64]
  /// One entry for each node, `nil` if the extract does not contain the node; empty unless the
  /// reader was asked for locations.
  package private(set) var coordinates: [Coordinate?] = []
  /// What it is.
  package private(set) var tags: Tags = [:]
}

/// A group of elements with roles: a turn restriction, a multipolygon, an address interpolation.
@Memberwise package struct MapRelation: Sendable, Hashable {
  /// One element of the group. The extract need not hold it.
  @Memberwise package struct Member: Sendable, Hashable {
    /// The kind of the member; `id` is unique within it.
    package let kind: MapElementKind
    /// The id of the member.
    package let id: Int64
    /// The member's role, such as "from" or "outer"; often empty.
    package let role: String
  }

  /// Unique for relations.
  package let id: Int64
  /// In the order of the file, which matters to routes.
  package let members: [Member]
  /// What it is; `type` says how to read the members.
  package private(set) var tags: Tags = [:]
}

/// The three kinds of element; each has its own identifiers.
package enum MapElementKind: String, Sendable, CaseIterable {
  case node, way, relation
}

/// One element of a map, as a stream yields it.
package enum MapElement: Sendable, Hashable {
  case node(MapNode)
  case way(MapWay)
  case relation(MapRelation)

  /// The tags of the element.
  package var tags: Tags {
    switch self {
    case .node(let node): node.tags
    case .way(let way): way.tags
    case .relation(let relation): relation.tags
    }
  }

  /// The identifier of the element, unique within its kind.
  package var id: Int64 {
    switch self {
    case .node(let node): node.id
    case .way(let way): way.id
    case .relation(let relation): relation.id
    }
  }

  /// The kind of the element.
  package var kind: MapElementKind {
    switch self {
    case .node: .node
    case .way: .way
    case .relation: .relation
    }
  }
}

import Geography
import OpenStreetMap

/// What the relations of a map say about its nodes and ways. Made before those are read.
struct RelationBook: Sendable {
  /// An element of any kind.
  struct Key: Sendable, Hashable {
    let kind: MapElementKind
    let id: Int64
  }

  /// A relation that gives houses their street: `associatedStreet`, `street`.
  struct Street: Sendable {
    let name: String?
    /// The roads of the street, whose name counts where the relation has none.
    let roads: [Int64]
    let city: String?
    let postcode: String?
  }

  /// A relation whose ways are the outline of something named or numbered.
  struct Area: Sendable {
    let id: Int64
    let tags: Tags
    let outerWays: [Int64]
    /// The node that stands for the area, where it has one.
    let label: Int64?
  }

  private(set) var streets: [Street] = []
  private(set) var areas: [Area] = []
  private(set) var outlineWays: Set<Int64> = []
  private(set) var labelNodes: Set<Int64> = []
  private var streetByHouse: [Key: Int] = [:]

  /// The street that a relation gives to the element.
  func street(of kind: MapElementKind, _ id: Int64) -> Int? {
    streetByHouse[Key(kind: kind, id: id)]
  }

  mutating func add(_ relation: MapRelation) {
    switch relation.tags["type"] {
    case "associatedStreet", "street": addStreet(relation)
    case "multipolygon", "boundary": addArea(relation)
    default: break
    }
  }

  private mutating func addStreet(_ relation: MapRelation) {
    let roads = relation.members.filter { $0.kind == .way && $0.role == "street" }.map(\.id)
    for member in relation.members where Self.houseRoles.contains(member.role) {
      streetByHouse[Key(kind: member.kind, id: member.id)] = streets.count
    }
    streets.append(
      Street(
        name: relation.tags["addr:street"] ?? relation.tags["name"], roads: roads,
        city: relation.tags["addr:city"], postcode: relation.tags["addr:postcode"]))
  }

  private mutating func addArea(_ relation: MapRelation) {
    guard relation.tags["name"] != nil || relation.tags["addr:housenumber"] != nil else { return }
    let outer = relation.members.filter { $0.kind == .way && $0.role != "inner" }.map(\.id)
    let labels = relation.members.filter { $0.kind == .node }
    let label =
      labels.first { $0.role == "label" } ?? labels.first { $0.role == "admin_centre" }
    outlineWays.formUnion(outer)
    if let label { labelNodes.insert(label.id) }
    areas.append(
      Area(id: relation.id, tags: relation.tags, outerWays: outer, label: label?.id))
  }

  private static let houseRoles: Set<String> = ["house", "address", "addr:houselink"]
}

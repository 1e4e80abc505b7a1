import Geography
import OpenStreetMap

/// The relations that assign streets to houses, and the label nodes of areas. Built before nodes
/// and ways are read.
struct RelationIndex: Sendable {
  /// An element of any kind.
  struct Key: Sendable, Hashable {
    let kind: MapElementKind
    let id: Int64
  }

  /// A relation that assigns a street to houses: `associatedStreet`, `street`.
  struct Street: Sendable {
    let name: String?
    /// The roads of the street. Their name is used where the relation has none.
    let roads: [Int64]
    let city: String?
    let postcode: String?
  }

  private(set) var streets: [Street] = []
  private(set) var labelNodes: Set<Int64> = []
  private var streetByHouse: [Key: Int] = [:]

  /// The index in `streets` of the element's street; `nil` where no relation assigns one.
  func street(of kind: MapElementKind, _ id: Int64) -> Int? {
    streetByHouse[Key(kind: kind, id: id)]
  }

  mutating func add(_ relation: MapRelation) {
    switch relation.tags["type"] {
    case "associatedStreet", "street": addStreet(relation)
    default: if relation.isArea, let node = label(of: relation) { labelNodes.insert(node) }
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

  /// The label or admin centre node of an area.
  func label(of area: MapRelation) -> Int64? {
    let nodes = area.members.filter { $0.kind == .node }
    return (nodes.first { $0.role == "label" } ?? nodes.first { $0.role == "admin_centre" })?.id
  }

  private static let houseRoles: Set<String> = ["house", "address", "addr:houselink"]
}

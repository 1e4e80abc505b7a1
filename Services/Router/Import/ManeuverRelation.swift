import Messages
import OpenStreetMap

/// A relation that says which instruction a turn has, or that it has none, where the roads as drawn
/// lead to a wrong one. Source: OpenStreetMap wiki, "Relation:manoeuvre".
struct ManeuverRelation {
  static let keys = ["maneuver", "manoeuvre", "maneuvre"]

  let relationID: Int64
  let from: Int64
  /// The node at which the instruction is given.
  let node: Int64
  /// In order of travel.
  let via: [Int64]
  let to: Int64
  let action: ManeuverAction

  /// `nil` for any other relation.
  ///
  /// - Throws: `Rejection` for one whose members or words cannot be understood.
  init?(_ relation: MapRelation) throws(TurnRestriction.Rejection) {
    guard let type = relation.tags["type"], Self.keys.contains(type) else { return nil }
    let members = { (role: String, kind: MapElementKind) in
      relation.members.filter { $0.role == role && $0.kind == kind }.map(\.id)
    }
    let (from, to, nodes) = (members("from", .way), members("to", .way), members("via", .node))
    guard from.count == 1, to.count == 1, nodes.count == 1 else {
      throw TurnRestriction.Rejection(
        reason: "maneuver without one way from, one node via and one way to")
    }
    guard let word = Self.keys.lazy.compactMap({ relation.tags[$0] }).first,
      let action = ManeuverAction(word, direction: relation.tags["direction"])
    else { throw TurnRestriction.Rejection(reason: "maneuver of an unknown kind") }
    relationID = relation.id
    self.from = from[0]
    self.to = to[0]
    node = nodes[0]
    via = members("via", .way)
    self.action = action
  }
}

import OpenStreetMap

/// A parsed turn restriction. Source: OpenStreetMap wiki, "Relation:restriction".
struct TurnRestriction {
  enum Kind { case no, only }
  enum Direction { case left, right, straight, uTurn, any }
  enum Via {
    case node(Int64)
    /// In order of travel.
    case ways([Int64])
  }

  let relationID: Int64
  /// Whether it is conditional: then it is reported and not honoured.
  let isConditional: Bool
  let kind: Kind
  let direction: Direction
  let from: [Int64]
  let via: Via
  let to: [Int64]

  /// Why a restriction is rejected, for the report.
  struct Rejection: Error, Equatable {
    let reason: String
  }

  /// `nil` where the relation is not a restriction, or does not apply to this profile.
  ///
  /// - Throws: `Rejection` for an invalid restriction.
  init?(_ relation: MapRelation, for rules: some TravelRules) throws(Rejection) {
    let tags = relation.tags
    guard tags["type"] == "restriction" else { return nil }
    let keys = rules.restrictionKeys
    let exempt = (tags["except"] ?? "").split(separator: ";").map(\.trimmingSpaces)
    if rules.accessKeys.dropLast().contains(where: { exempt.contains($0[...]) }) { return nil }
    let always = keys.lazy.compactMap { tags[$0] }.first
    // "no_left_turn @ (Mo-Fr 07:00-09:00)"
    let sometimes = keys.lazy.compactMap { tags["\($0):conditional"] }.first?.prefix { $0 != "@" }
    guard let value = always ?? sometimes.map({ String($0.trimmingSpaces) }) else { return nil }
    let hours = ["day_on", "hour_on", "day_off", "hour_off"]
    // Only while the signal is red: nothing for a route.
    if value.hasSuffix("_on_red") { return nil }
    isConditional = always == nil || hours.contains { tags[$0] != nil }
    relationID = relation.id
    (kind, direction) = try Self.parse(value)
    from = Self.members(relation, "from", .way)
    to = Self.members(relation, "to", .way)
    via = try Self.via(relation)
    guard !from.isEmpty, !to.isEmpty else {
      throw Rejection(reason: "restriction without a way from or to")
    }
  }

  private static func parse(_ value: String) throws(Rejection) -> (Kind, Direction) {
    let kind: Kind
    if value.hasPrefix("no_") {
      kind = .no
    } else if value.hasPrefix("only_") {
      kind = .only
    } else {
      throw Rejection(reason: "restriction of an unknown kind")
    }
    switch value.split(separator: "_", maxSplits: 1).last {
    case "left_turn": return (kind, .left)
    case "right_turn": return (kind, .right)
    case "straight_on": return (kind, .straight)
    case "u_turn": return (kind, .uTurn)
    default: return (kind, .any)
    }
  }

  private static func via(_ relation: MapRelation) throws(Rejection) -> Via {
    let nodes = members(relation, "via", .node)
    let ways = members(relation, "via", .way)
    if nodes.count == 1, ways.isEmpty { return .node(nodes[0]) }
    if nodes.isEmpty, !ways.isEmpty { return .ways(ways) }
    throw Rejection(reason: "restriction without a clear via")
  }

  private static func members(
    _ relation: MapRelation, _ role: String, _ kind: MapElementKind
  ) -> [Int64] {
    relation.members.filter { $0.role == role && $0.kind == kind }.map(\.id)
  }
}

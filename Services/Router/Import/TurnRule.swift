import OpenStreetMap

/// A turn restriction as the map tells it, understood.
struct TurnRule {
  enum Kind { case no, only }
  enum Side { case left, right, straight, uTurn, any }
  enum Via {
    case node(Int64)
    /// In the order they are driven.
    case ways([Int64])
  }

  let relationID: Int64
  let kind: Kind
  let side: Side
  let from: [Int64]
  let via: Via
  let to: [Int64]

  /// Why a relation is not taken, for the report.
  struct Refusal: Error, Equatable {
    let reason: String
  }

  /// `nil` where the relation is no restriction, or not for this kind of traveller.
  ///
  /// - Throws: `Refusal` where it is one and cannot be honoured.
  init?(_ relation: MapRelation, for rules: some TravelRules) throws(Refusal) {
    let tags = relation.tags
    guard tags["type"] == "restriction" else { return nil }
    let keys = rules.restrictionKeys
    let exempt = (tags["except"] ?? "").split(separator: ";").map(\.trimmingSpaces)
    if rules.accessKeys.dropLast().contains(where: { exempt.contains($0[...]) }) { return nil }
    guard let value = keys.lazy.compactMap({ tags[$0] }).first else {
      let conditional = keys.contains { tags["\($0):conditional"] != nil }
      if conditional { throw Refusal(reason: "restriction that holds at times only") }
      return nil
    }
    if ["day_on", "hour_on", "day_off", "hour_off"].contains(where: { tags[$0] != nil }) {
      throw Refusal(reason: "restriction that holds at times only")
    }
    relationID = relation.id
    (kind, side) = try Self.meaning(value)
    from = Self.members(relation, "from", .way)
    to = Self.members(relation, "to", .way)
    via = try Self.via(relation)
    guard !from.isEmpty, !to.isEmpty else {
      throw Refusal(reason: "restriction without a way from or to")
    }
    let isPlural = from.count > 1 && value != "no_entry" || to.count > 1 && value != "no_exit"
    if isPlural { throw Refusal(reason: "restriction with several ways from or to") }
  }

  private static func meaning(_ value: String) throws(Refusal) -> (Kind, Side) {
    let kind: Kind
    if value.hasPrefix("no_") {
      kind = .no
    } else if value.hasPrefix("only_") {
      kind = .only
    } else {
      throw Refusal(reason: "restriction of an unknown kind")
    }
    switch value.split(separator: "_", maxSplits: 1).last {
    case "left_turn": return (kind, .left)
    case "right_turn": return (kind, .right)
    case "straight_on": return (kind, .straight)
    case "u_turn": return (kind, .uTurn)
    case "entry", "exit": return (kind, .any)
    default: throw Refusal(reason: "restriction of an unknown kind")
    }
  }

  private static func via(_ relation: MapRelation) throws(Refusal) -> Via {
    let nodes = members(relation, "via", .node)
    let ways = members(relation, "via", .way)
    if nodes.count == 1, ways.isEmpty { return .node(nodes[0]) }
    if nodes.isEmpty, !ways.isEmpty { return .ways(ways) }
    throw Refusal(reason: "restriction without a clear via")
  }

  private static func members(
    _ relation: MapRelation, _ role: String, _ kind: MapElementKind
  ) -> [Int64] {
    relation.members.filter { $0.role == role && $0.kind == kind }.map(\.id)
  }
}

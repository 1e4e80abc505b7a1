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
  /// Whether it holds at times only, or under another condition.
  let isConditional: Bool
  /// When a conditional one holds, a value of `OpeningHours`; `nil` where it cannot be read.
  let hours: String?
  let kind: Kind
  let direction: Direction
  let from: [Int64]
  let via: Via
  let to: [Int64]

  /// Those that always hold are applied before those that hold at times, and first those via a
  /// node.
  var rank: Int {
    if case .node = via { return isConditional ? 2 : 0 }
    return isConditional ? 3 : 1
  }

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
    let sometimes = keys.lazy.compactMap { tags["\($0):conditional"] }.first
    // "no_left_turn @ (Mo-Fr 07:00-09:00)"
    let word = sometimes.map { String($0.prefix { $0 != "@" }.trimmingSpaces) }
    guard let value = always ?? word else { return nil }
    // Only while the signal is red: nothing for a route.
    if value.hasSuffix("_on_red") { return nil }
    let old = Self.hours(tags)
    let timed = sometimes.flatMap { ConditionalTag($0).timed.last }
    // With the same value twice the condition says when it holds; it would say nothing otherwise.
    let isTimed = always == nil || timed != nil && always == word
    isConditional = isTimed || old != nil
    hours = isTimed ? timed?.hours : old ?? nil
    relationID = relation.id
    (kind, direction) = try Self.parse(value)
    from = Self.members(relation, "from", .way)
    to = Self.members(relation, "to", .way)
    via = try Self.via(relation)
    guard !from.isEmpty, !to.isEmpty else {
      throw Rejection(reason: "restriction without a way from or to")
    }
    // Several of one role are meant one by one; several of both say nothing.
    let (starts, ends) = (from.count, to.count)
    if starts > 1 && (ends > 1 || value == "no_exit") || ends > 1 && value == "no_entry" {
      throw Rejection(reason: "restriction with too many ways from or to")
    }
  }

  /// The times in the keys that came before `restriction:conditional`: "Monday", "Friday", "07:00",
  /// "09:00"; `.some(nil)` for times that cannot be read.
  private static func hours(_ tags: Tags) -> String?? {
    let span = { (name: String) -> String? in
      let ends = ["on", "off"].map { tags["\(name)_\($0)"] }
      guard ends != [nil, nil] else { return nil }
      return ends.map { $0 ?? "?" }.joined(separator: "-")
    }
    let spans = [span("day"), span("hour")].compactMap { $0 }
    guard !spans.isEmpty else { return nil }
    return .some(ConditionalTag("no @ (\(spans.joined(separator: " ")))").timed.first?.hours)
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

import Messages
import Phrases

/// Words the instructions and notes of a route in a language; its phrases are in
/// `Services/Router/Phrases`.
struct StepWording {
  /// The phrases of all languages.
  static let book = PhraseBook(phraseTexts)

  private let phrases: Phrases

  /// - Parameter language: as `PhraseBook.phrases(for:)` reads it; English by default.
  init(_ language: String? = nil) { phrases = Self.book.phrases(for: language) }

  init(_ phrases: Phrases) { self.phrases = phrases }

  /// The main streets of a route, at most two; `nil` without any.
  func summary(_ streets: [String]) -> String? {
    streets.count < 2
      ? streets.first : phrases("summary", ["first": streets[0], "second": streets[1]])
  }

  /// The sentences of a leg's steps; repeated ones are marked by `again`.
  func sentences(_ steps: [StepContent]) -> [String] {
    var last = ""
    var count = 0
    return steps.map { step in
      let text = sentence(step)
      count = text == last ? count + 1 : 0
      last = text
      if count == 0 { return text }
      return phrases(count.isMultiple(of: 2) ? "again.even" : "again", ["sentence": text])
    }
  }

  /// One sentence without a full stop.
  func sentence(_ step: StepContent) -> String {
    let text = plain(step)
    let sentence = step.isPushed ? phrases("pushing", ["sentence": text]) : text
    guard step.maneuver.kind != .roundabout, let lanes = usefulLanes(step) else { return sentence }
    return phrases("lanes", ["lanes": lanes, "sentence": sentence])
  }

  private func plain(_ step: StepContent) -> String {
    let direction = (step.maneuver.direction ?? .straight).rawValue
    switch step.maneuver.kind {
    case .depart: return depart(step)
    case .turn where step.wayKind == .stairs: return phrases("stairs", ["road": step.road ?? ""])
    case .turn: return phrases("turn.\(direction)", slots(step))
    case .continue:
      if step.context == .leavingFerry { return phrases("leaveFerry", slots(step)) }
      let stays = step.context == .staying && step.road != nil
      return phrases("\(stays ? "stay" : "turn").\(direction)", slots(step))
    case .newName, .merge, .exitRoundabout:
      return phrases(step.maneuver.kind.rawValue, slots(step))
    case .fork: return fork(step)
    case .ramp: return ramp(step, direction)
    case .roundabout: return roundabout(step)
    case .endOfRoad:
      return phrases("endOfRoad", ["turn": phrases("turn.\(direction)", slots(step))])
    case .uTurn: return phrases(step.context == .deadEnd ? "uTurn.deadEnd" : "uTurn", slots(step))
    case .ferry: return board(step)
    case .arrive:
      let side = phrases.optional("side.\(step.maneuver.direction?.rawValue ?? "")") ?? ""
      guard case .stop(let stop?) = step.context else { return phrases("arrive", ["side": side]) }
      return phrases("arrive.stop", ["stop": "\(stop)", "side": side])
    }
  }

  private func depart(_ step: StepContent) -> String {
    if step.wayKind == .ferry || step.wayKind == .carTrain { return board(step) }
    guard case .heading(let bearing) = step.context else { return phrases("depart", slots(step)) }
    let winds = [
      "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
    ]
    return phrases("depart.\(winds[Int((bearing / 45).rounded()) % 8])", slots(step))
  }

  private func fork(_ step: StepContent) -> String {
    let key = "fork.\(Self.side(step) ?? "straight")"
    if step.context == .staying, step.road != nil { return phrases("\(key).stay", slots(step)) }
    var slots = slots(step)
    // A fork onto a road without a name is told by where it leads, if at all.
    if step.road == nil { slots["onto"] = nil }
    let isBare = slots["onto"] == nil && slots["towards"] == nil
    return phrases(isBare ? "\(key).bare" : key, slots)
  }

  private func ramp(_ step: StepContent, _ direction: String) -> String {
    var slots = slots(step)
    guard case .leavingHighway(let name) = step.context else {
      return phrases(direction == "straight" ? "ramp" : "ramp.\(direction)", slots)
    }
    slots["name"] = name
    slots["number"] = step.maneuver.exitNumber
    let key = step.maneuver.exitNumber == nil ? "exit" : "exit.number"
    return phrases(Self.side(step).map { "\(key).\($0)" } ?? key, slots)
  }

  /// On which side a maneuver keeps; `nil` for straight on and for a U-turn.
  private static func side(_ step: StepContent) -> String? {
    switch step.maneuver.direction {
    case .slightLeft, .left, .sharpLeft: "left"
    case .slightRight, .right, .sharpRight: "right"
    default: nil
    }
  }

  private func roundabout(_ step: StepContent) -> String {
    if step.isOnFoot { return phrases("roundabout.foot", slots(step)) }
    guard let exit = step.maneuver.exit else { return phrases("roundabout.enter") }
    var slots = slots(step)
    slots["ordinal"] = ordinal(exit)
    slots["lanes"] = usefulLanes(step)
    return phrases(slots["lanes"] == nil ? "roundabout" : "roundabout.lanes", slots)
  }

  private func board(_ step: StepContent) -> String {
    let key = step.wayKind == .carTrain ? "carTrain" : "ferry"
    let isSaid = step.road?.lowercased().contains(phrases("\(key).word")) ?? false
    return phrases(isSaid ? "\(key).named" : key, ["road": step.road ?? ""])
  }

  /// What the phrases of a step may name: its road, and where it leads.
  private func slots(_ step: StepContent) -> [String: String] {
    let kind = step.road == nil ? step.wayKind : .road
    let road = ["road": step.road ?? ""]
    var slots = road
    if step.road != nil || kind != .road {
      slots["onto"] = phrases("onto.\(kind)", road)
      slots["on"] = phrases("on.\(kind)", road)
    }
    slots["towards"] = step.maneuver.destinations.map { phrases("towards", ["signs": $0]) }
    return slots
  }

  /// "the left lane", "the two right lanes": from three lanes on, if only those at one side are
  /// valid.
  private func usefulLanes(_ step: StepContent) -> String? {
    guard let lanes = step.maneuver.lanes, lanes.count > 2, step.maneuver.kind != .endOfRoad else {
      return nil
    }
    let valid = lanes.count(where: \.isValid)
    let isLeft = lanes.prefix(valid).allSatisfy(\.isValid)
    guard valid > 0, valid < lanes.count, isLeft || lanes.suffix(valid).allSatisfy(\.isValid) else {
      return nil
    }
    let key = "lanes.\(isLeft ? "left" : "right")"
    return phrases.optional("\(key).\(valid)")
      ?? phrases(key, ["count": phrases.optional("count.\(valid)") ?? "\(valid)"])
  }

  /// "first", and from the eleventh on "11th".
  func ordinal(_ number: Int) -> String {
    phrases.optional("ordinal.\(number)") ?? phrases("ordinal", ["number": "\(number)"])
  }

  // MARK: notes

  func sentence(_ note: NoteContent) -> String {
    switch note {
    case .toll: phrases("note.toll")
    case .ferry: phrases("note.ferry")
    case .unpaved(let meters): phrases("note.unpaved", ["length": length(meters)])
    case .pushed(let meters): phrases("note.pushed", ["length": length(meters)])
    case .privateRoad(let atStart, let atEnd):
      phrases("note.private.\(Self.ends(atStart, atEnd))")
    case .throughPrivateRoad: phrases("note.private.through")
    case .farFromRoad(let start, let end):
      [(start, "start"), (end, "end")].compactMap { meters, end in
        meters.map { phrases("note.far.\(end)", ["length": length($0)]) }
      }.joined(separator: " ")
    case .otherSide(let atStart, let atEnd):
      phrases("note.otherSide.\(Self.ends(atStart, atEnd))")
    case .conditional: phrases("note.conditional")
    case .avoided: phrases("note.avoided")
    }
  }

  private static func ends(_ atStart: Bool, _ atEnd: Bool) -> String {
    atStart && atEnd ? "both" : atStart ? "start" : "end"
  }

  /// "350 m", "1.4 km".
  private func length(_ meters: Int) -> String {
    guard meters >= 950 else {
      return phrases("length.m", ["meters": "\((meters + 25) / 50 * 50)"])
    }
    let tenths = (meters + 50) / 100
    return phrases("length.km", ["whole": "\(tenths / 10)", "tenths": "\(tenths % 10)"])
  }
}

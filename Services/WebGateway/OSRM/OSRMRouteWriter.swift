import Geography
import Messages

/// A route of the router in OSRM's form.
struct OSRMRouteWriter {
  let geometries: OSRMQuery.Geometries
  let overview: OSRMQuery.Overview
  /// Whether the legs have their steps.
  let hasSteps: Bool
  /// The annotations of the legs; empty for none.
  let annotations: Set<String>
  var drivesOnLeft = false
  let profile: TravelProfile

  func route(
    _ line: [Coordinate], _ legs: [RouteLeg], seconds: Int, meters: Int,
    confidence: Double? = nil
  ) -> OSRMReply.Route {
    var lines = OSRMLegLines(line, legs)
    let written = legs.enumerated().map { leg($1, of: &lines, isLast: $0 == legs.count - 1) }
    return OSRMReply.Route(
      geometry: overviewLine(line).map { OSRMGeometry($0, geometries) }, legs: written,
      weight: Double(seconds), duration: Double(seconds), distance: Double(meters),
      confidence: confidence)
  }

  private func overviewLine(_ line: [Coordinate]) -> [Coordinate]? {
    switch overview {
    case .false: nil
    case .full: line
    case .simplified: OSRMPolyline.simplified(line)
    }
  }

  private func leg(
    _ leg: RouteLeg, of lines: inout OSRMLegLines, isLast: Bool
  ) -> OSRMReply.Leg {
    let steps = leg.steps ?? []
    let stretches = lines.stretches(of: leg, isLast: isLast)
    var before = 0
    let written = zip(steps, stretches).map { step, line in
      let bearings = (before, Self.bearing(line.prefix(2)))
      before = Self.bearing(line.suffix(2)) ?? before
      return self.step(step, line, before: bearings.0, after: bearings.1 ?? before)
    }
    return OSRMReply.Leg(
      steps: hasSteps ? written : [], weight: Double(leg.durationSeconds),
      summary: leg.name?.replacing(" and ", with: ", ") ?? "",
      duration: Double(leg.durationSeconds), distance: Double(leg.distanceMeters),
      annotation: annotations.isEmpty ? nil : annotation(steps, stretches))
  }

  /// Each piece of the line with the speed of its step: the router gives times by step.
  private func annotation(
    _ steps: [RouteStep], _ stretches: [[Coordinate]]
  ) -> OSRMReply.Annotation {
    var (distances, durations): ([Double], [Double]) = ([], [])
    for (step, line) in zip(steps, stretches) {
      let pieces = zip(line, line.dropFirst()).map { $0.distance(to: $1) }
      let whole = max(1e-3, pieces.reduce(0, +))
      distances += pieces.map(Self.tenths)
      durations += pieces.map { Self.tenths(Double(step.durationSeconds) * $0 / whole) }
    }
    var annotation = OSRMReply.Annotation()
    if annotations.contains("distance") { annotation.distance = distances }
    if annotations.contains("duration") { annotation.duration = durations }
    if annotations.contains("weight") { annotation.weight = durations }
    if annotations.contains("speed") {
      annotation.speed = zip(distances, durations).map { $1 > 0 ? Self.tenths($0 / $1) : 0 }
    }
    if annotations.contains("datasources") { annotation.datasources = distances.map { _ in 0 } }
    return annotation
  }

  private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  private func step(
    _ step: RouteStep, _ line: [Coordinate], before: Int, after: Int
  ) -> OSRMReply.Step {
    let maneuver = step.maneuver
    let isStart = maneuver.kind == .depart
    let isEnd = maneuver.kind == .arrive
    let location = OSRMLocation(line.first ?? maneuver.coordinate)
    let back = (before + 180) % 360
    let bearings = isStart ? [after] : isEnd ? [back] : [back, after]
    return OSRMReply.Step(
      geometry: OSRMGeometry(line, geometries),
      maneuver: OSRMReply.Maneuver(
        bearingBefore: isStart ? 0 : before, bearingAfter: isEnd ? 0 : after, location: location,
        type: OSRMWords.type(step), modifier: OSRMWords.modifier(maneuver), exit: maneuver.exit,
        instruction: step.instruction),
      mode: maneuver.kind == .ferry ? "ferry" : OSRMWords.mode(profile),
      drivingSide: drivesOnLeft ? "left" : "right", name: step.name ?? "", ref: step.ref,
      intersections: [
        OSRMReply.Intersection(
          location: location, bearings: bearings,
          entry: bearings.indices.map { isStart || isEnd || $0 == 1 },
          incoming: isStart ? nil : 0, outgoing: isEnd ? nil : bearings.count - 1,
          lanes: maneuver.lanes.map { $0.map(OSRMWords.lane) })
      ],
      weight: Double(step.durationSeconds), duration: Double(step.durationSeconds),
      distance: Double(step.distanceMeters), exits: maneuver.exitNumber,
      destinations: maneuver.destinations)
  }

  /// Whole degrees, 0 ..< 360; `nil` for a single point.
  private static func bearing(_ line: some Collection<Coordinate>) -> Int? {
    guard line.count == 2, let first = line.first, let last = line.dropFirst().first,
      first != last
    else { return nil }
    return (Int(first.bearing(to: last).rounded()) % 360 + 360) % 360
  }
}

/// The words of OSRM for what the router says in its own.
enum OSRMWords {
  static func type(_ step: RouteStep) -> String {
    switch step.maneuver.kind {
    case .depart: "depart"
    case .turn: "turn"
    case .continue, .uTurn: "continue"
    case .newName: "new name"
    case .merge: "merge"
    case .fork: "fork"
    case .ramp:
      step.maneuver.exitNumber != nil || step.instruction.hasPrefix("Take the exit")
        ? "off ramp" : "on ramp"
    case .roundabout: "roundabout"
    case .exitRoundabout: "exit roundabout"
    case .endOfRoad: "end of road"
    case .ferry: "notification"
    case .arrive: "arrive"
    }
  }

  static func modifier(_ maneuver: Maneuver) -> String? {
    if maneuver.kind == .uTurn { return "uturn" }
    guard let direction = maneuver.direction else {
      return [.depart, .arrive].contains(maneuver.kind) ? nil : "straight"
    }
    return word(direction)
  }

  static func lane(_ lane: Lane) -> OSRMReply.Lane {
    OSRMReply.Lane(
      indications: lane.directions.isEmpty ? ["none"] : lane.directions.map(word),
      valid: lane.isValid)
  }

  static func mode(_ profile: TravelProfile) -> String {
    switch profile {
    case .car: "driving"
    case .bicycle: "cycling"
    case .foot: "walking"
    }
  }

  private static func word(_ direction: TurnDirection) -> String {
    switch direction {
    case .straight: "straight"
    case .slightRight: "slight right"
    case .right: "right"
    case .sharpRight: "sharp right"
    case .uturn: "uturn"
    case .sharpLeft: "sharp left"
    case .left: "left"
    case .slightLeft: "slight left"
    }
  }
}

/// Cuts the line of a route into the stretches of its steps.
struct OSRMLegLines {
  private let line: [Coordinate]
  /// Metres from the first point to each.
  private let along: [Meters]
  private var position = 0
  /// How far the stretches so far reach, by the router's own metres, which count whole.
  private var reached: Meters = 0
  private let scale: Double

  init(_ line: [Coordinate], _ legs: [RouteLeg]) {
    self.line = line
    var along: [Meters] = line.isEmpty ? [] : [0]
    for (start, end) in zip(line, line.dropFirst()) {
      along.append((along.last ?? 0) + start.distance(to: end))
    }
    self.along = along
    let whole = legs.reduce(0) { $0 + $1.distanceMeters }
    scale = whole > 0 ? (along.last ?? 0) / Double(whole) : 1
  }

  /// By step of a leg; one stretch if it has none. Each begins where the one before ends.
  mutating func stretches(of leg: RouteLeg, isLast: Bool) -> [[Coordinate]] {
    let steps = leg.steps ?? []
    guard !line.isEmpty else { return steps.map { [$0.maneuver.coordinate] } }
    return steps.enumerated().map { index, step in
      if index == steps.count - 1, step.maneuver.kind == .arrive { return [line[position]] }
      reached += Double(step.distanceMeters) * scale
      let next = index + 1 < steps.count ? steps[index + 1].maneuver : nil
      let end = isLast && next?.kind == .arrive ? line.count - 1 : end(at: next?.coordinate)
      defer { position = end }
      return Array(line[position...end])
    }
  }

  /// The point of the line at a maneuver: of those near it, the one whose distance along the line
  /// fits best, since a line may pass a place twice.
  private func end(at coordinate: Coordinate?) -> Int {
    let rest = position..<line.count
    let near = rest.filter { index in
      coordinate.map { $0.distance(to: line[index]) < 1 } ?? false
    }
    return (near.isEmpty ? Array(rest) : near).min {
      abs(along[$0] - reached) < abs(along[$1] - reached)
    } ?? position
  }
}

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

  init(_ query: OSRMQuery) throws(OSRMError) {
    geometries = try query.choice("geometries", .polyline)
    overview = try query.choice("overview", .simplified)
    hasSteps = try query.flag("steps")
    annotations = try query.annotations([])
    profile = query.profile
  }

  func route(
    _ line: [Coordinate], _ legs: [RouteLeg], seconds: Int, meters: Int,
    confidence: Double? = nil
  ) -> OSRMReply.Route {
    OSRMReply.Route(
      geometry: overviewLine(line).map { OSRMGeometry($0, geometries) },
      legs: legs.map { leg($0, of: line) },
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

  private func leg(_ leg: RouteLeg, of line: [Coordinate]) -> OSRMReply.Leg {
    let steps = leg.steps ?? []
    let places = steps.map { step in
      (step.intersections ?? []).filter { line.indices.contains($0.geometryIndex) }
    }
    let ends = places.dropFirst().map { $0.first?.geometryIndex } + [nil]
    return OSRMReply.Leg(
      steps: hasSteps
        ? steps.indices.map { step(steps[$0], of: line, places[$0], to: ends[$0]) } : [],
      weight: Double(leg.durationSeconds),
      summary: leg.name?.replacing(" and ", with: ", ") ?? "",
      duration: Double(leg.durationSeconds), distance: Double(leg.distanceMeters),
      annotation: annotations.isEmpty ? nil : annotation(places.flatMap(\.self), line))
  }

  /// Each piece of the line with the time of its road, which its length shares with the others of
  /// that road.
  private func annotation(
    _ places: [StepIntersection], _ line: [Coordinate]
  ) -> OSRMReply.Annotation {
    var (distances, durations): ([Double], [Double]) = ([], [])
    for (place, next) in zip(places, places.dropFirst()) {
      let road = line[place.geometryIndex...max(place.geometryIndex, next.geometryIndex)]
      let pieces = zip(road, road.dropFirst()).map { $0.distance(to: $1) }
      let seconds = Double(place.roadMilliseconds) / 1000
      let whole = max(1e-3, pieces.reduce(0, +))
      distances += pieces
      durations += pieces.map { seconds * $0 / whole }
    }
    var annotation = OSRMReply.Annotation()
    if annotations.contains("distance") { annotation.distance = distances.map(Self.tenths) }
    if annotations.contains("duration") { annotation.duration = durations.map(Self.tenths) }
    if annotations.contains("weight") { annotation.weight = durations.map(Self.tenths) }
    if annotations.contains("speed") {
      annotation.speed = zip(distances, durations).map { $1 > 0 ? Self.tenths($0 / $1) : 0 }
    }
    if annotations.contains("datasources") { annotation.datasources = distances.map { _ in 0 } }
    return annotation
  }

  private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  /// - Parameter end: the point of the line at which the next step begins; `nil` for the last one.
  private func step(
    _ step: RouteStep, of line: [Coordinate], _ places: [StepIntersection], to end: Int?
  ) -> OSRMReply.Step {
    let maneuver = step.maneuver
    let line = line.isEmpty ? [maneuver.coordinate] : line
    let (first, start) = (places.first, places.first?.geometryIndex ?? 0)
    let bearing = { (index: Int?) in first.flatMap { at in index.map { at.bearings[$0] } } }
    let back = bearing(first?.incoming).map { ($0 + 180) % 360 }
    // Where roads only change their names, OSRM has no intersection.
    let shown = places.enumerated().filter { $0 == 0 || $1.bearings.count > 2 }.map(\.element)
    return OSRMReply.Step(
      geometry: OSRMGeometry(Array(line[start...max(start, end ?? start)]), geometries),
      maneuver: OSRMReply.Maneuver(
        bearingBefore: back ?? 0, bearingAfter: bearing(first?.outgoing) ?? 0,
        location: OSRMLocation(line[start]),
        type: OSRMWords.type(step), modifier: OSRMWords.modifier(maneuver), exit: maneuver.exit,
        instruction: step.instruction),
      mode: maneuver.kind == .ferry ? "ferry" : OSRMWords.mode(profile),
      drivingSide: drivesOnLeft ? "left" : "right", name: step.name ?? "", ref: step.ref,
      intersections: shown.map { OSRMReply.Intersection($0, at: line[$0.geometryIndex]) },
      weight: Double(step.durationSeconds), duration: Double(step.durationSeconds),
      distance: Double(step.distanceMeters), exits: maneuver.exitNumber,
      destinations: maneuver.destinations)
  }
}

extension OSRMReply.Intersection {
  init(_ place: StepIntersection, at coordinate: Coordinate) {
    self.init(
      location: OSRMLocation(coordinate), bearings: place.bearings, entry: place.entries,
      incoming: place.incoming, outgoing: place.outgoing,
      lanes: place.lanes.map { $0.map(OSRMWords.lane) })
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

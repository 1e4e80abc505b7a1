import Algorithms
import Geography
import MessageBus
import Messages

/// Finds the map that holds all places of a question.
struct PlaceFinder {
  let stack: any RegionalStack
  let maps: [RegionMap]
  let timeout: Duration?

  /// The match of a text from which it counts as found; as the planner's.
  static let leastConfidence = 0.5
  /// Matches whose confidence differs by less are equally good.
  static let equallySure = 0.02

  /// The region whose map holds all places: of overlapping maps the one whose roads are nearest to
  /// them, of those with places of the same names the one with the surest.
  ///
  /// Where a text is found nowhere, the surest map is returned: its planner says what is similar.
  ///
  /// - Throws: `outsideMap` where no map holds all, saying which holds what.
  func region(
    of places: [LocationReference], leastConfidence: Double?
  ) async throws(ServiceError) -> RegionName? {
    let least = leastConfidence ?? Self.leastConfidence
    let points = await points(of: places)
    let texts = Set(places.compactMap { if case .text(let text) = $0 { text } else { nil } })
      .sorted()
    let holding = RegionChoice.holding(points, of: maps)
    if texts.isEmpty {
      guard holding.count > 1 else {
        if let only = holding.first { return only.region }
        throw refusal(points, [:], least)
      }
      return await nearest(points, of: holding)
    }
    let sure = await confidences(of: texts, near: points.first)
    func certainty(_ map: RegionMap) -> Double {
      texts.reduce(1) { $0 * (sure[$1]?[map.region] ?? 0) }
    }
    let finding = holding.filter { map in
      texts.allSatisfy { sure[$0]?[map.region] ?? 0 >= least }
    }
    if let best = finding.map(certainty).max() {
      let equal = finding.filter { certainty($0) >= best - Self.equallySure }
      return equal.contains { $0.region == nil } ? nil : equal.first?.region
    }
    let isEachFound = texts.allSatisfy { text in
      maps.contains { sure[text]?[$0.region] ?? 0 >= least }
    }
    if isEachFound || holding.isEmpty { throw refusal(points, sure, least) }
    return holding.max { certainty($0) < certainty($1) }?.region
  }

  /// Coordinates, and where devices are. One that never reported a position limits nothing: the
  /// service says so.
  private func points(of places: [LocationReference]) async -> [Coordinate] {
    var points: [Coordinate] = []
    for place in places {
      switch place {
      case .coordinate(let point, _): points.append(point)
      case .device(let device):
        let request = PositionRequest(device: device)
        let position = try? await stack.services(of: nil).send(request, timeout: timeout)
        if let position { points.append(position.coordinate) }
      case .text: break
      }
    }
    return points
  }

  /// How sure the best match of each text is on each map.
  private func confidences(
    of texts: [String], near: Coordinate?
  ) async -> [String: [RegionName?: Double]] {
    let asked = texts.flatMap { text in maps.map { (text: text, map: $0) } }
    let confidences = await concurrentMap(asked) { text, map in
      let request = GeocodeRequest(text: text, near: near, limit: 1, allowsStop: true)
      let reply = try? await stack.services(of: map.region).send(request, timeout: timeout)
      guard let hit = reply?.hits.first,
        // A coordinate is understood everywhere.
        hit.accuracy != .coordinate || map.map.box.contains(hit.coordinate)
      else { return 0.0 }
      return hit.confidence
    }
    var sure: [String: [RegionName?: Double]] = [:]
    for ((text, map), confidence) in zip(asked, confidences) {
      sure[text, default: [:]][map.region] = confidence
    }
    return sure
  }

  /// The region of the map whose roads come nearest to the points. A router that does not answer
  /// counts as having none.
  private func nearest(_ points: [Coordinate], of maps: [RegionMap]) async -> RegionName? {
    // The ends of a trip and what is between: more say nothing new.
    let asked =
      points.count <= 4 ? points : [points[0], points[points.count / 2], points[points.count - 1]]
    let distances = await concurrentMap(maps) { map in
      await concurrentMap(asked) { point in
        let request = NearestRoadRequest(coordinate: point)
        let reply = try? await stack.services(of: map.region).send(request, timeout: timeout)
        return reply?.points.first?.distanceMeters
      }
    }
    return RegionChoice.nearest(distances).flatMap { maps[$0].region }
  }

  private func refusal(
    _ points: [Coordinate], _ sure: [String: [RegionName?: Double]], _ least: Double
  ) -> ServiceError {
    let named = sure.keys.sorted().map { text in
      RegionChoice.LocatedPlace(
        label: "“\(text)”",
        maps: maps.filter { sure[text]?[$0.region] ?? 0 >= least }.map(\.name))
    }
    let located = points.map { point in
      RegionChoice.LocatedPlace(
        label: "\(point.latitude), \(point.longitude)",
        maps: maps.filter { $0.map.box.contains(point) }.map(\.name))
    }
    return RegionChoice.refusal(located + named, all: maps.map(\.name))
  }
}

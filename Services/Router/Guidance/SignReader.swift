import Messages

/// Reads the signs and lane arrows along a route.
struct SignReader {
  /// How far along a ramp its signs may be tagged.
  private static let reachCentimeters: UInt32 = 15_000

  let network: RoadNetwork
  let views: [RoadView]

  /// The exit number of the ramp that begins at a piece.
  func exitNumber(at index: Int) -> String? { network.name(at: views[index].signs.exit) }

  /// The signed destinations of the road that begins at a piece: "Airport, San José".
  func destinations(from index: Int) -> String? {
    let signs = views[signed(from: index)].destinations
    let places = network.parts(of: signs.places)
    let texts = places.isEmpty ? network.parts(of: signs.street) : places
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// The road that a ramp leads to: the signed one, else the highway at its end, unless the ramp
  /// forks before.
  func roadAhead(from index: Int) -> String? {
    let signed = network.parts(of: views[signed(from: index)].destinations.ref)
    if !signed.isEmpty { return signed.joined(separator: " / ") }
    var last = index
    while views[last].isLink, last + 1 < views.count, !hasChoice(after: last) { last += 1 }
    guard !views[last].isLink, views[last].isHighway else { return nil }
    return network.title(of: views[last].street)
  }

  /// Whether there is a choice at the end of a piece.
  private func hasChoice(after index: Int) -> Bool {
    Junction(network, after: views[index].piece.directedSegment).arms.count(where: \.isOpen) > 1
  }

  /// The lanes before a maneuver, where they are tagged.
  func lanes(before index: Int, toward direction: TurnDirection) -> [Lane]? {
    var last = index - 1
    // Lanes are tagged before a crossing, not within it.
    while last > 0, tag(views[last]) == nil,
      views[last].centimeters <= ManeuverFinder.crossingCentimeters,
      abs(views[last - 1].angle(to: views[last])) < Angles.straightBelow
    {
      last -= 1
    }
    return tag(views[last]).flatMap {
      LaneArrows.lanes($0, toward: direction, drivingOn: network.drivingSide)
    }
  }

  private func tag(_ view: RoadView) -> String? {
    let signs = view.signs
    return network.name(
      at: view.piece.directedSegment.isBackward ? signs.lanesBackward : signs.lanesForward)
  }

  /// The first piece along the same ramp, or a few metres along a street, with destinations; else
  /// the given one.
  private func signed(from index: Int) -> Int {
    var passed: UInt32 = 0
    for (position, view) in views.enumerated().dropFirst(index) {
      let reach = view.isLink ? Self.reachCentimeters : ManeuverFinder.crossingCentimeters
      guard
        position == index
          || passed <= reach
            && (view.isLink || abs(views[position - 1].angle(to: view)) < ManeuverFinder.turnFrom)
      else { break }
      if !view.destinations.isEmpty { return position }
      passed += view.centimeters
    }
    return index
  }
}

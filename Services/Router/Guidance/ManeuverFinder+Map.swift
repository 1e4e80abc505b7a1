import Messages

extension ManeuverFinder {
  /// What the map itself says of the turn onto a piece; roundabouts count their exits.
  func given(at index: Int) -> ManeuverSpan? {
    let (before, here) = (views[index - 1], views[index])
    guard !before.isRoundabout, !here.isRoundabout,
      let action = network.maneuvers.action(
        onto: here.piece.directedSegment,
        { [views] offset in
          views.indices.contains(index + offset)
            ? views[index + offset].piece.directedSegment : nil
        })
    else { return nil }
    guard let kind = action.kind else {
      return .suppressed(through: index, isQuietlyRenamed: true)
    }
    let isStaying = kind == .continue && network.isSame(before.street, here.street)
    return ManeuverSpan(
      instruction: .init(
        kind: kind, direction: action.direction ?? TurnDirection(angle: before.angle(to: here)),
        context: isStaying ? .staying : .ordinary), last: index)
  }
}

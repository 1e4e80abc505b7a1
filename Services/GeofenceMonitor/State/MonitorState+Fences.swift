import Messages
import Time

/// Sets up a fence.
extension FenceAddRequest: MonitorCommand {
  func validate() throws(ServiceError) { try definition.validate() }

  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  func perform(on state: MonitorState, now: Timestamp) throws -> CommandOutcome<Fence> {
    try state.checkRoom(for: 1)
    let number = try state.nextFenceNumber()
    let fence = try state.prepare(
      Fence(id: FenceID(number: number), definition: definition), number: number)
    try state.add(fence)
    return try state.finish(fence.fence, RequestEffects(), now: now)
  }
}

/// Removes a fence and returns it; the devices inside exit.
extension FenceRemoveRequest: MonitorCommand {
  func validate() throws(ServiceError) {}

  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  func perform(on state: MonitorState, now: Timestamp) throws -> CommandOutcome<Fence> {
    guard let fence = state.fence(id) else {
      throw ServiceError(
        .notFound, "There is no fence “\(id)”. quickbrew geofence list shows them.")
    }
    return try state.finish(fence, try state.remove(id, now: now), now: now)
  }
}

/// Makes a board's fences exactly those of the request.
extension BoardFencesRequest: MonitorCommand {
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  func perform(on state: MonitorState, now: Timestamp) throws -> CommandOutcome<FenceListReply> {
    // Whatever is refused is refused here, before the first change.
    let change = try BoardChange(self, state)
    try state.checkRoom(for: change.added.count - change.removed.count)
    for fence in change.added { try state.add(fence) }
    for (old, new) in change.moved { try state.replace(old, by: new) }
    var effects = RequestEffects()
    for fence in change.removed {
      effects.append(try state.remove(fence.fence.id, now: now))
    }
    return try state.finish(FenceListReply(fences: change.fences), effects, now: now)
  }
}

/// The difference between a board's fences and those that a request wants.
private struct BoardChange {
  /// All fences after the change, in the order of the request.
  private(set) var fences: [Fence] = []
  private(set) var added: [WatchedFence] = []
  private(set) var moved: [(old: WatchedFence, new: WatchedFence)] = []
  private(set) var removed: [WatchedFence] = []

  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  init(_ request: BoardFencesRequest, _ state: MonitorState) throws {
    var old: [String: WatchedFence] = [:]
    for fence in state.fences(of: request.board) { old[fence.fence.pin ?? ""] = fence }
    var number = try state.nextFenceNumber()
    for pin in request.pins {
      let known = old.removeValue(forKey: pin.pin)
      if let known, known.fence.definition == pin.definition {
        fences.append(known.fence)
        continue
      }
      let fence = Fence(
        id: known?.fence.id ?? FenceID(number: number), board: request.board, pin: pin.pin,
        definition: pin.definition)
      let watched = try state.prepare(fence, number: number)
      number += 1
      fences.append(fence)
      if let known { moved.append((known, watched)) } else { added.append(watched) }
    }
    removed = old.values.sorted { $0.number < $1.number }
  }
}

extension MonitorState {
  /// Completes a change of fences: updates the devices inside and on their routes.
  fileprivate func finish<Reply>(
    _ reply: Reply, _ effects: RequestEffects, now: Timestamp
  ) throws -> CommandOutcome<Reply> {
    var effects = effects
    effects.append(try removeExpired(now: now))
    effects.upcoming = try routeUpdates()
    return CommandOutcome(reply: reply, effects: effects)
  }
}

import Geography
import Messages
import Time

/// Sets up a fence.
extension FenceAddRequest: MonitorCommand {
  func validate() throws(ServiceError) { try definition.validate() }

  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  func perform(on keeper: FenceKeeper, now: Timestamp) throws -> CommandOutcome<Fence> {
    try keeper.checkRoom(for: 1)
    let number = try keeper.nextFenceNumber()
    let fence = try keeper.prepare(
      Fence(id: FenceID(number: number), definition: definition), number: number)
    try keeper.add(fence)
    return try keeper.finish(fence.fence, RequestEffects(), now: now)
  }
}

/// Removes a fence and returns it; the devices inside exit.
extension FenceRemoveRequest: MonitorCommand {
  func validate() throws(ServiceError) {}

  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  func perform(on keeper: FenceKeeper, now: Timestamp) throws -> CommandOutcome<Fence> {
    guard let fence = keeper.fence(id) else {
      throw ServiceError(
        .notFound, "There is no fence “\(id)”. quickbrew geofence list shows them.")
    }
    return try keeper.finish(fence, try keeper.remove(id, now: now), now: now)
  }
}

/// Makes a board's fences exactly those of the request.
extension BoardFencesRequest: MonitorCommand {
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  func perform(on keeper: FenceKeeper, now: Timestamp) throws -> CommandOutcome<FenceListReply> {
    // Whatever is refused is refused here, before the first change.
    let change = try BoardChange(self, keeper)
    try keeper.checkRoom(for: change.added.count - change.removed.count)
    for fence in change.added { try keeper.add(fence) }
    for (old, new) in change.moved { try keeper.replace(old, by: new) }
    var effects = RequestEffects()
    for fence in change.removed {
      effects.append(try keeper.remove(fence.fence.id, now: now))
    }
    return try keeper.finish(FenceListReply(fences: change.fences), effects, now: now)
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
  init(_ request: BoardFencesRequest, _ keeper: FenceKeeper) throws {
    var old: [String: WatchedFence] = [:]
    for fence in keeper.fences(of: request.board) { old[fence.fence.pin ?? ""] = fence }
    var number = try keeper.nextFenceNumber()
    for pin in request.pins {
      let known = old.removeValue(forKey: pin.pin)
      if let known, known.fence.definition == pin.definition {
        fences.append(known.fence)
        continue
      }
      let fence = Fence(
        id: known?.fence.id ?? FenceID(number: number), board: request.board, pin: pin.pin,
        definition: pin.definition)
      let watched = try keeper.prepare(fence, number: number)
      number += 1
      fences.append(fence)
      if let known { moved.append((known, watched)) } else { added.append(watched) }
    }
    removed = old.values.sorted { $0.number < $1.number }
  }
}

extension FenceKeeper {
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

import Geography
import Messages
import Time

/// Sets up a fence.
extension FenceAddRequest: MonitorCommand {
  func validate() throws(ServiceError) { try definition.validate() }

  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  func perform(on keeper: FenceKeeper, now: Timestamp) throws -> CommandOutcome<Fence> {
    let fence = try keeper.add(definition, board: nil, pin: nil)
    return try keeper.finish(fence, RequestEffects(), now: now)
  }
}

/// Removes a fence and returns it; the devices inside exit.
extension FenceRemoveRequest: MonitorCommand {
  func validate() throws(ServiceError) {}

  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  func perform(on keeper: FenceKeeper, now: Timestamp) throws -> CommandOutcome<Fence> {
    guard let fence = keeper.fence(id) else {
      throw ServiceError(
        .notFound, "There is no fence “\(id)”. List the fences to see their names.")
    }
    return try keeper.finish(fence, try keeper.remove(id, now: now), now: now)
  }
}

/// Makes a board's fences exactly those of the request.
extension BoardFencesRequest: MonitorCommand {
  static var mayRefuseHalfway: Bool { true }

  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  func perform(on keeper: FenceKeeper, now: Timestamp) throws -> CommandOutcome<FenceListReply> {
    var old: [String: Fence] = [:]
    for fence in keeper.fences(FenceListRequest(board: board)).fences {
      old[fence.pin ?? ""] = fence
    }
    var fences: [Fence] = []
    for pin in pins {
      if let known = old.removeValue(forKey: pin.pin) {
        fences.append(try keeper.move(known, to: pin.definition))
      } else {
        fences.append(try keeper.add(pin.definition, board: board, pin: pin.pin))
      }
    }
    var effects = RequestEffects()
    for fence in old.values { effects.append(try keeper.remove(fence.id, now: now)) }
    return try keeper.finish(FenceListReply(fences: fences), effects, now: now)
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

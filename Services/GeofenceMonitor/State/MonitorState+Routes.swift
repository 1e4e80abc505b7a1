package import Messages
package import Time

/// Sets, replaces or ends the route of a device.
extension RouteSetRequest: MonitorCommand {
  /// - Throws: `ServiceError` with `invalidRequest`, `conflict`, or `notFound` for the end of a
  ///   route of an unknown device; `SQLError`.
  func perform(on state: MonitorState, now: Timestamp) throws -> CommandOutcome<UpcomingFence> {
    if route == nil { try state.checkKnown(device) }
    var effects = RequestEffects()
    effects.upcoming = try state.setRoute(route, of: device, now: now)
    return CommandOutcome(reply: state.upcoming(of: device, now: now), effects: effects)
  }

  func checkQuota(of user: String, in state: MonitorState) throws(ServiceError) {
    state.boundUsers.insert(user)
    let count = state.routes.count(of: user)
    let quota = Caller.quota(MonitorLimits.routesOfUser, of: user)
    try check(
      route == nil || state.routes[device] != nil || count < quota, or: .conflict,
      "\(user) has \(count) routes, of at most \(quota); switch one off before another.")
  }
}

extension MonitorState {
  /// - Returns: what to publish.
  fileprivate func setRoute(
    _ route: DeviceRoute?, of device: DeviceID, now: Timestamp
  ) throws -> [UpcomingFence] {
    guard let route else {
      guard routes.end(device) != nil else { return [] }
      try store.deleteRoute(of: device)
      return [upcoming(of: device, now: now)]
    }
    let follower = try follower(on: route, of: device, now: now)
    let ended = try makeRoom(for: device, now: now)
    routes.set(device, follower)
    try store.insert(route, follower.progress, of: device)
    return ended + (try routeUpdates())
  }

  /// The fence that a device enters next.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`, or `notFound` for an unknown device.
  package func upcoming(
    _ request: UpcomingRequest, now: Timestamp
  ) throws(ServiceError) -> UpcomingFence {
    try request.validate()
    try checkKnown(request.device)
    return upcoming(of: request.device, now: now)
  }

  /// Whether a device has reported a position, or has a route that it is still to begin.
  ///
  /// - Throws: `ServiceError` with `notFound`.
  fileprivate func checkKnown(_ device: DeviceID) throws(ServiceError) {
    guard engine.knows(device) || routes[device] != nil else { throw .unknown(device) }
  }

  fileprivate func upcoming(of device: DeviceID, now: Timestamp) -> UpcomingFence {
    routes[device]?.upcoming(of: device, engine.fences, inside: engine.inside(device))
      ?? UpcomingFence(device: device, state: .off, time: now)
  }

  private func follower(
    on route: DeviceRoute, of device: DeviceID, now: Timestamp
  ) throws(ServiceError) -> RouteFollower {
    guard let timed = TimedRoute(route) else {
      throw ServiceError(
        .invalidRequest, "The route goes nowhere: its lines hold no two different points.")
    }
    let clock = route.departure ?? now
    let progress = RouteProgress(
      time: now.millisecondsSince1970, offsetSeconds: Int32(clock.offsetSeconds))
    return RouteFollower(
      timed, departure: route.departure, progress: progress, engine.fences.watching(device))
  }

  /// At the limit, ends the routes that should have ended long ago.
  private func makeRoom(for device: DeviceID, now: Timestamp) throws -> [UpcomingFence] {
    guard routes.count >= MonitorLimits.maximumRoutes, routes[device] == nil else { return [] }
    let stale = routes.stale(before: now.adding(seconds: -MonitorLimits.staleRouteSeconds))
    try check(
      !stale.isEmpty, or: .conflict,
      "There are \(MonitorLimits.maximumRoutes) routes already; switch one off before another.")
    return try stale.map { device in
      _ = routes.end(device)
      try store.deleteRoute(of: device)
      return upcoming(of: device, now: now)
    }
  }

  /// Advances a device's route to its newest position; `saveProgress` is still to be called.
  func advanceRoute(of device: DeviceID) -> UpcomingFence? {
    routes.isEmpty ? nil : routes.advance(device, engine)
  }

  /// What to publish of routes after a change of fences or routes.
  func routeUpdates() throws -> [UpcomingFence] {
    if routes.isEmpty { return [] }
    let updates = routes.updates(engine)
    for update in updates { try saveProgress(of: update.device) }
    return updates
  }

  /// Stores how far a device has come, or that its route is over.
  func saveProgress(of device: DeviceID) throws {
    if let progress = routes[device]?.progress {
      try store.save(progress, of: device)
    } else {
      try store.deleteRoute(of: device)
    }
  }
}

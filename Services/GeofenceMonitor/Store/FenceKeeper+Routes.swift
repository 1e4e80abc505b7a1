import Geography
import Messages
import Time

extension FenceKeeper {
  /// Follows a device on a route, or on none any more.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` or `conflict`; `SQLError`.
  package func setRoute(
    _ request: RouteSetRequest, now: Timestamp
  ) throws -> Outcome<UpcomingFence> {
    try request.validate()
    var news = PositionNews()
    let reply = try answer(request, key: nil, now: now) {
      if let route = request.route {
        let follower = try follower(on: route, now: now)
        news.upcoming = try makeRoom(for: request.device, now: now)
        routes.set(request.device, follower)
        try store.insert(route, follower.progress, of: request.device)
        news.upcoming += try routeNews()
        return upcoming(of: request.device, now: now)
      }
      let isEnded = routes.end(request.device) != nil
      if isEnded { try store.deleteRoute(of: request.device) }
      let reply = upcoming(of: request.device, now: now)
      if isEnded { news.upcoming = [reply] }
      return reply
    }
    return Outcome(reply: reply, news: news)
  }

  /// Which fence a device enters next.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`.
  package func upcoming(
    _ request: UpcomingRequest, now: Timestamp
  ) throws(ServiceError) -> UpcomingFence {
    try request.validate()
    return upcoming(of: request.device, now: now)
  }

  private func upcoming(of device: DeviceID, now: Timestamp) -> UpcomingFence {
    routes[device]?.upcoming(of: device, engine.fences, inside: engine.inside(device))
      ?? UpcomingFence(device: device, state: .off, time: now)
  }

  private func follower(
    on route: DeviceRoute, now: Timestamp
  ) throws(ServiceError) -> RouteFollower {
    guard let way = RouteWay(route) else {
      throw ServiceError(
        .invalidRequest, "The route goes nowhere: its lines hold no two different points.")
    }
    let clock = route.departure ?? now
    let progress = RouteProgress(
      time: now.millisecondsSince1970, offsetSeconds: Int32(clock.offsetSeconds))
    return RouteFollower(way, departure: route.departure, progress: progress, engine.fences)
  }

  /// Where there are too many routes, those that nobody goes any more end.
  private func makeRoom(for device: DeviceID, now: Timestamp) throws -> [UpcomingFence] {
    guard routes.count >= RouteLimits.maximumRoutes, routes[device] == nil else { return [] }
    let stale = routes.stale(before: now.adding(seconds: -RouteLimits.staleSeconds))
    if stale.isEmpty {
      throw ServiceError(
        .conflict,
        "There are \(RouteLimits.maximumRoutes) routes already; "
          + "switch one off before setting another."
      )
    }
    return try stale.map { device in
      _ = routes.end(device)
      try store.deleteRoute(of: device)
      return upcoming(of: device, now: now)
    }
  }

  /// Looks at a device's newest position; what comes of it is still to be kept.
  func follow(_ device: DeviceID) -> UpcomingFence? {
    routes.isEmpty ? nil : routes.moved(device, engine)
  }

  /// What a change of fences or routes makes news.
  func routeNews() throws -> [UpcomingFence] {
    if routes.isEmpty { return [] }
    let news = routes.news(engine)
    for told in news { try keepProgress(of: told.device) }
    return news
  }

  /// Keeps how far a device has come, or that its route is over.
  func keepProgress(of device: DeviceID) throws {
    if let progress = routes[device]?.progress {
      try store.save(progress, of: device)
    } else {
      try store.deleteRoute(of: device)
    }
  }
}

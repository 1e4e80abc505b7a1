import Geography
import Messages
import Time

extension FenceDefinition {
  /// - Throws: `ServiceError` with `invalidRequest`, which names the field.
  func validate() throws(ServiceError) {
    try area.validate()
    try check(label, "label")
    try check((tags ?? []).count, "tags", in: 0...GeofenceLimits.maximumTags)
    for tag in tags ?? [] { try check(tag, "a tag") }
    try check((hours ?? []).count, "hours", in: 0...GeofenceLimits.maximumHours)
    try check(dwellSeconds, "dwellSeconds", in: GeofenceLimits.dwellSeconds)
    try check(confirmation?.fixes, "confirmation.fixes", in: 1...100)
    try check(confirmation?.seconds, "confirmation.seconds", in: 0...3_600)
    try check(confirmation?.hysteresisMeters, "confirmation.hysteresisMeters", in: 0...10_000)
  }
}

extension BoardFencesRequest {
  /// - Throws: `ServiceError` with `invalidRequest`, which names the field.
  func validate() throws(ServiceError) {
    try check(board.rawValue, "board")
    // A fiftieth of them would not do for a guest's board.
    let quota = Caller.quota(GeofenceLimits.maximumBoardFences, of: board.rawValue)
    try check(pins.count, "the number of pins", in: 0...max(PinLimits.maximumPins, quota))
    for pin in pins {
      try check(pin.pin, "pin")
      try pin.definition.validate()
    }
    try check(
      Set(pins.map(\.pin)).count == pins.count,
      "Two pins have the same name; give each another one.")
  }
}

extension PositionReportRequest {
  /// - Throws: `ServiceError` with `invalidRequest`, which names the field.
  func validate() throws(ServiceError) {
    try check(device.rawValue, "device")
    if let time, time.millisecondsSince1970 < 0 {
      throw ServiceError(.invalidRequest, "time is \(time); times before 1970 are not accepted.")
    }
  }
}

extension PositionBatchRequest {
  /// - Throws: `ServiceError` with `invalidRequest`, which names the position and the field.
  func validate() throws(ServiceError) {
    try check(positions.count, "the number of positions", in: 0...GeofenceLimits.maximumBatch)
    for (index, position) in positions.enumerated() {
      do { try position.validate() } catch {
        throw ServiceError(error.code, "Of positions[\(index)], \(error.message)")
      }
    }
  }
}

extension RouteSetRequest {
  /// - Throws: `ServiceError` with `invalidRequest`, which names the field.
  func validate() throws(ServiceError) {
    try check(device.rawValue, "device")
    guard let route else { return }
    let most = FenceArea.maximumPoints
    try check(route.stretches.count, "the number of stretches", in: 1...most)
    var points = 0
    for stretch in route.stretches {
      try check(stretch.durationSeconds, "durationSeconds", in: MonitorLimits.routeSeconds)
      try check(stretch.stopSeconds, "stopSeconds", in: MonitorLimits.routeSeconds)
      guard let line = stretch.line.coordinates, line.allSatisfy(\.isValid) else {
        throw ServiceError(.invalidRequest, "A line of the route is not an encoded polyline.")
      }
      points += line.count
    }
    try check(points, "the number of points", in: 2...most)
  }
}

extension UpcomingRequest {
  /// - Throws: `ServiceError` with `invalidRequest`, which names the field.
  func validate() throws(ServiceError) { try check(device.rawValue, "device") }
}

extension GeofenceEventsRequest {
  /// - Throws: `ServiceError` with `invalidRequest`, which names the field.
  func validate() throws(ServiceError) {
    try check(since >= 0, "since is \(since); events count from 1, so 0 asks for all of them.")
    try check(limit, "limit", in: 1...GeofenceLimits.maximumPage)
  }
}

extension FenceID {
  /// The name of the fence with this number: `fence-7`.
  init(number: FenceNumber) { self.init(rawValue: "\(Self.prefix)\(number)") }

  private static let prefix = "fence-"
}

private func check(_ name: String?, _ field: String) throws(ServiceError) {
  guard let name else { return }
  try check(name, field, bytes: 1...GeofenceLimits.maximumNameBytes)
  try check(
    name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 },
    "\(field) holds a control character; leave it out.")
}

import Geography
import Messages

extension FenceAddRequest {
  /// - Throws: `ServiceError` with `invalidRequest`, which names the field.
  func validate() throws(ServiceError) {
    try check(center, "center")
    if let radiusMeters { try checkRadius(radiusMeters) }
    if let label { try check(label, "label") }
  }

  private func checkRadius(_ radius: Meters) throws(ServiceError) {
    let range = GeofenceLimits.radiusMeters
    guard range.contains(radius) else {
      throw ServiceError(
        .invalidRequest,
        """
        radiusMeters is \(radius); a fence's radius is \(Int(range.lowerBound)) to \
        \(Int(range.upperBound)) m.
        """)
    }
  }
}

extension PositionReportRequest {
  /// - Throws: `ServiceError` with `invalidRequest`, which names the field.
  func validate() throws(ServiceError) {
    try check(device.rawValue, "device")
    try check(coordinate, "coordinate")
    if let time, time.millisecondsSince1970 < 0 {
      throw ServiceError(.invalidRequest, "time is \(time); positions are taken from 1970 on.")
    }
  }
}

extension GeofenceEventsRequest {
  /// - Throws: `ServiceError` with `invalidRequest`, which names the field.
  func validate() throws(ServiceError) {
    guard since >= 0 else {
      throw ServiceError(
        .invalidRequest, "since is \(since); events count from 1, so 0 asks for all of them.")
    }
    if let limit, !(1...GeofenceLimits.maximumPage).contains(limit) {
      throw ServiceError(
        .invalidRequest, "limit is \(limit); ask for 1 to \(GeofenceLimits.maximumPage) events.")
    }
  }
}

extension FenceID {
  /// The name of the fence with this number: `fence-7`.
  init(number: FenceNumber) { self.init(rawValue: "\(Self.prefix)\(number)") }

  /// The number in the name; `nil` where this is no fence's name.
  var number: FenceNumber? {
    guard rawValue.hasPrefix(Self.prefix),
      let number = Int64(rawValue.dropFirst(Self.prefix.count)),
      FenceID(number: number) == self
    else { return nil }
    return number
  }

  private static let prefix = "fence-"
}

private func check(_ coordinate: Coordinate, _ field: String) throws(ServiceError) {
  guard coordinate.isValid else {
    throw ServiceError(
      .invalidRequest,
      """
      \(field) is \(coordinate.latitude), \(coordinate.longitude); latitudes are -90 to 90 and \
      longitudes -180 to 180 degrees.
      """)
  }
}

private func check(_ name: String, _ field: String) throws(ServiceError) {
  let maximum = GeofenceLimits.maximumNameBytes
  guard (1...maximum).contains(name.utf8.count) else {
    throw ServiceError(
      .invalidRequest, "\(field) has \(name.utf8.count) bytes; give it 1 to \(maximum).")
  }
  guard name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else {
    throw ServiceError(.invalidRequest, "\(field) holds a control character; leave it out.")
  }
}

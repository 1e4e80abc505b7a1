package import Geography
package import Messages
package import Time

extension Fence {
  /// A circle with default options.
  package init(id: FenceID, center: Coordinate, radiusMeters: Meters, label: String? = nil) {
    let area = FenceArea.circle(center: center, radiusMeters: radiusMeters)
    self.init(id: id, definition: FenceDefinition(area: area, label: label))
  }
}

extension FenceAddRequest {
  /// Adds a circle.
  package init(
    center: Coordinate, radiusMeters: Meters = FenceArea.defaultRadiusMeters,
    label: String? = nil, confirmation: FenceConfirmation? = nil
  ) {
    self.init(
      FenceDefinition(
        area: .circle(center: center, radiusMeters: radiusMeters), label: label,
        confirmation: confirmation))
  }
}

extension FenceConfirmation {
  /// A single fix on the other side of the boundary is enough.
  package static let immediate = FenceConfirmation(hysteresisMeters: 0, fixes: 1, seconds: 0)
}

extension GeofenceEvent {
  /// An event of a sample exactly on the boundary: the beginning or the end of a visit.
  package init(
    number: Int64, kind: Kind, fence: Fence, device: DeviceID, coordinate: Coordinate,
    time: Timestamp, episode: Int64? = nil
  ) {
    self.init(
      number: number, kind: kind, fence: FenceName(fence), device: device,
      episode: episode ?? number, coordinate: coordinate, time: time, earliest: time,
      latest: time, certainty: .observed, sample: Sample(coordinate: coordinate, time: time))
  }
}

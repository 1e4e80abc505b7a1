import Geography
import Messages

/// An event as a line of `replay`.
struct ReplayLine: Encodable {
  /// What happened; `correct` only where the line is one of a log as it was told.
  let event: String
  let becomes: String?
  /// The fence's `id` in the file, else its name, else `fence-1` for the first.
  let fence: String
  let label: String?
  let device: String
  let time: Timestamp
  let latitude: Double
  let longitude: Double
  let earliest: Timestamp
  let latest: Timestamp
  let certainty: GeofenceEvent.Certainty
  let number: Int64
  let episode: Int64
  let replaces: Int64?
  let sample: GeofenceEvent.Sample
  let visitSeconds: Double?
  let exitTime: Timestamp?
  let exitLatitude: Double?
  let exitLongitude: Double?
  let insideMeters: Double?

  /// - Parameter asTold: whether a correction is shown as such, or as what it became.
  init(_ event: GeofenceEvent, asTold: Bool) {
    self.event = asTold ? event.kind.rawValue : (event.becomes ?? event.kind).rawValue
    becomes = asTold ? event.becomes?.rawValue : nil
    fence = event.fence.id.rawValue
    label = event.fence.label
    device = event.device.rawValue
    time = event.time
    latitude = event.coordinate.latitude
    longitude = event.coordinate.longitude
    earliest = event.earliest
    latest = event.latest
    certainty = event.certainty
    number = event.number
    episode = event.episode
    replaces = asTold ? event.replaces : nil
    sample = event.sample
    visitSeconds = event.visitSeconds
    exitTime = event.departure?.time
    exitLatitude = event.departure?.coordinate.latitude
    exitLongitude = event.departure?.coordinate.longitude
    insideMeters = event.departure?.insideMeters
  }
}

import Geography
import Messages
import Time

/// An event as a line of `replay`.
struct ReplayLine: Encodable {
  /// What happened; `correct` only in a log as it was emitted.
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

  /// - Parameter asEmitted: whether a correction is shown as such, or as what it became.
  init(_ event: GeofenceEvent, asEmitted: Bool) {
    self.event = asEmitted ? event.kind.rawValue : (event.becomes ?? event.kind).rawValue
    becomes = asEmitted ? event.becomes?.rawValue : nil
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
    replaces = asEmitted ? event.replaces : nil
    sample = event.sample
    visitSeconds = event.visitSeconds
    exitTime = event.departure?.time
    exitLatitude = event.departure?.coordinate.latitude
    exitLongitude = event.departure?.coordinate.longitude
    insideMeters = event.departure?.insideMeters
  }
}

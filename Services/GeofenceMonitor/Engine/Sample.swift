import Areas
import Geography
import Messages
import Time

/// A reported position as the engine holds it.
package struct Sample: Codable, Sendable, Hashable {
  package let coordinate: Coordinate
  /// Milliseconds since 1970.
  package let time: Int64
  package let offsetSeconds: Int32
  /// As reported.
  package let accuracy: Meters?
  /// Counts all reports of all devices in the order they came: a fence sees only samples that came
  /// after it.
  package let arrival: Int64

  package init(
    coordinate: Coordinate, time: Int64, offsetSeconds: Int32 = 0, accuracy: Meters? = nil,
    arrival: Int64
  ) {
    self.coordinate = coordinate
    self.time = time
    self.offsetSeconds = offsetSeconds
    self.accuracy = accuracy
    self.arrival = arrival
  }

  package var timestamp: Timestamp { timestamp(time) }

  /// Another instant, told with this sample's offset.
  package func timestamp(_ time: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: time, offsetSeconds: Int(offsetSeconds))
  }

  /// Whether both say the same, whenever they came.
  func says(theSameAs other: Sample) -> Bool {
    time == other.time && coordinate == other.coordinate && accuracy == other.accuracy
  }

  /// The order of a track: by time; of one time the most accurate first, and then any fixed order,
  /// so that the order of arrival never matters.
  static func precedes(_ left: Sample, _ right: Sample) -> Bool { left.rank < right.rank }

  private var rank: (Int64, Double, Double, Double) {
    (time, accuracy ?? .infinity, coordinate.latitude, coordinate.longitude)
  }
}

/// A sample that counts, with its place in space.
struct Fix: Codable, Sendable, Hashable {
  let sample: Sample
  let place: SpaceVector

  init(_ sample: Sample) {
    self.sample = sample
    place = SpaceVector(sample.coordinate)
  }

  var time: Int64 { sample.time }
}

import Areas
package import Geography
import Messages
package import Time

/// A reported position as the engine holds it.
@Memberwise package struct Sample: Codable, Sendable, Hashable {
  package let coordinate: Coordinate
  /// Milliseconds since 1970.
  package let time: Int64
  package var offsetSeconds: Int32 = 0
  /// As reported.
  package let accuracy: Meters?
  /// Counts all reports of all devices in the order of their arrival: a fence sees only samples
  /// that arrived after it was set up.
  package let arrival: Int64

  package var timestamp: Timestamp { timestamp(time) }

  /// Another instant, with this sample's offset.
  package func timestamp(_ time: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: time, offsetSeconds: Int(offsetSeconds))
  }

  /// Whether both report the same, whenever they arrived.
  func isEquivalent(to other: Sample) -> Bool {
    time == other.time && coordinate == other.coordinate && accuracy == other.accuracy
  }

  /// The order of a track: by time; at the same time the most accurate first, then any fixed order,
  /// so that the order of arrival never matters.
  package static func precedes(_ left: Sample, _ right: Sample) -> Bool { left.rank < right.rank }

  private var rank: (Int64, Double, Double, Double) {
    (time, accuracy ?? .infinity, coordinate.latitude, coordinate.longitude)
  }
}

extension Sample {
  package init(_ report: FenceEngine.Report, arrival: Int64) {
    self.init(
      coordinate: report.coordinate, time: report.time.millisecondsSince1970,
      offsetSeconds: Int32(report.time.offsetSeconds), accuracy: report.accuracy, arrival: arrival)
  }
}

/// A sample with its position in space.
struct Fix: Codable, Sendable, Hashable {
  let sample: Sample
  let position: SpaceVector

  init(_ sample: Sample) {
    self.sample = sample
    position = SpaceVector(sample.coordinate)
  }

  var time: Int64 { sample.time }
}

import Messages
import Time

/// One entry of a device into a fence, or one exit: the unit in which false and missed events are
/// counted.
struct Passage: Sendable, Hashable {
  /// Passages of one edge can match each other.
  struct Edge: Sendable, Hashable {
    let device: DeviceID
    let fence: FenceID
    let isInwards: Bool
  }

  let edge: Edge
  /// Milliseconds since 1970.
  let time: Int64
  /// The time of the sample that confirmed it.
  let detected: Int64

  /// The passages of effective events; a cross is one in and one out, a dwell none.
  static func passages(of events: [GeofenceEvent]) -> [Passage] {
    events.flatMap { event -> [Passage] in
      let passage = { (isInwards: Bool, time: Timestamp) in
        Passage(
          edge: Edge(device: event.device, fence: event.fence.id, isInwards: isInwards),
          time: time.millisecondsSince1970, detected: event.sample.time.millisecondsSince1970)
      }
      return switch event.becomes ?? event.kind {
      case .enter: [passage(true, event.time)]
      case .exit: [passage(false, event.time)]
      case .cross:
        [passage(true, event.time), passage(false, event.departure?.time ?? event.time)]
      case .dwell, .correct: []
      }
    }
  }
}

/// How well detected passages agree with the ground truth.
struct PassageTally: Encodable, Sendable, Hashable {
  /// Detected, and not true.
  private(set) var falseEvents = 0
  /// True, and not detected.
  private(set) var missedEvents = 0
  private var delays = 0.0
  private var matches = 0

  /// Compares one run with the truth: passages of the same edge match if they are at most
  /// `tolerance` milliseconds apart, the nearest first.
  mutating func add(detected: [Passage], truth: [Passage], tolerance: Int64) {
    let detectedByEdge = Dictionary(grouping: detected, by: \.edge)
    var matched = 0
    for (edge, truth) in Dictionary(grouping: truth, by: \.edge) {
      for delay in Self.delays(truth, detectedByEdge[edge] ?? [], tolerance) {
        delays += delay
        matched += 1
      }
    }
    matches += matched
    missedEvents += truth.count - matched
    falseEvents += detected.count - matched
  }

  /// From a passage to the sample that confirmed it, on average; `nil` if none matched.
  var delaySeconds: Double? { matches > 0 ? delays / Double(matches) : nil }

  var errors: Int { falseEvents + missedEvents }

  /// The delay in seconds of each true passage that was detected.
  private static func delays(
    _ truth: [Passage], _ detected: [Passage], _ tolerance: Int64
  ) -> [Double] {
    var pairs: [(apart: Int64, truth: Int, detected: Int)] = []
    for (index, one) in truth.enumerated() {
      for (otherIndex, other) in detected.enumerated() where abs(one.time - other.time) <= tolerance
      {
        pairs.append((abs(one.time - other.time), index, otherIndex))
      }
    }
    var (usedTruth, usedDetected): (Set<Int>, Set<Int>) = ([], [])
    var delays: [Double] = []
    for pair in pairs.sorted(by: {
      ($0.apart, $0.truth, $0.detected) < ($1.apart, $1.truth, $1.detected)
    })
    where !usedTruth.contains(pair.truth) && !usedDetected.contains(pair.detected) {
      usedTruth.insert(pair.truth)
      usedDetected.insert(pair.detected)
      delays.append(Double(detected[pair.detected].detected - truth[pair.truth].time) / 1_000)
    }
    return delays
  }

  private enum Key: CodingKey { case falseEvents, missedEvents, delaySeconds }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(falseEvents, forKey: .falseEvents)
    try container.encode(missedEvents, forKey: .missedEvents)
    try container.encode(delaySeconds.map { ($0 * 10).rounded() / 10 }, forKey: .delaySeconds)
  }
}

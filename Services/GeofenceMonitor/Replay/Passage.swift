import Messages
import Time

/// A device that comes into a fence, or goes out of it: what false and missed events are counted
/// in.
struct Passage: Sendable, Hashable {
  /// What can be taken for one another.
  struct Edge: Sendable, Hashable {
    let device: DeviceID
    let fence: FenceID
    let isInwards: Bool
  }

  let edge: Edge
  /// Milliseconds since 1970.
  let time: Int64
  /// The time of the sample that told it.
  let told: Int64

  /// The passages of events that stand; a cross is one in and one out, a dwell none.
  static func passages(of standing: [GeofenceEvent]) -> [Passage] {
    standing.flatMap { event -> [Passage] in
      let passage = { (isInwards: Bool, time: Timestamp) in
        Passage(
          edge: Edge(device: event.device, fence: event.fence.id, isInwards: isInwards),
          time: time.millisecondsSince1970, told: event.sample.time.millisecondsSince1970)
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

/// How well what was told agrees with what is true.
struct PassageTally: Encodable, Sendable, Hashable {
  /// Told, and not so.
  private(set) var falseEvents = 0
  /// So, and not told.
  private(set) var missedEvents = 0
  private var delays = 0.0
  private var matches = 0

  /// Compares one telling with the truth: passages over the same edge are the same where they are
  /// at most `tolerance` milliseconds apart, the nearest first.
  mutating func add(told: [Passage], truth: [Passage], tolerance: Int64) {
    let toldByEdge = Dictionary(grouping: told, by: \.edge)
    var matched = 0
    for (edge, truth) in Dictionary(grouping: truth, by: \.edge) {
      for delay in Self.delays(truth, toldByEdge[edge] ?? [], tolerance) {
        delays += delay
        matched += 1
      }
    }
    matches += matched
    missedEvents += truth.count - matched
    falseEvents += told.count - matched
  }

  /// From a passage to the sample that told it, on average; `nil` where none was told.
  var delaySeconds: Double? { matches > 0 ? delays / Double(matches) : nil }

  var errors: Int { falseEvents + missedEvents }

  /// The delay in seconds of each true passage that was told.
  private static func delays(
    _ truth: [Passage], _ told: [Passage], _ tolerance: Int64
  ) -> [Double] {
    var pairs: [(apart: Int64, truth: Int, told: Int)] = []
    for (index, one) in truth.enumerated() {
      for (place, other) in told.enumerated() where abs(one.time - other.time) <= tolerance {
        pairs.append((abs(one.time - other.time), index, place))
      }
    }
    var (usedTruth, usedTold): (Set<Int>, Set<Int>) = ([], [])
    var delays: [Double] = []
    for pair in pairs.sorted(by: { ($0.apart, $0.truth, $0.told) < ($1.apart, $1.truth, $1.told) })
    where !usedTruth.contains(pair.truth) && !usedTold.contains(pair.told) {
      usedTruth.insert(pair.truth)
      usedTold.insert(pair.told)
      delays.append(Double(told[pair.told].told - truth[pair.truth].time) / 1_000)
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

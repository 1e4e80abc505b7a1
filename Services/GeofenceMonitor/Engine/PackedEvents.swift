import Areas
import FoundationEssentials
import Geography
import Hashing
import Messages

/// The events emitted for a window, as the store has them: numbers of 64 bits, little-endian. A
/// device among many fences has hundreds, and as JSON they were most of what a start read and what
/// a position wrote.
struct PackedEvents: Codable, Sendable {
  private let words: Data
  /// Of the words: a flipped bit is another number.
  private let digest: String

  init(_ events: [EmittedEvent]) {
    var writer = WordWriter()
    for event in events { writer.write(event) }
    words = writer.words.map(\.littleEndian).withUnsafeBytes { Data($0) }
    digest = Fingerprint(of: words).description
  }

  /// - Throws: `DecodingError` if they are not as they were written.
  func events() throws -> [EmittedEvent] {
    guard digest == Fingerprint(of: words).description else { throw WordReader.damage }
    var reader = WordReader(words)
    var events: [EmittedEvent] = []
    while !reader.isAtEnd { events.append(try reader.event()) }
    return events
  }

  /// Why a visit ended, by its number in stores, from 1.
  fileprivate static let reasons: [GeofenceEvent.Reason] = [.expired, .closed, .removed]
}

private struct WordWriter {
  private(set) var words: [Int64] = []

  mutating func write(_ event: EmittedEvent) {
    let (transition, sample) = (event.transition, event.transition.sample)
    let reason = transition.reason.flatMap { PackedEvents.reasons.firstIndex(of: $0) }
    words += [
      event.number, event.episode, Int64(transition.kind.rawValue),
      Int64(reason.map { $0 + 1 } ?? 0), transition.fence, transition.episode.fence,
      transition.episode.entered, transition.stay, Self.bits(transition.insideMeters),
      Self.bits(sample.coordinate.latitude), Self.bits(sample.coordinate.longitude), sample.time,
      Int64(sample.offsetSeconds), sample.arrival, Self.bits(sample.accuracy ?? .nan),
    ]
    write(transition.crossing)
    words.append(transition.departure == nil ? 0 : 1)
    if let departure = transition.departure { write(departure) }
  }

  private mutating func write(_ crossing: Crossing) {
    words += [
      crossing.time, crossing.earliest, crossing.latest, crossing.isObserved ? 1 : 0,
      Self.bits(crossing.position.x), Self.bits(crossing.position.y),
      Self.bits(crossing.position.z),
    ]
  }

  private static func bits(_ number: Double) -> Int64 { Int64(bitPattern: number.bitPattern) }
}

private struct WordReader {
  private let bytes: Data
  private var next = 0

  static let damage = DecodingError.dataCorrupted(
    .init(codingPath: [], debugDescription: "The events of a track are damaged."))

  init(_ bytes: Data) { self.bytes = bytes }

  var isAtEnd: Bool { next >= bytes.count }

  mutating func event() throws -> EmittedEvent {
    let (number, episode) = (try integer(), try integer())
    guard let kind = Transition.Kind(rawValue: UInt8(truncatingIfNeeded: try integer())) else {
      throw Self.damage
    }
    let reason = Int(try integer())
    guard (0...PackedEvents.reasons.count).contains(reason) else { throw Self.damage }
    let fence = try integer()
    let key = EpisodeKey(fence: try integer(), entered: try integer())
    let (stay, inside) = (try integer(), try double())
    let coordinate = Coordinate(latitude: try double(), longitude: try double())
    let (time, offset, arrival) = (try integer(), try integer(), try integer())
    let accuracy = try double()
    let sample = Sample(
      coordinate: coordinate, time: time, offsetSeconds: Int32(truncatingIfNeeded: offset),
      accuracy: accuracy.isNaN ? nil : accuracy, arrival: arrival)
    let crossing = try crossing()
    let departure = try integer() == 0 ? nil : try self.crossing()
    return EmittedEvent(
      number: number,
      transition: Transition(
        kind: kind, fence: fence, episode: key, crossing: crossing, departure: departure,
        insideMeters: inside, stay: stay, sample: sample,
        reason: reason == 0 ? nil : PackedEvents.reasons[reason - 1]),
      episode: episode)
  }

  private mutating func crossing() throws -> Crossing {
    let (time, earliest, latest) = (try integer(), try integer(), try integer())
    let isObserved = try integer() != 0
    let position = SpaceVector(x: try double(), y: try double(), z: try double())
    return Crossing(
      time: time, position: position, earliest: earliest, latest: latest, isObserved: isObserved)
  }

  private mutating func double() throws -> Double {
    Double(bitPattern: UInt64(bitPattern: try integer()))
  }

  private mutating func integer() throws -> Int64 {
    guard next + 8 <= bytes.count else { throw Self.damage }
    defer { next += 8 }
    return bytes.withUnsafeBytes {
      Int64(littleEndian: $0.loadUnaligned(fromByteOffset: next, as: Int64.self))
    }
  }
}

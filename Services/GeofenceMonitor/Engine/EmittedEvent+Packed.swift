import Areas
import FoundationEssentials
import Geography
import Messages

/// The events emitted for a window, as the store has them: numbers of 64 bits. A device among many
/// fences has hundreds, and as JSON they were most of what a start read and what a position wrote.
extension [EmittedEvent] {
  var packed: Data {
    flatMap(\.numbers).map(\.littleEndian).withUnsafeBytes { Data($0) }
  }

  /// - Parameter packed: what `packed` gave.
  init(packed: Data) {
    self = packed.withUnsafeBytes { numbers in
      let size = 8 * EmittedEvent.numberCount
      return stride(from: 0, to: numbers.count - size + 1, by: size).map { start in
        EmittedEvent {
          Int64(
            littleEndian: numbers.loadUnaligned(fromByteOffset: start + 8 * $0, as: Int64.self))
        }
      }
    }
  }
}

extension EmittedEvent {
  fileprivate static let numberCount = 29

  /// What `init(numbers:)` reads; a missing departure is zeros, where a crossing ends after 1970.
  fileprivate var numbers: [Int64] {
    let (one, sample) = (transition, transition.sample)
    let reason = one.reason.flatMap { GeofenceEvent.Reason.allCases.firstIndex(of: $0) } ?? -1
    return [
      number, episode, Int64(one.kind.rawValue), one.fence, one.episode.fence,
      one.episode.entered, one.insideMeters.number, one.stay, Int64(reason), sample.time,
      Int64(sample.offsetSeconds), sample.arrival, sample.coordinate.latitude.number,
      sample.coordinate.longitude.number, (sample.accuracy ?? .nan).number,
    ] + one.crossing.numbers + (one.departure?.numbers ?? Array(repeating: 0, count: 7))
  }

  /// - Parameter number: the number at an index.
  fileprivate init(numbers number: (Int) -> Int64) {
    func real(_ index: Int) -> Double { Double(bitPattern: UInt64(bitPattern: number(index))) }
    func crossing(_ index: Int) -> Crossing {
      Crossing(
        time: number(index),
        position: SpaceVector(x: real(index + 1), y: real(index + 2), z: real(index + 3)),
        earliest: number(index + 4), latest: number(index + 5), isObserved: number(index + 6) == 1)
    }
    let accuracy = real(14)
    let sample = Sample(
      coordinate: Coordinate(latitude: real(12), longitude: real(13)), time: number(9),
      offsetSeconds: Int32(truncatingIfNeeded: number(10)),
      accuracy: accuracy.isNaN ? nil : accuracy, arrival: number(11))
    let reason = Int(number(8))
    self.init(
      number: number(0),
      transition: Transition(
        kind: .init(rawValue: UInt8(truncatingIfNeeded: number(2))) ?? .enter, fence: number(3),
        episode: EpisodeKey(fence: number(4), entered: number(5)), crossing: crossing(15),
        departure: number(27) == 0 ? nil : crossing(22), insideMeters: real(6), stay: number(7),
        sample: sample,
        reason: reason < 0 ? nil : GeofenceEvent.Reason.allCases.dropFirst(reason).first),
      episode: number(1))
  }
}

extension Crossing {
  fileprivate var numbers: [Int64] {
    [time, position.x.number, position.y.number, position.z.number, earliest, latest]
      + [isObserved ? 1 : 0]
  }
}

extension Double {
  fileprivate var number: Int64 { Int64(bitPattern: bitPattern) }
}

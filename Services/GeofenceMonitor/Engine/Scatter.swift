import Areas
import Geography

/// How much a track's fixes jump about, where the receiver does not say or does not know.
///
/// Of three fixes in a row, half of what the way over the middle one is longer than the straight
/// one, where it turns back there. A device that goes on hardly ever turns back, and one that
/// stands seems to most of the time: the second largest of the last 16 is then near 1.3 standard
/// deviations, and a single turn or wild fix does not move it.
struct Scatter: Codable, Sendable, Hashable {
  private var excesses = SIMD16<Float>(repeating: 0)
  private var next = 0

  /// Takes the next three fixes in a row.
  mutating func take(_ first: SpaceVector, _ second: SpaceVector, _ third: SpaceVector) {
    var excess = 0.0
    if (second - first).dot(third - second) < 0 {
      let around = first.distance(to: second) + second.distance(to: third)
      excess = (around - first.distance(to: third)) / 2
    }
    excesses[next] = Float(max(0, excess))
    next = (next + 1) % excesses.scalarCount
  }

  /// The scatter in metres; 0 until there is something to tell it from.
  var meters: Meters {
    var (largest, second) = (Float(0), Float(0))
    for index in excesses.indices {
      let excess = excesses[index]
      if excess > largest {
        second = largest
        largest = excess
      } else if excess > second {
        second = excess
      }
    }
    return Meters(second)
  }
}

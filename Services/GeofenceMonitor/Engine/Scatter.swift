import Areas
import Geography

/// How far a track's fixes jump about, where the receiver reports no accuracy or a wrong one.
///
/// Of three fixes in a row: half of the difference between the path over the middle one and the
/// straight one, if the path reverses there. A device that keeps moving hardly ever reverses, and a
/// stationary one seems to most of the time: the second largest of the last 16 is then near 1.3
/// standard deviations, and a single reversal or wild fix does not change it.
struct Scatter: Codable, Sendable, Hashable {
  private var excesses = SIMD16<Float>(repeating: 0)
  private var next = 0

  /// Adds the next three fixes in a row.
  mutating func add(_ first: SpaceVector, _ second: SpaceVector, _ third: SpaceVector) {
    var excess = 0.0
    if (second - first).dot(third - second) < 0 {
      let around = first.distance(to: second) + second.distance(to: third)
      excess = (around - first.distance(to: third)) / 2
    }
    excesses[next] = Float(max(0, excess))
    next = (next + 1) % excesses.scalarCount
  }

  /// The scatter in metres; 0 until two fixes have reversed.
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

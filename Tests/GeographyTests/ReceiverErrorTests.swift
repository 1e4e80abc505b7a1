import CommandLineKit
import Geography
import Testing

@Suite struct ReceiverErrorTests {
  private let place = Coordinate(latitude: 45.27, longitude: 13.71)

  /// How far off it is, a reading a second.
  private func errors(accuracy: Meters, seconds: Int) -> [Coordinate] {
    var receiver = ReceiverError(accuracy: accuracy)
    var random = SeededGenerator(seed: 7)
    return (0..<seconds).map { receiver.reading(of: place, at: Double($0), using: &random) }
  }

  @Test func twoOfThreeReadingsAreAsCloseAsItSays() {
    let readings = errors(accuracy: 10, seconds: 50_000)
    let close = readings.filter { $0.distance(to: place) <= 10 }
    let part = Double(close.count) / Double(readings.count)
    #expect(abs(part - 0.68) < 0.03)
  }

  @Test func anErrorLastsForAWhile() {
    let readings = errors(accuracy: 10, seconds: 2_000)
    let steps = zip(readings, readings.dropFirst()).map { $0.distance(to: $1) }
    let apart = zip(readings, readings.dropFirst(300)).map { $0.distance(to: $1) }
    let (step, far) = (
      steps.reduce(0, +) / Double(steps.count), apart.reduce(0, +) / Double(apart.count)
    )
    #expect(step * 2 < far)
  }

  @Test func withoutErrorItTellsThePlace() {
    #expect(errors(accuracy: 0, seconds: 3) == [place, place, place])
  }
}

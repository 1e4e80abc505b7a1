import CommandLineKit
import Geography
import Testing

@Suite struct ReceiverErrorTests {
  private let position = Coordinate(latitude: 45.27, longitude: 13.71)

  /// One reading a second, all of the same true position.
  private func readings(accuracy: Meters, seconds: Int) -> [Coordinate] {
    var receiver = ReceiverNoise(accuracy: accuracy)
    var random = SeededGenerator(seed: 7)
    return (0..<seconds).map { receiver.reading(of: position, at: Double($0), using: &random) }
  }

  @Test("68 % of the readings are within the accuracy") func accuracy() {
    let readings = readings(accuracy: 10, seconds: 50_000)
    let close = readings.filter { $0.distance(to: position) <= 10 }
    let part = Double(close.count) / Double(readings.count)
    #expect(abs(part - 0.68) < 0.03)
  }

  @Test("the errors of consecutive readings are correlated") func correlation() {
    let readings = readings(accuracy: 10, seconds: 2_000)
    let steps = zip(readings, readings.dropFirst()).map { $0.distance(to: $1) }
    let apart = zip(readings, readings.dropFirst(300)).map { $0.distance(to: $1) }
    let (step, far) = (
      steps.reduce(0, +) / Double(steps.count), apart.reduce(0, +) / Double(apart.count)
    )
    #expect(step * 2 < far)
  }

  @Test("without error every reading is the true position") func exact() {
    #expect(readings(accuracy: 0, seconds: 3) == [position, position, position])
  }
}

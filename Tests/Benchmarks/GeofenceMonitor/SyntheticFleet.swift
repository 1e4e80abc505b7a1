import CommandLineKit
import GeofenceMonitor
import Geography
import Messages
import Time

/// A synthetic country: random fences, and devices that drive among them.
struct SyntheticFleet {
  /// The side of the country, a square.
  private static let width: Meters = 400_000
  private static let secondsOfStep = 10
  /// 36 km/h.
  private static let metersOfStep: Meters = 100
  /// The largest error of a fix.
  private static let noise: Meters = 5
  private static let accuracy: Meters = 8

  private struct Vehicle {
    let name: DeviceID
    var coordinate: Coordinate
    var bearing: Double
  }

  let definitions: [FenceDefinition]
  private var vehicles: [Vehicle]
  private var random: SeededGenerator
  private let start: Timestamp
  /// How many steps every device has moved.
  private var steps = 0

  /// Eight of ten fences are circles, one is a polygon and one a corridor, all 50 m to 1 km around
  /// their center; with a radius all are circles of that radius.
  init(fences: Int, radius: Meters?, devices: Int, seed: UInt64, start: Timestamp) {
    var random = SeededGenerator(seed: seed)
    definitions = (0..<fences).map { number in
      guard let radius else { return Self.definition(number, &random) }
      return FenceDefinition(area: .circle(center: Self.point(&random), radiusMeters: radius))
    }
    vehicles = (0..<devices).map { number in
      Vehicle(
        name: DeviceID(rawValue: "device-\(number)"), coordinate: Self.point(&random),
        bearing: .random(in: 0..<360, using: &random))
    }
    self.random = random
    self.start = start
  }

  var count: Int { vehicles.count }

  /// An engine with the fences.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`.
  func engine() throws(ServiceError) -> FenceEngine {
    var engine = FenceEngine()
    for (index, definition) in definitions.enumerated() {
      let number = FenceNumber(index + 1)
      try engine.add(
        Fence(id: FenceID(rawValue: "fence-\(number)"), definition: definition), number: number)
    }
    return engine
  }

  /// Every device drives on and turns a little; at the border it turns round.
  mutating func step() {
    steps += 1
    for index in vehicles.indices {
      var vehicle = vehicles[index]
      vehicle.bearing += .random(in: -20...20, using: &random)
      let next = vehicle.coordinate.moved(by: Self.metersOfStep, bearing: vehicle.bearing)
      if Self.country.contains(next) {
        vehicle.coordinate = next
      } else {
        vehicle.bearing += 180
      }
      vehicles[index] = vehicle
    }
  }

  /// The current reports of some devices.
  mutating func reports(of range: Range<Int>) -> [PositionReportRequest] {
    range.map { index in
      let fix = vehicles[index].coordinate.moved(
        by: .random(in: 0...Self.noise, using: &random),
        bearing: .random(in: 0..<360, using: &random))
      return PositionReportRequest(
        device: vehicles[index].name, coordinate: fix,
        time: start.adding(seconds: steps * Self.secondsOfStep), accuracyMeters: Self.accuracy)
    }
  }

  /// A random point of the country.
  mutating func point() -> Coordinate { Self.point(&random) }

  private static let center = Coordinate(latitude: 46.8, longitude: 8.2)
  private static let country = BoundingBox(center).expanded(by: width / 2)

  private static func point(_ random: inout SeededGenerator) -> Coordinate {
    Coordinate(
      latitude: .random(in: country.south...country.north, using: &random),
      longitude: .random(in: country.west...country.east, using: &random))
  }

  private static func definition(
    _ number: Int, _ random: inout SeededGenerator
  ) -> FenceDefinition {
    let center = point(&random)
    let radius = Meters.random(in: 50...1_000, using: &random)
    let turn = Double.random(in: 0..<360, using: &random)
    switch number % 10 {
    case 8:
      let ring = (0..<8).map { center.moved(by: radius, bearing: turn + Double($0) * 45) }
      return FenceDefinition(area: .polygon(rings: [ring]))
    case 9:
      let line = [-1.0, 0, 1].map { center.moved(by: radius * $0, bearing: turn + $0 * 30) }
      return FenceDefinition(area: .corridor(line: line, bufferMeters: 50))
    default:
      return FenceDefinition(area: .circle(center: center, radiusMeters: radius))
    }
  }
}

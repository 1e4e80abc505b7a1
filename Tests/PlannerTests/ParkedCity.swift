import CommandLineKit
import Geography
import Messages
import TestSupport

@testable import Planner

/// A city with a car park near each shop, and the same city with each shop in its car park and as
/// far from the road as its door is from there. Trips over both take equally long.
struct ParkedCity {
  let city: FakeCity
  let moved: FakeCity
  let map: PlanningMap

  init(_ original: FakeCity, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var city = original
    // Two shops near one car park would need two walks.
    var lots: [Coordinate] = []
    city.venues = original.venues.filter { venue in
      let lot = venue.coordinate.moved(
        by: .random(in: 1...200, using: &generator),
        bearing: .random(in: 0..<360, using: &generator))
      guard lots.allSatisfy({ $0.distance(to: lot) > 1500 }) else { return false }
      lots.append(lot)
      return true
    }
    city.walkMeters = { _ in 0 }
    var moved = city
    var walks: [Coordinate: Meters] = [:]
    let map = PlanningMap(
      downtown.info, carParks: CarParks(lots.map { CarParks.Entry(name: "P", coordinate: $0) }))!
    for index in city.venues.indices {
      city.venues[index].openingHours = "24/7"
      moved.venues[index].openingHours = "24/7"
      let carPark = map.carParks.nearest(to: city.venues[index].coordinate)!
      moved.venues[index].coordinate = carPark.coordinate
      walks[carPark.coordinate] = carPark.meters
    }
    moved.walkMeters = { [walks] in walks[$0] ?? 0 }
    self.city = city
    self.moved = moved
    self.map = map
  }
}

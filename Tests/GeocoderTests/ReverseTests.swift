import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

@Suite struct ReverseTests {
  @Test("the hits at the foot of the tower, nearest first")
  func tower() throws {
    try SmallTown.search { searcher in
      let point = SmallTown.at(205, 505)
      let hits = try searcher.reverse(ReverseGeocodeRequest(coordinate: point)).hits
      #expect(Set(hits.map(\.accuracy)) == [.rooftop, .street, .corner, .venue, .place])
      #expect(hits.map { $0.distanceMeters ?? 0 } == hits.map { $0.distanceMeters ?? 0 }.sorted())
      let house = hits.first { $0.accuracy == .rooftop }
      #expect(house?.label == "1 Telegraph Hill Boulevard, San Francisco")
      let street = hits.first { $0.accuracy == .street }
      #expect(street?.label == "Telegraph Hill Boulevard, San Francisco")
    }
  }

  @Test("there are no hits beyond the radius")
  func radius() throws {
    try SmallTown.search { searcher in
      let far = SmallTown.at(0, 5_000)
      let request = ReverseGeocodeRequest(coordinate: far, radiusMeters: 500)
      let hits = try searcher.reverse(request).hits
      #expect(hits.isEmpty)
    }
  }

  @Test("equals a linear scan over everything, seed 11")
  func oracle() throws {
    var generator = SeededGenerator(seed: 11)
    var town = TownBuilder()
    var points: [GeocodeAccuracy: [Coordinate]] = [:]
    func random() -> Double { Double.random(in: -1_500...1_500, using: &generator) }
    for number in 1...150 {
      let house = (random(), random())
      town.house("\(number)", "Road \(number % 7)", house.0, house.1)
      points[.rooftop, default: []].append(SmallTown.at(house.0, house.1))
      let shop = (random(), random())
      town.node(["name": "Shop \(number)", "shop": "yes"], shop.0, shop.1)
      points[.venue, default: []].append(SmallTown.at(shop.0, shop.1))
    }
    var lines: [[Coordinate]] = []
    for number in 1...40 {
      let ends = [(random(), random()), (random(), random())]
      town.road("Lane \(number)", ends)
      lines.append(ends.map { SmallTown.at($0.0, $0.1) })
    }
    try SmallTown.search(town.map) { searcher in
      for _ in 0..<100 {
        let point = SmallTown.at(random(), random())
        let hits = try searcher.reverse(ReverseGeocodeRequest(coordinate: point)).hits
        for (accuracy, coordinates) in points {
          let nearest = coordinates.map { $0.distance(to: point) }.min() ?? .infinity
          let found = hits.first { $0.accuracy == accuracy }?.distanceMeters
          #expect(found.map { abs($0 - nearest) < 0.2 } ?? (nearest > 1_000), "\(point)")
        }
        let nearest = lines.map { PlanarGeometry.nearest(to: point, on: $0).1 }.min() ?? .infinity
        let found = hits.first { $0.accuracy == .street }?.distanceMeters
        #expect(found.map { abs($0 - nearest) < 0.5 } ?? (nearest > 1_000), "\(point)")
      }
    }
  }
}

import Geography
import Messages
import Time

extension Fixture {
  static let router = routes + tables + detours + traffic

  private static let routes = [
    Fixture(
      RouteRequest(
        waypoints: [unionSquare, coitTower], profile: .bicycle, departure: breakfast,
        side: .kerb, alternatives: 2, geometry: true, steps: true, verify: true,
        roads: RoadSelection(avoid: [.tolls, .unpaved]))),
    Fixture(RouteRequest(waypoints: [unionSquare, coitTower]), "minimal"),
    Fixture(
      RouteRequest(
        waypoints: [unionSquare, coitTower], arrival: breakfast, roads: roads,
        headings: [90, nil]),
      "arrival"),
    Fixture(
      RouteRequest(waypoints: [unionSquare, coitTower, unionSquare], through: [1]), "through"),
    Fixture(
      RouteReply(
        durationSeconds: 100, distanceMeters: 860, name: "Columbus Avenue", geometry: line,
        legs: [climbingLeg], waypoints: roadPoints,
        notes: [RouteWarning(kind: .toll, text: "This route has tolls.")],
        alternatives: [
          RouteAlternative(
            durationSeconds: 104, distanceMeters: 853, name: "Stockton Street", geometry: line,
            legs: [routeLeg])
        ],
        departure: breakfast, arrival: breakfast.adding(seconds: 100), verified: true,
        trafficVersion: 3,
        ascentMeters: 74, descentMeters: 5, drivesOnLeft: true, mapVersion: "b0a7c4")),
    Fixture(
      RouteReply(
        durationSeconds: 100, distanceMeters: 860, name: "Columbus Avenue", geometry: nil,
        legs: [routeLeg], waypoints: roadPoints, mapVersion: "b0a7c4"), "minimal"),
  ]

  private static let roads = RoadSelection(
    vehicle: VehicleSize(
      heightMeters: 3.1, widthMeters: 2.2, lengthMeters: 7, weightTonnes: 3.5),
    avoid: [.tolls, .ferries], exclude: [.tunnels],
    avoidAreas: [.circle(center: unionSquare, radiusMeters: 200)])

  private static let roadPoints = [
    SnappedWaypoint(
      coordinate: unionSquare, distanceMeters: 3.5, name: "Geary Street", way: 8_917_801),
    SnappedWaypoint(coordinate: coitTower, distanceMeters: 12, name: nil),
  ]

  private static let tables = [
    Fixture(
      TableRequest(
        sources: [unionSquare], destinations: [coitTower, unionSquare], profile: .foot,
        departure: breakfast, packed: true, snapping: true,
        roads: RoadSelection(avoid: [.ferries]))),
    Fixture(
      TableReply(
        durationsSeconds: [[421, nil]], packedSeconds: nil, trafficVersion: 3,
        mapVersion: "b0a7c4")),
    Fixture(
      TableReply(
        durationsSeconds: nil, packedSeconds: PackedNumbers([421, nil]),
        sourceCentimeters: PackedNumbers([350]),
        destinationCentimeters: PackedNumbers([1200, 350]),
        mapVersion: "b0a7c4"),
      "packed"),
    Fixture(
      NearestRoadRequest(
        coordinate: unionSquare, limit: 2, profile: .car, bearing: 90, bearingRange: 30,
        radiusMeters: 100)),
    Fixture(NearestRoadReply(points: [roadPoints[0]], mapVersion: "b0a7c4")),
    Fixture(
      MatchRequest(
        points: [unionSquare, coitTower], accuracyMeters: 8, profile: .car, geometry: true,
        roads: RoadSelection(vehicle: VehicleSize(heightMeters: 3.1)))),
    Fixture(
      MatchReply(
        matches: [
          TrackMatch(
            durationSeconds: 100, distanceMeters: 860, ways: [8_917_801], geometry: line)
        ],
        points: [
          MatchedPoint(
            coordinate: unionSquare, distanceMeters: 3.5, name: "Geary Street", way: 8_917_801,
            match: 0),
          nil,
        ], mapVersion: "b0a7c4")),
    Fixture(
      IsochroneRequest(
        center: unionSquare, contoursSeconds: [300, 600], reverse: true, profile: .foot,
        time: breakfast, roads: RoadSelection(avoid: [.ferries]))),
    Fixture(
      IsochroneReply(
        contours: [
          Isochrone(durationSeconds: 300, areas: []),
          Isochrone(
            durationSeconds: 600, areas: [ReachableArea(outline: ring, holes: [ring])]),
        ], center: roadPoints[0], mapVersion: "b0a7c4")),
  ]

  private static let detours = [
    Fixture(
      DetoursRequest(
        origin: unionSquare, destination: coitTower,
        stops: PackedCoordinates([coitTower, unionSquare]), profile: .car, departure: breakfast,
        leavings: [breakfast, breakfast.adding(seconds: 3600)], roads: roads)),
    Fixture(
      DetoursReply(
        toStopSeconds: PackedNumbers([421, nil]),
        toDestinationSeconds: PackedNumbers([180, 0, 195, nil]), leavingColumns: [0, 1],
        stopCentimeters: PackedNumbers([1200, nil]), originMeters: 3.5, destinationMeters: 12,
        trafficVersion: 3, mapVersion: "b0a7c4")),
    Fixture(
      DetoursRequest(
        origin: unionSquare, destination: coitTower, stops: PackedCoordinates([coitTower]),
        departure: breakfast, leavings: [breakfast], hourly: true), "hourly"),
    Fixture(
      DetoursReply(
        toStopSeconds: PackedNumbers([421]), toDestinationSeconds: PackedNumbers([]),
        leavingColumns: [0], stopCentimeters: PackedNumbers([1200]), originMeters: 3.5,
        destinationMeters: 12, mapVersion: "b0a7c4",
        toDestinationMilliseconds: PackedNumbers([180_499])), "hourly"),
    Fixture(
      TableRequest(
        sources: [unionSquare], destinations: [coitTower], departure: breakfast, hourly: true),
      "hourly"),
    Fixture(
      TableReply(
        durationsSeconds: nil, packedSeconds: nil, mapVersion: "b0a7c4",
        packedMilliseconds: PackedNumbers([421_499])), "hourly"),
    Fixture(
      BestDetoursRequest(
        origin: unionSquare, destination: coitTower, set: "5f2a",
        stops: PackedCoordinates([coitTower]), count: 500, profile: .car, departure: breakfast,
        leavings: [breakfast])),
    Fixture(
      BestDetoursReply(
        stops: PackedNumbers([0]), others: 99_000, leastMillisecondsOfOthers: 601_499,
        unreachable: 12, trafficVersion: 3, mapVersion: "b0a7c4")),
    Fixture(
      RoutesRequest(
        routes: [
          RouteRequest(
            waypoints: [unionSquare, coitTower], departure: breakfast, geometry: true),
          RouteRequest(waypoints: [coitTower, unionSquare]),
        ])),
    Fixture(
      RoutesReply(
        routes: [
          .route(
            RouteReply(
              durationSeconds: 100, distanceMeters: 860, name: "Columbus Avenue", geometry: line,
              legs: [routeLeg], waypoints: roadPoints, mapVersion: "b0a7c4")),
          .failure(ServiceError(.noRoute, "No road for cars leads there.")),
        ])),
  ]

  private static let ring = EncodedPolyline([unionSquare, coitTower, unionSquare])

  private static let change = TrafficRequest(
    set: [
      TrafficChange(road: RoadReference(way: 8_917_801), state: .closed),
      TrafficChange(
        road: RoadReference(coordinate: unionSquare, bearing: 90),
        state: .speed(kilometersPerHour: 12)),
      TrafficChange(road: RoadReference(from: 61312, to: 61313), state: .closed),
    ], clear: [RoadReference(way: 8_917_802)], clearAll: false, keep: true)

  private static let traffic = [
    Fixture(change),
    Fixture(TrafficRequest(), "minimal"),
    Fixture(
      TrafficReply(
        version: 3,
        roads: [
          TrafficRoad(
            road: RoadReference(way: 8_917_801), state: .closed, isKept: true,
            name: "Geary Street", segments: 4)
        ], mapVersion: "b0a7c4")),
    Fixture(TrafficChanged(version: 3, change: change)),
  ]
}

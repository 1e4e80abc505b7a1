import MessageBus
import Messages
import Testing
import Time

@testable import QuickBrew

@Suite struct ErrandCommandTests {
  private static let trip = [
    "--from", "37.785834,-122.406417", "--to", "Coit Tower", "--depart", "8:00", "--arrive-by",
    "9:00",
  ]
  private static let stop = ErrandStop(
    errand: 0, venue: Fixtures.venue("Blue Bottle"), place: nil, leg: Fixtures.leg(200),
    arrival: Fixtures.departure.adding(seconds: 200), waitSeconds: 0, dwellSeconds: 300,
    isCertain: true,
    carPark: CarPark(name: "North Lot", coordinate: Fixtures.tower, meters: 120.4))
  private static let plan = ErrandPlan(
    origin: PlanLocation(label: "here", coordinate: Fixtures.origin),
    destination: PlanLocation(label: "there", coordinate: Fixtures.tower),
    departure: Fixtures.departure, deadline: Fixtures.deadline,
    trips: [
      ErrandTrip(
        stops: [stop], toDestination: Fixtures.leg(100),
        arrival: Fixtures.departure.adding(seconds: 600), slackSeconds: 2100, onTime: true,
        leaveBy: Fixtures.departure.adding(seconds: 2100),
        schedule: Fixtures.schedule(200, wait: 0, 100))
    ], considered: [7], omitted: [0], verdict: PlanVerdict(.yes))

  /// The same plan with another verdict.
  static func plan(_ verdict: PlanVerdict) -> ErrandPlan {
    ErrandPlan(
      origin: plan.origin, destination: plan.destination, departure: plan.departure,
      deadline: plan.deadline, trips: plan.trips, considered: [7], omitted: [0], verdict: verdict)
  }

  /// A meeting without a place.
  static func meeting(_ verdict: PlanVerdict) -> MeetPlan { nowhere(considered: 5, verdict) }

  /// A plan of two who find no place to meet.
  private static func nowhere(considered: Int, _ verdict: PlanVerdict) -> MeetPlan {
    let traveller = PlannedTraveller(
      origin: plan.origin, destination: plan.destination, departure: Fixtures.departure,
      deadline: Fixtures.deadline)
    return MeetPlan(
      options: [], considered: considered, onTime: 0, omitted: 0, first: traveller,
      second: traveller, open: 0, verdict: verdict)
  }

  @Test("each --do and --via becomes an errand with its dwell")
  func request() async {
    let seen = Locked<ErrandsRequest?>(nil)
    let bus = FakeClientBus().answering(ErrandsRequest.self) { request in
      seen.withLock { $0 = request }
      return Self.plan
    }
    let run = await CommandRun(
      ["errands"] + Self.trip + [
        "--do", "coffee,bakery=5m", "--do", "drinks", "--via", "Market = 3=2m", "--dwell", "20m",
      ], bus: bus)
    #expect(run.status == .success)
    #expect(
      seen.withLock { $0 }?.errands == [
        Errand(categories: [.coffee, .bakery], dwellSeconds: 300),
        Errand(categories: [.drinks], dwellSeconds: 1200),
        Errand(place: .text("Market = 3"), dwellSeconds: 120),
      ])
    #expect(run.output.contains("Blue Bottle"))
    #expect(run.output.contains("35 min to spare; leave by "))
    #expect(run.output.contains("Car parks: 1 North Lot (120 m)."))
  }

  @Test("a car park and a large vehicle concern only whoever comes by car")
  func cars() async {
    let seen = Locked<MeetRequest?>(nil)
    let bus = FakeClientBus().answering(MeetRequest.self) { request in
      seen.withLock { $0 = request }
      return Self.nowhere(considered: 0, PlanVerdict(.no))
    }
    let words =
      ["meet"] + Self.trip + [
        "--other-from", "@phone", "--other-to", "Ferry Building", "--park", "lot",
        "--vehicle", "height=3m", "--avoid", "ferries",
      ]
    let run = await CommandRun(words + ["--other-profile", "foot"], bus: bus)
    #expect(run.status == .noneOnTime)
    let request = seen.withLock { $0 }
    let avoid: [AvoidedRoad] = [.ferries]
    #expect(request?.first.parking == .lot && request?.second.parking == nil)
    #expect(
      request?.first.roads == RoadSelection(vehicle: VehicleSize(heightMeters: 3), avoid: avoid))
    #expect(request?.second.roads == RoadSelection(avoid: avoid))

    let both = await CommandRun(
      words + ["--profile", "foot", "--other-profile", "bicycle"], bus: bus)
    #expect(both.status == .usage)
    #expect(both.messages.contains("neither of you comes by car"))
  }

  @Test("--avoid and --vehicle reach the planner and the router")
  func roads() async {
    let flags = ["--avoid", "tolls", "--vehicle", "height=3.1m"]
    let expected = RoadSelection(vehicle: VehicleSize(heightMeters: 3.1), avoid: [.tolls])
    let bus = FakeClientBus().answering(ErrandsRequest.self) { request in
      #expect(request.roads == expected)
      return Self.plan
    }.answering(IsochroneRequest.self) { request in
      #expect(request.roads == expected)
      throw ServiceError(.outsideMap, "off the map")
    }
    let run = await CommandRun(["errands"] + Self.trip + ["--do", "coffee"] + flags, bus: bus)
    #expect(run.status == .success)
    _ = await CommandRun(["isochrone", "1,2", "--minutes", "5"] + flags, bus: bus)
    let sent = bus.sent.withLock { $0 }
    #expect(sent.contains("planner.errands/1") && sent.contains("router.isochrone/1"))
  }

  @Test("without --depart the planner chooses it, and the answer is when to leave")
  func openDeparture() async {
    let seen = Locked<ErrandsRequest?>(nil)
    let latest = Fixtures.departure.adding(seconds: 2100)
    let bus = FakeClientBus().answering(ErrandsRequest.self) { request in
      seen.withLock { $0 = request }
      return ErrandPlan(
        origin: Self.plan.origin, destination: Self.plan.destination,
        departure: Fixtures.departure, deadline: Fixtures.deadline, trips: Self.plan.trips,
        considered: [7], omitted: [0], openEnd: .departure,
        leaveBetween: DepartureWindow(earliest: Fixtures.departure, latest: latest),
        verdict: PlanVerdict(.yes))
    }.answering(MeetRequest.self) { request in
      #expect(request.first.departure == nil && request.second.departure == nil)
      #expect(request.first.parkSeconds == 240 && request.second.parkSeconds == nil)
      return Self.nowhere(considered: 4, PlanVerdict(.no, .closed, count: 4))
    }
    let ends = ["--from", "a", "--to", "b", "--arrive-by", "tomorrow 9:00", "--time-to-park", "4m"]
    let run = await CommandRun(["errands"] + ends + ["--do", "coffee"], bus: bus)
    #expect(run.status == .success)
    #expect(seen.withLock { $0 }?.departure == nil && seen.withLock { $0 }?.parkSeconds == 240)
    #expect(run.output.contains("Leave  as late as possible, not before 08:00:00 on"))
    #expect(
      run.output.contains(
        "Yes: there is time for all errands.\nLeave between 08:00:00 and 08:35:00.\n"))
    let meeting = await CommandRun(
      ["meet"] + ends + ["--other-from", "c", "--other-to", "d", "--other-profile", "foot"],
      bus: bus)
    #expect(meeting.status == .noneOnTime)
    #expect(meeting.output.contains("No: all 4 shops are closed then.\n"))
  }

  @Test("an errand that cannot be done is named, with why and what would help")
  func noErrand() async {
    let opens = Fixtures.departure.adding(seconds: 5400)
    let bus = FakeClientBus().answering(ErrandsRequest.self) { _ in
      ErrandPlan(
        origin: Self.plan.origin, destination: Self.plan.destination,
        departure: Fixtures.departure, deadline: Fixtures.deadline, trips: [],
        considered: [7, 5], omitted: [0, 0],
        verdict: PlanVerdict(
          .no, .closed, count: 5, errand: 1,
          wayOut: WayOut(
            departure: opens.adding(seconds: -600), deadline: opens.adding(seconds: 900),
            opens: opens, venue: "osm/node/1", name: "Early Bird")))
    }
    let run = await CommandRun(
      ["errands"] + Self.trip + ["--do", "coffee", "--do", "bakery"], bus: bus)
    #expect(run.status == .noneOnTime)
    #expect(
      run.output.contains(
        """
        No: all 5 shops for errand 2 are closed then.
        It would work otherwise: Early Bird opens 09:30:00: leave at 09:20:00, be there by \
        09:45:00?

        """), "\(run.output)")
  }

  @Test("none and too many errands are refused", arguments: [0, 4])
  func refused(count: Int) async {
    let errands = Array(repeating: ["--do", "coffee"], count: count).flatMap { $0 }
    let run = await CommandRun(["errands"] + Self.trip + errands, bus: FakeClientBus())
    #expect(run.status == .usage)
    #expect(run.messages.contains("1 to 3 errands"))
  }

  @Test("the other traveller leaves and arrives as you do unless told otherwise")
  func meeting() async {
    let seen = Locked<MeetRequest?>(nil)
    let bus = FakeClientBus().answering(MeetRequest.self) { request in
      seen.withLock { $0 = request }
      return Self.nowhere(considered: 0, PlanVerdict(.no))
    }
    let run = await CommandRun(
      ["meet"] + Self.trip + [
        "--other-from", "@phone", "--other-to", "Ferry Building", "--other-profile", "foot",
      ], bus: bus)
    #expect(run.status == .noneOnTime)
    let request = seen.withLock { $0 }
    #expect(request?.second.departure == request?.first.departure)
    #expect(request?.second.deadline == .clock(hour: 9, minute: 0))
    #expect(request?.second.origin == .device("phone") && request?.second.profile == .foot)
  }
}

import Geography
import Messages
import Time

let line = EncodedPolyline([unionSquare, coffeeShop.coordinate])
private let step = RouteStep(
  maneuver: Maneuver(
    kind: .turn, direction: .right, coordinate: unionSquare, exitNumber: "27B",
    destinations: "Airport",
    lanes: [
      Lane(directions: [.left, .straight], isValid: false),
      Lane(directions: [.right], isValid: true),
    ]),
  instruction: "Turn right onto Columbus Avenue", name: "Columbus Avenue", durationSeconds: 95,
  distanceMeters: 820)
private let roundabout = RouteStep(
  maneuver: Maneuver(kind: .roundabout, coordinate: coitTower, exit: 2),
  instruction: "Take the second exit", name: nil, durationSeconds: 5, distanceMeters: 40)
let routeLeg = RouteLeg(
  durationSeconds: 100, distanceMeters: 860, name: "Columbus Avenue", steps: [step, roundabout])
let climbingLeg = RouteLeg(
  durationSeconds: 100, distanceMeters: 860, name: "Columbus Avenue", steps: [step],
  ascentMeters: 74, descentMeters: 5)

extension Fixture {
  static let planner = [
    Fixture(
      PlanRequest(
        origin: .coordinate(unionSquare), destination: .text("Coit Tower"),
        departure: .clock(hour: 8, minute: 0), deadline: .clock(hour: 8, minute: 45),
        dwellSeconds: 600, category: .coffee, profile: .bicycle, limit: 10, steps: true, id: "p1",
        leastConfidence: 0.9, openOnly: true, roads: RoadSelection(avoid: [.unpaved]))),
    Fixture(
      PlanRequest(
        origin: .device("phone"), destination: .coordinate(coitTower), departure: .now,
        deadline: .local(CivilTime(year: 2026, month: 11, day: 21, hour: 8, minute: 45))),
      "minimal"),
    Fixture(choosy, "choice"),
    Fixture(plan),
    Fixture(explained, "explained"),
    Fixture(PlanCompleted(plan: plan)),
    Fixture(PlanCompleted(plan: plan, user: "ann"), "user"),
    Fixture(errands),
    Fixture(errandPlan),
    Fixture(noErrands, "none"),
    Fixture(meeting),
    Fixture(meetPlan),
    Fixture(PlanProgress(planID: "p1", stage: .located)),
    Fixture(PlanProgress(planID: "p1", stage: .located, user: "ann"), "user"),
    Fixture(PlanProgress(planID: "p1", stage: .direct, direct: direct), "direct"),
    Fixture(PlanProgress(planID: "p1", stage: .detours, considered: 146), "detours"),
    Fixture(PlanProgress(planID: "p1", stage: .option, considered: 146, option: option), "option"),
    Fixture(PlanShowRequest(id: "p1")), Fixture(PlanListRequest(limit: 20)),
    Fixture(PlanShowRequest(id: "p1", secret: secret), "secret"),
    Fixture(PlanReplayRequest(id: "p1")), Fixture(keptPlan), Fixture(sharedPlan, "secret"),
    Fixture(
      PlanListReply(plans: [
        PlanSummary(
          id: "p1", made: breakfast, origin: "37.785834, -122.406417", destination: "Coit Tower",
          departure: breakfast, deadline: breakfast.adding(seconds: 2700), category: .coffee,
          onTime: 120)
      ])),
    Fixture(
      PlanReplayReply(
        isSame: false,
        differences: [PlanInputDifference(input: .traffic, before: "3", now: "4")],
        kept: keptPlan, plan: plan)),
    Fixture(TraceRequest(traceID: "0af7651916cd43dd8448eb211c80319c")),
    Fixture(
      TraceReply(spans: [
        TraceSpan(
          operation: "router.route/1", startMicroseconds: 1_795_276_800_123_456,
          durationMicroseconds: 460, queueMicroseconds: 60, decodeMicroseconds: 20,
          handlerMicroseconds: 330, encodeMicroseconds: 50, isFailure: false)
      ])),
    Fixture(MapInfoRequest()),
    Fixture(
      MapInfo(
        name: "downtown.osm",
        box: BoundingBox(south: 37.78, west: -122.42, north: 37.81, east: -122.39),
        timeZone: "America/Los_Angeles", otherTimeZones: ["America/Phoenix"], country: "US",
        state: "CA", date: MapDate(time: breakfast, source: .header), version: "d134ca947a66")),
    Fixture(
      MapTimesRequest(
        departure: .clock(hour: 8, minute: 0), deadline: .clock(hour: 8, minute: 45))),
    Fixture(MapTimesReply(departure: breakfast, deadline: breakfast.adding(seconds: 2700))),
    Fixture(PinAddRequest(board: "me", place: .text("Coit Tower"), leastConfidence: 0.9)),
    Fixture(PinRemoveRequest(board: "me", label: "B")),
    Fixture(PinBoardRequest(board: "me")),
    Fixture(PinResetRequest(board: "me")),
    Fixture(UsualRequest(user: "ada")),
    Fixture(UsualPutRequest(user: "ada", home: "1 Market Street", work: "")),
    Fixture(
      Usual(
        home: "1 Market Street",
        trip: UsualTrip(
          words: "home → Coit Tower by 08:45",
          parameters: ["from": "home", "to": "Coit Tower", "arrive": "08:45"]))),
    Fixture(PinWatchRequest(board: "me", on: true)),
    Fixture(board),
  ]

  private static let keptPlan = KeptPlan(
    request: PlanRequest(
      origin: .coordinate(unionSquare), destination: .text("Coit Tower"),
      departure: .instant(breakfast), deadline: .instant(breakfast.adding(seconds: 2700)),
      id: "p1"),
    plan: plan,
    inputs: PlanInputs(
      software: "0.1.0", mapVersion: "c0ffee", trafficVersion: 3,
      venues: StreamPosition(epoch: "e1", sequence: 42)),
    made: breakfast)

  private static let schedule = TripSchedule(
    leave: breakfast,
    stops: [
      StopSchedule(
        parks: breakfast.adding(seconds: 310), reaches: breakfast.adding(seconds: 430),
        from: breakfast.adding(seconds: 600), until: breakfast.adding(seconds: 1200),
        drivesOn: breakfast.adding(seconds: 1200))
    ], arrive: breakfast.adding(seconds: 1345))
  private static let window = DepartureWindow(
    earliest: breakfast, latest: breakfast.adding(seconds: 2255))
  private static let secret = "5b1f0e5c9a7d4c1e8f2a3b4c5d6e7f80"
  private static let sharedPlan = KeptPlan(
    request: keptPlan.request, plan: plan, inputs: keptPlan.inputs, made: breakfast,
    secret: secret)

  private static let walk = PlanWalk(from: unionSquare, to: coitTower, meters: 13.01)

  private static let errands = ErrandsRequest(
    origin: .coordinate(unionSquare), destination: .coordinate(coitTower),
    departure: .clock(hour: 8, minute: 0), deadline: .clock(hour: 9, minute: 0),
    errands: [
      Errand(categories: [.coffee, .bakery], dwellSeconds: 300),
      Errand(place: .text("Post office")),
    ], profile: .car, leastConfidence: 0.9, openOnly: true, parking: .lot,
    roads: RoadSelection(avoid: [.tolls]), parkSeconds: 240)

  private static let errandPlan = ErrandPlan(
    origin: plan.origin, destination: plan.destination, departure: breakfast,
    deadline: breakfast.adding(seconds: 3600),
    trips: [
      ErrandTrip(
        stops: [
          ErrandStop(
            errand: 1, venue: nil, place: plan.destination, leg: option.toDestination,
            arrival: breakfast.adding(seconds: 155), waitSeconds: 0, dwellSeconds: 600,
            isCertain: true, toDoor: walk, fromDoor: walk),
          ErrandStop(
            errand: 0, venue: coffeeShop, place: nil, leg: option.toDestination,
            arrival: breakfast.adding(seconds: 890), waitSeconds: 10, dwellSeconds: 300,
            isCertain: true, carPark: option.carPark),
        ], toDestination: option.toDestination, arrival: breakfast.adding(seconds: 1345),
        slackSeconds: 2255, onTime: true, leaveBy: breakfast.adding(seconds: 2255),
        originWalk: walk, destinationWalk: walk, schedule: schedule)
    ], considered: [40, 1], omitted: [0, 0], openEnd: .departure, leaveBetween: window,
    verdict: PlanVerdict(.yes, soonerPerhaps: 1))

  private static let noErrands = ErrandPlan(
    origin: plan.origin, destination: plan.destination, departure: breakfast,
    deadline: breakfast.adding(seconds: 3600), trips: [], considered: [5, 1], omitted: [0, 0],
    verdict: PlanVerdict(
      .no, .closed, count: 5, errand: 0,
      wayOut: WayOut(
        departure: breakfast.adding(seconds: 5000), deadline: breakfast.adding(seconds: 6400),
        opens: breakfast.adding(seconds: 5400), venue: coffeeShop.id, name: coffeeShop.name,
        names: coffeeShop.names)))

  private static let meeting = MeetRequest(
    first: Traveller(
      origin: .coordinate(unionSquare), destination: .coordinate(coitTower),
      departure: .clock(hour: 8, minute: 0), deadline: .clock(hour: 9, minute: 0), parking: .lot,
      roads: RoadSelection(avoid: [.ferries])),
    second: Traveller(
      origin: .device("phone"), destination: .text("Ferry Building"), departure: nil,
      deadline: .clock(hour: 9, minute: 15), profile: .foot),
    dwellSeconds: 1800, categories: [.coffee], limit: 3, openOnly: true)

  private static let meetPlan = MeetPlan(
    options: [
      MeetOption(
        venue: coffeeShop, begins: breakfast.adding(seconds: 400), dwellSeconds: 1800,
        isCertain: true,
        first: MeetTrip(
          toStop: option.toStop, toDestination: option.toDestination, waitSeconds: 90,
          arrival: breakfast.adding(seconds: 2345), slackSeconds: 1255,
          leaveBy: breakfast.adding(seconds: 90), originWalk: walk, toDoor: walk,
          fromDoor: walk, destinationWalk: walk, carPark: option.carPark, schedule: schedule),
        second: MeetTrip(
          toStop: option.toStop, toDestination: option.toDestination, waitSeconds: 0,
          arrival: breakfast.adding(seconds: 2345), slackSeconds: 2155,
          leaveBy: breakfast.adding(seconds: 90), schedule: schedule))
    ], considered: 12, onTime: 7, omitted: 0,
    first: PlannedTraveller(
      origin: plan.origin, destination: plan.destination, departure: breakfast,
      deadline: breakfast.adding(seconds: 3600), openEnd: .departure, leaveBetween: window),
    second: PlannedTraveller(
      origin: plan.origin, destination: plan.destination, departure: breakfast,
      deadline: breakfast.adding(seconds: 4500)),
    open: 5,
    verdict: PlanVerdict(
      .no, .late, count: 7,
      wayOut: WayOut(
        departure: breakfast, deadline: breakfast.adding(seconds: 4000),
        otherDeparture: breakfast, otherDeadline: breakfast.adding(seconds: 5000))))

  private static let choosy = PlanRequest(
    origin: .coordinate(unionSquare, label: "My location"), destination: .coordinate(coitTower),
    departure: nil, deadline: .clock(hour: 8, minute: 45),
    choice: PlanChoice(
      categories: [.coffee, .bakery],
      filter: VenueFilter(
        minimumRating: 4, amenities: VenueAmenities([.takeaway: true])),
      favourites: [coffeeShop.id], maximumDetourSeconds: 300, order: .leaveBy, perBrand: 1,
      parking: .lot, parkSeconds: 240, loved: [coffeeShop.id]),
    details: PlanDetails(
      ledger: true, whyNot: WhyNotRequest(venues: ["osm/node/7"], limit: 5), departures: true,
      alternatives: 2),
    allowsDegraded: true)

  private static let ledger = [
    LedgerRow(
      kind: .departure, begins: breakfast, seconds: 0, sources: [LedgerSource(.request)]),
    LedgerRow(
      kind: .drive, begins: breakfast, seconds: 310,
      sources: [LedgerSource(.map, "b0a7c4", date: breakfast), LedgerSource(.traffic, "3")]),
    LedgerRow(
      kind: .wait, begins: breakfast.adding(seconds: 310), seconds: 60,
      sources: [LedgerSource(.hours, "08:06-18:00", date: breakfast, feed: "campus")]),
  ]

  private static let explained: Plan = {
    var option = Self.option
    option.laterThanBestSeconds = 20
    option.ledger = ledger
    return Plan(
      id: "p1", origin: plan.origin, destination: plan.destination, category: .coffee,
      departure: plan.departure, deadline: plan.deadline, direct: direct, options: [option],
      candidates: CandidateCounts(
        considered: 9, unreachable: 0, closed: 1, onTime: 1, omitted: 0,
        bounded: BoundedShops(count: 7, leastDetourSeconds: 90),
        outcomes: CandidateOutcomes(open: 1, closed: 1, bounded: 7)),
      timings: plan.timings, categories: [.coffee, .bakery], openEnd: .departure,
      whyNot: WhyNot(
        shown: 1,
        counts: [
          WhyNot.ReasonCount(reason: .closed, count: 1),
          WhyNot.ReasonCount(reason: .outranked, count: 7),
        ],
        venues: [
          PlanExclusion(
            id: "osm/node/7", name: "Late Riser",
            names: NamesByLanguage(["fr": "Le lève-tard"]), reason: .closed,
            arrival: breakfast.adding(seconds: 300), opens: breakfast.adding(seconds: 3600))
        ]),
      departures: DepartureChart(
        stepSeconds: 300, counts: [1, 1, 0],
        last: DepartureChart.LastDeparture(
          venue: coffeeShop.id, leaveBy: breakfast.adding(seconds: 500)), open: [1, 0, 0],
        lastOpen: DepartureChart.LastDeparture(
          venue: coffeeShop.id, leaveBy: breakfast.adding(seconds: 200))),
      certainty: PlanCertainty(
        origin: PlanCertainty.Part(kind: .stale, ageSeconds: 60, cause: "The geocoder is away.")),
      verdict: PlanVerdict(.maybe, .bounds), leaveBetween: window,
      highlights: [OptionHighlight(option: 0, why: .quickest)],
      groups: [OptionGroup(options: [0], by: nil)])
  }()

  private static let board = PinBoard(
    board: "me",
    pins: [
      Pin(
        label: "A", place: PlanLocation(label: "37.785834, -122.406417", coordinate: unionSquare)),
      Pin(
        label: "B",
        place: PlanLocation(
          label: "Coit Tower", coordinate: coitTower, matched: "venue Coit Tower",
          confidence: 0.97)),
    ],
    legs: [
      PinLeg(
        from: "A", to: "B",
        drive: PlanLeg(
          durationSeconds: 421, distanceMeters: 2134, name: "Columbus Avenue", geometry: line,
          steps: [step]))
    ],
    durationSeconds: 421, distanceMeters: 2134, watch: .on,
    betterOrders: [PinOrder(order: ["B", "A"], durationSeconds: 300, savedSeconds: 121)],
    view: BoundingBox(south: 37.77, west: -122.42, north: 37.82, east: -122.39))

  private static let direct = DirectTrip(
    durationSeconds: 421, distanceMeters: 2134, name: "Powell Street and Columbus Avenue",
    arrival: breakfast.adding(seconds: 421), slackSeconds: 2279, onTime: true,
    leaveBy: breakfast.adding(seconds: 2279), geometry: line, steps: [step],
    schedule: TripSchedule(leave: breakfast, stops: [], arrive: breakfast.adding(seconds: 421)))

  private static let option = PlanOption(
    venue: coffeeShop,
    toStop: PlanLeg(
      durationSeconds: 310, distanceMeters: 1604, name: "Columbus Avenue", geometry: line,
      steps: [step, roundabout]),
    toDestination: PlanLeg(
      durationSeconds: 145, distanceMeters: 702, name: nil, geometry: line, steps: nil),
    detourSeconds: 34, waitSeconds: 290, dwellSeconds: 600, addedSeconds: 924,
    arrival: breakfast.adding(seconds: 1345), slackSeconds: 1355, onTime: true,
    leaveBy: breakfast.adding(seconds: 1645),
    hours: VisitHours(
      state: .opensLater, opens: breakfast.adding(seconds: 600),
      closes: breakfast.adding(seconds: 8 * 3600), comment: "ring the bell"),
    carPark: CarPark(name: "North Lot", coordinate: unionSquare, meters: 120.5),
    parkSeconds: 30, schedule: schedule)

  private static let plan = Plan(
    id: "p1", origin: PlanLocation(label: "37.785834, -122.406417", coordinate: unionSquare),
    destination: PlanLocation(
      label: "Coit Tower", coordinate: coitTower, matched: "venue Coit Tower", confidence: 0.95),
    category: .coffee, departure: breakfast, deadline: breakfast.adding(seconds: 2700),
    direct: direct, options: [option],
    candidates: CandidateCounts(
      considered: 146, unreachable: 2, closed: 9, unknown: 40, onTime: 131, omitted: 0,
      outcomes: CandidateOutcomes(open: 91, perhaps: 40, late: 4, closed: 9, unreachable: 2)),
    timings: PlanTimings(
      geocodeMilliseconds: 1.25, directMilliseconds: 4.5, candidatesMilliseconds: 0.75,
      tablesMilliseconds: 11, legsMilliseconds: 8.125, totalMilliseconds: 24.5),
    verdict: PlanVerdict(.yes), highlights: [], groups: [OptionGroup(options: [0], by: nil)])

  static let runtime = [
    Fixture(PingRequest()),
    Fixture(StatsRequest()),
    Fixture(info),
    Fixture(
      InstanceStats(
        info: info, memoryBytes: 52_428_800, cpuSeconds: 1.25, openFiles: 40, total: operations[0],
        operations: operations,
        queued: 0, refused: 1, expired: 2, published: 3,
        counts: ["ignored.duplicate": 4, "positions": 120],
        nearQuotas: [QuotaUse(user: "ann", kind: "devices", count: 950, quota: 1_000)])),
  ]

  private static let info = InstanceInfo(
    service: .shopSearch, instance: "1", processID: 4711, version: "0.1.0",
    operations: ["shop-search.candidates/2", "shop-search.nearby/1"], uptimeSeconds: 3600,
    restarts: 0, memoryLimitBytes: 4_294_967_296)
  private static let operations = [
    OperationStats(
      name: "shop-search.candidates/2", requests: 1000, errors: 1, p50Milliseconds: 0.25,
      p99Milliseconds: 1.5,
      times: OperationTimes(
        queueMilliseconds: 100.5, decodeMilliseconds: 10.25, handlerMilliseconds: 190,
        encodeMilliseconds: 20.75))
  ]
}

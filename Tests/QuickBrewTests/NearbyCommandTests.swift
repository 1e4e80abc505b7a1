import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

@testable import QuickBrew

@Suite struct NearbyCommandTests {
  static func venue(_ name: String, meters: Meters = 120) -> NearbyVenue {
    let venue = Venue(
      id: VenueID(rawValue: "osm/node/\(name)"), name: name, category: .coffee,
      coordinate: Fixtures.origin)
    return NearbyVenue(venue: venue, distanceMeters: meters)
  }

  static func reply(_ names: [String], next: String? = nil) -> NearbyReply {
    NearbyReply(venues: names.map { venue($0) }, next: next, replica: replica)
  }

  static let replica = ReplicaState(
    position: StreamPosition(epoch: "e", sequence: 1), venues: 9, isCurrent: true)

  /// A bus that records requests, and has venues that are open and venues of unknown hours.
  private static func bus(
    _ asked: Locked<[NearbyRequest]> = Locked([]), known: [String] = ["Roma"],
    unknown: [String] = [], next: String? = nil
  ) -> FakeClientBus {
    FakeClientBus()
      .answering(NearbyRequest.self) { request in
        asked.withLock { $0.append(request) }
        let isUnknown = request.filter?.hours?.admits == .unknown
        return reply(isUnknown ? unknown : known, next: next)
      }
      .answering(PositionRequest.self) { request in
        #expect(request.device == "phone")
        return DevicePosition(
          device: "phone", coordinate: Fixtures.tower, time: Fixtures.departure)
      }
      .answering(MapTimesRequest.self) { request in
        #expect(request.departure == .clock(hour: 8, minute: 0))
        return MapTimesReply(departure: Fixtures.departure, deadline: nil)
      }
  }

  /// The only request of a command.
  private static func request(_ line: String) async throws -> NearbyRequest {
    let asked = Locked<[NearbyRequest]>([])
    let words = line.split(separator: " ").map(String.init)
    let run = await CommandRun(["nearby"] + words, bus: bus(asked))
    #expect(run.status == .success, "\(run.messages)")
    return try #require(asked.withLock { $0.first })
  }

  private static let at = "--at 37.785834,-122.406417"

  @Test("without flags nothing is filtered")
  func defaults() async throws {
    #expect(try await Self.request(Self.at) == NearbyRequest(coordinate: Fixtures.origin))
  }

  @Test("all flags become the request")
  func allFlags() async throws {
    let line = """
      --category Hot-Drinks --name bottel --brand Roma --cuisine thai --min-rating 4.5 --outdoor \
      --takeaway no --wheelchair limited --wifi free --radius 500 --box 37,-123,38,-122 --sort \
      rating --limit 7 --after 0.1
      """
    let expected = NearbyRequest(
      coordinate: Fixtures.origin, radiusMeters: 500,
      box: BoundingBox(south: 37, west: -123, north: 38, east: -122),
      filter: VenueFilter(
        category: .hotDrinks, name: "bottel", brand: "Roma", cuisine: "thai", minimumRating: 4.5,
        amenities: VenueAmenities(
          [.outdoorSeating: true, .takeaway: false], wheelchair: .limited, wifi: .free)),
      order: .rating, limit: 7, after: "0.1")
    #expect(try await Self.request("\(Self.at) \(line)") == expected)
  }

  private static func having(
    _ attributes: [VenueAttribute: Bool] = [:], wheelchair: WheelchairAccess? = nil,
    wifi: WifiOffer? = nil
  ) -> VenueFilter {
    VenueFilter(amenities: VenueAmenities(attributes, wheelchair: wheelchair, wifi: wifi))
  }

  @Test(
    "a bare flag means yes",
    arguments: [
      ("--wheelchair", having(wheelchair: .yes)), ("--wifi", having(wifi: .yes)),
      ("--wifi paid", having(wifi: .paid)), ("--takeaway", having([.takeaway: true])),
      ("--drive-through", having([.driveThrough: true])),
      ("--gluten-free", having([.glutenFree: true])),
      ("--vegan", having([.vegan: true])), ("--outdoor no", having([.outdoorSeating: false])),
    ])
  func bareFlag(flag: String, filter: VenueFilter) async throws {
    #expect(try await Self.request("\(Self.at) \(flag)").filter == filter)
    #expect(try await Self.request("\(flag) \(Self.at)").filter == filter)
  }

  /// The origin of distances.
  @Test(
    "distances are measured from the given place, else from the area",
    arguments: [
      ("--at @phone", Fixtures.tower), ("--device phone", Fixtures.tower),
      ("--device @phone --box 0,0,1,1", Fixtures.tower),
      ("--box 37,-123,38,-122", Coordinate(latitude: 37.5, longitude: -122.5)),
      ("--box 37,-123,38,-122 --at 1,2", Coordinate(latitude: 1, longitude: 2)),
    ])
  func origin(flags: String, point: Coordinate) async throws {
    #expect(try await Self.request(flags).coordinate == point)
  }

  // MARK: Open

  @Test(
    arguments: [
      ("--open", HoursFilter()), ("--open now", HoursFilter()),
      ("--open --open-for 45m", HoursFilter(seconds: 2_700)),
      ("--open-for 45m", HoursFilter(seconds: 2_700)),
      ("--open 08:00", HoursFilter(at: Fixtures.departure)),
      ("--open 08:00 --open-for 1h", HoursFilter(at: Fixtures.departure, seconds: 3_600)),
      (
        "--open=2026-11-21T08:00:00-08:00", HoursFilter(at: Fixtures.departure)
      ),
    ])
  func opening(flags: String, hours: HoursFilter) async throws {
    let asked = Locked<[NearbyRequest]>([])
    let words = "\(Self.at) \(flags)".split(separator: " ").map(String.init)
    let run = await CommandRun(["nearby"] + words, bus: Self.bus(asked))
    #expect(run.status == .success, "\(run.messages)")
    let unknown = HoursFilter(at: hours.at, seconds: hours.seconds, admits: .unknown)
    #expect(asked.withLock { $0.map { $0.filter?.hours } } == [hours, unknown])
  }

  private static func open(_ bus: FakeClientBus, _ flags: String...) async -> CommandRun {
    await CommandRun(["nearby", "--at", "37.785834,-122.406417", "--open"] + flags, bus: bus)
  }

  @Test("venues of unknown hours are listed separately")
  func unknownHours() async {
    let both = await Self.open(Self.bus(unknown: ["Depot"]))
    #expect(
      both.output == """
        Venue  Distance  Category  ID
        Roma      120 m  coffee    osm/node/Roma

        Nobody knows whether these are open
        Venue  Distance  Category  ID
        Depot     120 m  coffee    osm/node/Depot

        """)
    #expect(both.messages == "")
    let json = await Self.open(Self.bus(unknown: ["Depot"]), "--json")
    #expect(json.output.hasPrefix(#"{"open":{"#) && json.output.contains(#","unknown":{"#))
  }

  @Test("a search without a venue known to be open says so")
  func nothingOpen() async {
    let none = "quickbrew: No venue near 37.785834,-122.406417 that fits is known to be open then."
    let some = await Self.open(Self.bus(known: [], unknown: ["Depot"]))
    #expect(some.status == .success)
    #expect(some.output.hasPrefix("Nobody knows"))
    #expect(some.messages == none + "\n")
    let nothing = await Self.open(Self.bus(known: []))
    #expect(nothing.status == .nothingFound)
    #expect(nothing.output == "")
    #expect(nothing.messages == none + "\n")
    let json = await Self.open(Self.bus(known: []), "--json")
    #expect(json.status == .nothingFound)
    #expect(json.output.contains(#""open":{"replica":"#))
  }

  // MARK: Pages

  private static let more = """
    quickbrew: There are more: --limit N shows up to 500, --json the token for --after.

    """

  @Test("that there is another page is said briefly, its token is in the JSON")
  func nextPage() async {
    let words = ["nearby", "--at", "1,2"]
    let run = await CommandRun(words, bus: Self.bus(next: "0.120.osm/node/1"))
    #expect(run.messages == Self.more)
    let json = await CommandRun(words + ["--json"], bus: Self.bus(next: "0.120"))
    #expect(json.messages == "")
    #expect(json.output.contains(#""next":"0.120""#))
  }

  /// Each of the two lists has its own pages.
  @Test("each of the two lists has its own pages")
  func pages() async {
    let asked = Locked<[NearbyRequest]>([])
    let bus = Self.bus(asked, unknown: ["Depot"], next: "7")
    let first = await Self.open(bus)
    #expect(first.messages == Self.more)
    let open = await Self.open(bus, "--after", "7")
    #expect(open.output.contains("Roma") && !open.output.contains("Depot"))
    let unknown = await Self.open(bus, "--after", "unknown:7", "--json")
    #expect(unknown.output.contains(#"{"unknown":{"next":"unknown:7""#))
    let pages = asked.withLock { asked in
      asked.map { "\($0.filter?.hours?.admits?.rawValue ?? "-") \($0.after ?? "")" }
    }
    #expect(pages == ["- ", "unknown ", "- 7", "unknown 7"])
  }

  @Test("an empty result says what was searched for")
  func nothingFound() async {
    let location = "37.785834,-122.406417"
    for (flags, what) in [
      ([], "No venue found near \(location)."),
      (["--category", "tea"], "No tea venue found near \(location)."),
      (["--category", "tea", "--wifi"], "No tea venue that fits found near \(location)."),
      (["--box", "0,0,1,1"], "No venue that fits found near \(location)."),
    ] {
      let run = await CommandRun(["nearby", "--at", location] + flags, bus: Self.bus(known: []))
      #expect(run.status == .nothingFound)
      #expect(run.output == "")
      #expect(run.messages == "quickbrew: \(what)\n")
    }
  }

  // MARK: Areas

  private static let polygon =
    #"{"type":"Polygon","coordinates":[[[2,40],[4,40],[4,44],[2,40]]]}"#
  private static let line = #"{"type":"LineString","coordinates":[[2,40],[4,41]]}"#
  private static let track =
    #"<?xml version="1.0"?><gpx><trk><trkseg><trkpt lat="40" lon="2"/><trkpt lat="41" lon="4"/>"#
    + "</trkseg></trk></gpx>"
  private static let points = [
    Coordinate(latitude: 40, longitude: 2), Coordinate(latitude: 41, longitude: 4),
  ]

  private static func run(
    _ flag: String, _ text: String, _ more: [String], _ asked: Locked<[NearbyRequest]> = Locked([])
  ) async throws -> CommandRun {
    try await TemporaryDirectory.with { directory async throws in
      let path = directory.path("area")
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return await CommandRun(["nearby", flag, path] + more, bus: bus(asked))
    }
  }

  @Test(
    arguments: [
      ("--area", polygon, [], nil), ("--along", line, [], 250),
      ("--along", line, ["--buffer", "40"], 40), ("--along", "\u{FEFF}\n" + track, [], 250),
    ] as [(String, String, [String], Meters?)])
  func areasFromFiles(flag: String, text: String, more: [String], buffer: Meters?) async throws {
    let asked = Locked<[NearbyRequest]>([])
    let run = try await Self.run(flag, text, more, asked)
    #expect(run.status == .success, "\(run.messages)")
    let request = try #require(asked.withLock { $0.first })
    if let buffer {
      #expect(request.area == .corridor(line: Self.points, bufferMeters: buffer))
      #expect(request.coordinate == Self.points[0])
    } else {
      guard case .polygon(let rings) = request.area else { throw Missing() }
      #expect(rings.map(\.count) == [4])
      #expect(request.coordinate == Coordinate(latitude: 42, longitude: 3))
    }
  }

  private struct Missing: Error {}

  @Test(
    "invalid area files are refused",
    arguments: [
      ("--area", line, [], "holds a line, which --along accepts."),
      ("--along", polygon, [], "holds a polygon, which --area accepts."),
      ("--area", "{", [], "is no GeoJSON."), ("--along", "<gpx/>", [], "is no GPX with a track."),
      ("--along", track, ["--area", "x"], "--along does not go with --area."),
      (
        "--along", track, ["--buffer", "0"],
        "--buffer is a distance like 500, 500m or 5km, from 1 to 100000 meters"
      ),
    ])
  func invalidFiles(
    flag: String, text: String, more: [String], message: String
  ) async throws {
    let run = try await Self.run(flag, text, more)
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
  }

  // MARK: Favourites

  @Test("--favourites filters by the local replica where the store is unavailable")
  func favourites() async throws {
    try await TemporaryDirectory.with { home async throws in
      let flags = ["--home", home.path, "--user", "bob"]
      let words = ["nearby", "--at", "1,2", "--favourites"] + flags
      let none = await CommandRun(words, bus: Self.bus())
      #expect(none.status == .nothingFound)
      let message = "“bob” has no favourites yet: quickbrew favourite add VENUE keeps one."
      #expect(none.messages.hasSuffix("quickbrew nearby: \(message)\n"))
      _ = await CommandRun(["favourite", "add", "osm/node/7"] + flags)
      let asked = Locked<[NearbyRequest]>([])
      let run = await CommandRun(words, bus: Self.bus(asked))
      #expect(run.status == .success)
      #expect(run.messages.contains("the venue store does not answer; 1 change waits here."))
      #expect(asked.withLock { $0.map { $0.filter?.venueIDs } } == [["osm/node/7"]])
    }
  }

  // MARK: Refusals

  @Test(arguments: [
    ("", "PLACE is missing."), ("--at 1,2 coffee", "--at does not go with PLACE."),
    ("--at 91,0", "--at “91,0” is out of range"), ("--at=", "--at is empty."),
    ("--at 1,2 --device phone", "--device does not go with --at."),
    ("--device @", "--device needs a device's name."),
    ("--at 1,2 --radius 0", "--radius is a distance like 500, 500m or 5km, from 1 to 100000"),
    ("--box 1,2,3", "--box is SOUTH,WEST,NORTH,EAST like"),
    ("--box 1,2,3,x", "--box is SOUTH,WEST,NORTH,EAST like"),
    ("--box 2,0,1,1", "--box “2,0,1,1”: south must be below north"),
    ("--box 0,170,1,-170", "and west below east"), ("--box 0,0,91,1", "a latitude is -90 to 90"),
    ("--area /no/where", "Cannot read /no/where"), ("--at 1,2 --buffer 5", "--along only."),
    ("--at 1,2 --category=", "--category is empty."), ("--at 1,2 --name=", "--name is empty."),
    ("--at 1,2 --brand=", "--brand is empty."), ("--at 1,2 --cuisine=", "--cuisine is empty."),
    ("--at 1,2 --after=", "--after is empty."),
    ("--at 1,2 --user bob", "--user goes with --favourites only."),
    ("--at 1,2 --min-rating 6", "--min-rating is a number from 1 to 5, not “6”."),
    ("--at 1,2 --open soon", "--open is a time like 08:15"),
    ("--at 1,2 --open-for ever", "--open-for is a duration like 10m"),
    ("--at 1,2 --open-for 25h", "from 0 to 86400 seconds, not “25h”."),
    ("--at 1,2 --outdoor=maybe", "--outdoor is yes or no, not “maybe”."),
    ("--at 1,2 --takeaway=y", "--takeaway is yes or no, not “y”."),
    ("--at 1,2 --wheelchair=partly", "--wheelchair is yes, limited or no"),
    ("--at 1,2 --wifi=fee", "--wifi is yes, free, paid or no, not “fee”. Did you mean free?"),
    ("--at 1,2 --sort nearest", "--sort is distance, rating or name, not “nearest”."),
    ("--at 1,2 --limit 501", "--limit is a whole number from 1 to 500, not “501”."),
    ("--at 1,2 --watch", "--watch needs --device NAME."),
    ("--watch --box 0,0,1,1", "--box does not go with --watch."),
    ("--device a --watch --sort name", "--sort does not go with --watch."),
    ("--device a --watch --after 1", "--after does not go with --watch."),
    ("--device a --watch --open 9:00", "--open accepts no time with --watch"),
    ("--device a --watch --limit 51", "--limit is a whole number from 1 to 50, not “51”."),
  ])
  func refuses(flags: String, expecting message: String) async {
    let bus = FakeClientBus()
    let run = await CommandRun(["nearby"] + flags.split(separator: " ").map(String.init), bus: bus)
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
    #expect(run.output == "" && bus.sent.withLock { $0.isEmpty })
  }

  @Test("a text that is too long is refused")
  func tooLong() async {
    let text = String(repeating: "x", count: ShopSearchLimits.maximumFilterBytes + 1)
    let run = await CommandRun(["nearby", "--at", "1,2", "--name", text])
    #expect(run.messages.contains("--name is longer than 200 bytes."))
  }
}

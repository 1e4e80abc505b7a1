import CommandLineKit
import Foundation
import Geocoder
import GeofenceMonitor
import Geography
import Messages
import OpeningHours
import Router
import ShopSearch
import Time

/// The work that most requests consist of, a given number of times, for a count of instructions.
enum HotPathBenchmark: Benchmark {
  static let name = "hot"
  static let usage = """
    hot PATH DIR [--times 100]
        does the work of PATH this many times, on what the services built from a map in DIR, and
        prints nothing: for deploy/count-instructions. PATH is one of
        \(HotPath.allCases.map(\.rawValue).joined(separator: ", "))
    """

  /// - Throws: `UsageError`; what keeps a file from being opened.
  static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["times"])
    let words = try arguments.positionals(["PATH", "DIR"])
    guard let path = HotPath(rawValue: words[0]) else {
      throw UsageError(
        "“\(words[0])” is no hot path.",
        suggestions: Spelling.nearest(
          to: words[0], among: HotPath.allCases.map(\.rawValue), limit: 1))
    }
    let times = try arguments.integer("times", in: 0...1_000_000) ?? 100
    let once = try path.prepared(in: words[1])
    for number in 0..<times { try once(number) }
  }
}

/// One kind of work. Two runs of different lengths do the same before the first time.
enum HotPath: String, CaseIterable {
  /// A route with its line, from two coordinates to JSON.
  case route
  /// Durations from one point to two hundred.
  case table
  case snap
  case geocode, suggest
  /// The 20 nearest cafés of 10,000 venues that are open.
  case nearby
  /// A position among 10,000 fences.
  case position
  /// A route's JSON, written and read.
  case json

  /// The number of different queries.
  private static let variety = 50

  /// Does the work once; the number chooses the query.
  ///
  /// - Parameter directory: what the services built from a map.
  func prepared(in directory: String) throws -> (Int) throws -> Void {
    switch self {
    case .route, .table, .snap: try Roads(directory).work(self)
    case .geocode, .suggest: try Self.geocoding(directory, isWhole: self == .geocode)
    case .nearby: Self.nearby()
    case .position: try Self.position()
    case .json: Self.json()
    }
  }

  private static func geocoding(
    _ directory: String, isWhole: Bool
  ) throws -> (Int) throws -> Void {
    let searcher = try Searcher(PlaceIndex(path: directory + "/" + IndexFormat.fileName))
    // As people type, right and wrong; the sample map has most of these.
    let texts = [
      "1 Telegraph Hill Boulevard", "coit tower", "powell & geary", "telegraf hill",
      "Ferry Building", "stockton street 1021", "grant avenue", "columbus ave 423",
    ]
    return { number in
      let text = texts[number % texts.count]
      if isWhole {
        _ = try searcher.search(GeocodeRequest(text: text))
      } else {
        _ = try searcher.suggest(SuggestRequest(text: String(text.prefix(1 + number % 8))))
      }
    }
  }

  private static func nearby() -> (Int) throws -> Void {
    var made = SyntheticVenues(seed: 2_026)
    let index = VenueIndex((0..<10_000).map { made.next($0) })
    let points = (0..<variety).map { _ in made.point() }
    let zone = HoursZone(identifier: "America/Los_Angeles")
    let hours = zone.map { OpeningHoursCache(HoursContext(zone: $0, coordinate: nil)) }
    return { number in
      guard let hours else { return }
      let request = NearbyRequest(
        coordinate: points[number % points.count],
        filter: VenueFilter(category: .coffee, hours: HoursFilter()), limit: 20)
      _ = try index.nearby(request, hours, now: SearchBenchmark.now)
    }
  }

  private static func position() throws -> (Int) throws -> Void {
    let start = Timestamp(secondsSince1970: 1_795_276_800)
    var fleet = SyntheticFleet(fences: 10_000, radius: nil, devices: variety, seed: 1, start: start)
    var engine = try fleet.engine()
    return { number in
      if number.isMultiple(of: variety) { fleet.step() }
      let device = number % variety
      guard let sent = fleet.reports(of: device..<device + 1).first, let time = sent.time else {
        return
      }
      let report = FenceEngine.Report(
        device: sent.device, coordinate: sent.coordinate, time: time,
        accuracy: sent.accuracyMeters)
      _ = engine.report(report, now: time)
    }
  }

  private static func json() -> (Int) throws -> Void {
    let message = JSONBenchmark.route
    return { _ in
      let text = try MessageCoder.encode(message)
      _ = try MessageCoder.decode(RouteReply.self, from: text)
    }
  }
}

/// The road network of a map, and points on it.
private struct Roads {
  let network: RoadNetwork
  let query: HierarchyQuery
  let positions: [RoadPosition]

  init(_ directory: String) throws {
    network = try RoadNetwork(path: directory + "/" + NetworkFormat.fileName(for: .car))
    query = HierarchyQuery(HierarchyMetric(network, TravelMetric(network)))
    positions = network.randomPositions(201, seed: 1)
  }

  func work(_ path: HotPath) -> (Int) throws -> Void {
    let description = RouteDescription(query.partial)
    let snapper = Snapper(network)
    return { number in
      let from = positions[number % 200]
      let to = positions[(number * 7 + 1) % 200]
      switch path {
      case .route:
        // Some of the pairs have no route: islands at the edge of the map.
        guard let found = try? query.path(through: [from, to]) else { return }
        let reply = description.reply(
          found, asked: [from.coordinate, to.coordinate], geometry: true, steps: false)
        _ = try MessageCoder.encode(reply)
      case .table: _ = query.costs(from: from, to: Array(positions.prefix(200)))
      default: _ = snapper.snap(from.coordinate.moved(by: 40, bearing: 50))
      }
    }
  }
}

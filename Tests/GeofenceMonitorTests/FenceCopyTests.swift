import Geography
import Messages
import SQL
import Stores
import TestSupport
import Testing

@testable import GeofenceMonitor

/// `geofence-monitor copy`, between a file and a server.
@Suite(.timeLimit(.minutes(10))) struct FenceCopyTests {
  @Test("a copy to a server and back is identical, and goes on where the file ended")
  func roundTrip() throws {
    try TemporaryDirectory.with { directory in
      try PostgreSQLServer.withDatabase { url in
        let file = directory.path("first.sqlite")
        try Self.fill(.file(path: file))
        try CopyFences.run([file, url])
        try CopyFences.run([url, directory.path("back.sqlite")])
        let server = StoreLocation.server(url: url, schema: GeofenceStore.schema)
        let places = [.file(path: file), server, .file(path: directory.path("back.sqlite"))]
        let contents = try places.map { place in
          try CopyFences.copy.contents(of: GeofenceStore.database(at: place))
        }
        #expect(contents[1] == contents[0] && contents[2] == contents[0])
        let filled = contents[0].filter { !$0.value.isEmpty }.keys
        #expect(
          filled.sorted() == [
            "age_mark", "device", "event", "flawed", "horizon", "journal", "kept_reply", "watch",
          ])
        let logs = try places.map { place in
          let monitor = try MonitorState(at: place)
          // A repeat is known, and the next event has the next number.
          let repeated = try monitor.move(39, Self.point(39), key: "k39").reply
          #expect(repeated.ignored == nil)
          for minute in 40..<60 { _ = try monitor.move(minute, Self.point(minute)) }
          return try monitor.allEvents()
        }
        #expect(logs[1] == logs[0] && logs[2] == logs[0])
        #expect(logs[0].map(\.number) == Array(1...Int64(logs[0].count)))
      }
    }
  }

  @Test("a store that holds something is refused, and so is a missing one") func refusals() throws {
    try TemporaryDirectory.with { directory in
      let (first, second) = (directory.path("first.sqlite"), directory.path("second.sqlite"))
      try Self.fill(.file(path: first))
      try Self.fill(.file(path: second))
      let refusal = #expect(throws: ServiceError.self) { try CopyFences.run([first, second]) }
      #expect(refusal?.code == .conflict)
      let none = #expect(throws: ServiceError.self) {
        try CopyFences.run([directory.path("none.sqlite"), directory.path("new.sqlite")])
      }
      #expect(none?.code == .notFound)
    }
  }

  @Test("every table is copied") func allTables() throws {
    try TemporaryDirectory.with { directory in
      let store = try GeofenceStore.database(at: .file(path: directory.path("store.sqlite")))
      #expect(try CopyFences.copy.tablesLeftOut(of: store) == ["lease"])
    }
  }

  private static func point(_ minute: Int) -> Coordinate {
    union.north(Double((minute * 7) % 20) * 100)
  }

  /// Fences, events, a repeated request, positions that count and one that does not.
  private static func fill(_ place: StoreLocation) throws {
    let monitor = try MonitorState(at: place)
    _ = try monitor.add(
      FenceAddRequest(center: union, radiusMeters: 500, confirmation: .immediate), key: "fence")
    for minute in 0..<40 {
      _ = try monitor.move(minute, point(minute), key: IdempotencyKey("k\(minute)"))
    }
    _ = try monitor.move(40, Coordinate(latitude: 0, longitude: 0))
    try GeofenceStore.database(at: place).run("INSERT INTO age_mark VALUES (1, 0, 0, 0)")
  }
}

import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

@testable import QuickBrew

/// Where a command asks for a venue, its name will do.
@Suite struct VenueNameTests {
  private static func venue(
    _ id: VenueID, _ name: String, _ address: String, _ english: String? = nil
  ) -> Venue {
    let names = english.map { NamesByLanguage(["en": $0]) }
    return Venue(
      id: id, name: name, category: .coffee, coordinate: Fixtures.origin,
      facts: VenueFacts(address: address, names: names))
  }

  private static let venues = [
    venue("osm/node/1", "Caffè Roma", "526 Columbus Avenue"),
    venue("osm/node/2", "Starbucks", "462 Powell Street"),
    venue("osm/node/3", "Starbucks", "333 Market Street"),
    venue("osm/node/4", "Caffè Roma Due", "1 Grant Avenue"),
    venue("osm/node/5", "Кафе Пушкин", "26 Tverskoy", "Pushkin Tearoom"),
  ]

  private static let starbucks = ["Starbucks, 333 Market Street", "Starbucks, 462 Powell Street"]

  /// The services, which take any name for one of all venues, as for a misspelt one.
  private static func bus(_ asked: Locked<[String]> = Locked([])) -> FakeClientBus {
    FakeClientBus()
      .answering(MapInfoRequest.self) { _ in
        MapInfo(
          name: "m", box: BoundingBox(south: 37, west: -123, north: 38, east: -122), timeZone: "UTC"
        )
      }
      .answering(NearbyRequest.self) { request in
        asked.withLock { $0.append(request.filter?.name ?? "") }
        return NearbyReply(
          venues: venues.map { NearbyVenue(venue: $0, distanceMeters: 1) },
          replica: ReplicaState(
            position: StreamPosition(epoch: "e", sequence: 1), venues: 4, isCurrent: true))
      }
      .answering(ReviewPutRequest.self) { request in
        throw ServiceError(.conflict, request.venueID.rawValue)
      }
  }

  @Test(
    "a name, without regard to case and accents, the beginning of one, or one with its address",
    arguments: [
      ("caffe roma", "osm/node/1"), ("Caffè Roma Du", "osm/node/4"),
      ("Starbucks, 333", "osm/node/3"),
      ("STARBUCKS, 462 powell street", "osm/node/2"), ("osm/node/77", "osm/node/77"),
      ("campus/kaffee", "campus/kaffee"), ("pushkin tearoom", "osm/node/5"),
      ("кафе пуш", "osm/node/5"), ("Pushkin Tearoom · Кафе Пушкин", "osm/node/5"),
    ])
  func names(text: String, id: String) async {
    let run = await CommandRun(["review", "add", text, "4"], bus: Self.bus())
    #expect(run.messages.contains(": \(id)\n"), "\(run.messages)")
  }

  @Test(
    "of several nobody guesses, and a misspelt name is no name",
    arguments: [
      ("starbucks", "Several venues are called", 2), ("Starbuks", "There is no venue", 5),
      ("Caffè", "Several venues are called", 2),
    ])
  func refusals(text: String, message: String, suggestions: Int) async {
    let run = await CommandRun(["review", "add", text, "4"], bus: Self.bus())
    #expect(run.status == .nothingFound)
    #expect(run.messages.contains(message), "\(run.messages)")
    #expect(run.messages.split(separator: "\n").count { $0.hasPrefix("  ") } == suggestions)
  }

  @Test(
    "names are completed, however they are quoted, with the address where a name is not enough",
    arguments: [
      (["venue", "caf"], ["Caffè Roma", "Caffè Roma Due"], "caf"),
      (["review", "add", "\"Star"], starbucks, "Star"),
      (["favourite", "add", "Caffè\\ Roma\\ D"], ["Caffè Roma Due"], "Caffè Roma D"),
      (["deal", "add", "starbucks,"], starbucks, "starbucks"),
      (["venue", "push"], ["Pushkin Tearoom"], "push"), (["venue", "каф"], ["Кафе Пушкин"], "каф"),
    ])
  func completion(words: [String], offers: [String], name: String) async {
    let asked = Locked<[String]>([])
    let run = await CommandRun([CompletedLine.command] + words, bus: Self.bus(asked))
    let lines = run.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "\t" } }
    #expect(lines.map(String.init).sorted() == offers)
    #expect(asked.withLock { $0 } == [name])
  }

  @Test("nothing is asked where no venue is expected, and nothing is offered without a stack")
  func quiet() async {
    for line in ["venue -", "venue x y", "plan show x", "review add x 4"] {
      let words = line.split(separator: " ").map(String.init)
      let asked = Locked<[String]>([])
      _ = await CommandRun([CompletedLine.command] + words, bus: Self.bus(asked))
      #expect(asked.withLock { $0 } == [], "\(words)")
    }
    #expect(await CommandRun([CompletedLine.command, "venue", "C"]).output == "words\n")
  }

  @Test("bash quotes what it offers, unless a quote is open")
  func bash() async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path + "/quickbrew"
      try Data("#!/bin/sh\nprintf 'words\\nCaffe Roma\\tx\\n'\n".utf8).write(
        to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      for (typed, offered) in [("Caf", "Caffe\\ Roma"), ("\"Caf", "Caffe Roma")] {
        let script =
          CompletionScript.bash + """

            COMP_WORDS=(quickbrew venue "$1") COMP_CWORD=2
            _quickbrew
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let outcome = try await Executables.run(
          "/bin/bash", ["-c", script, "bash", typed],
          environment: ["PATH": "\(directory.path):/usr/bin:/bin"], in: directory.path)
        #expect(outcome.output == offered + "\n", "\(outcome)")
      }
    }
  }
}

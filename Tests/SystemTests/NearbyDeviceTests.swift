import CommandLineKit
import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing
import Time

/// `nearby --watch` with real processes.
@Suite(.serialized, .timeLimit(.minutes(10))) struct NearbyDeviceTests {
  private struct Line: Decodable {
    let came: [VenueID]
    let went: [VenueID]
    let list: NearbyList
  }

  @Test("the list follows a device, also over a restart of shop search")
  func watch() async throws {
    try await RealStack.run { stack in
      let path = stack.home + "/nearby.jsonl"
      let client = try ChildProcess(
        "quickbrew", ["nearby", "--device", "phone", "--watch", "--limit", "3"],
        environment: ["QUICKBREW_HOME": stack.home], output: .file(path))
      var failure: (any Error)?
      do { try await walk(on: stack, path) } catch { failure = error }
      #expect(client.isRunning)
      await client.kill()
      if let failure { throw failure }
    }
  }

  private func walk(on stack: RealStack, _ path: String) async throws {
    let square = Coordinate(latitude: 37.785834, longitude: -122.406417)
    let tower = Coordinate(latitude: 37.8023, longitude: -122.4058)
    var shown: [VenueID] = []
    for (round, coordinate) in [square, tower, square].enumerated() {
      if round == 2 {
        await stack.kill(.shopSearch)
        try stack.start(.shopSearch)
      }
      _ = try await stack.bus.client.send(
        PositionReportRequest(
          device: "phone", coordinate: coordinate,
          time: Timestamp(secondsSince1970: 1_700_000_000 + Int64(round) * 3_600)))
      let line = try await last(in: path) { $0.list.coordinate == coordinate }
      let ids = line.list.venues.map(\.venue.id)
      let near = try await stack.quickbrew(
        NearbyReply.self, "nearby", "--at", "@phone", "--limit", "3")
      #expect(ids.count == 3 && ids == near.venues.map(\.venue.id))
      #expect(round == 0 || Set(line.went) == Set(shown).subtracting(ids))
      shown = ids
    }
  }

  /// The last line that satisfies a condition; the time limit of the suite ends the wait otherwise.
  private func last(in path: String, _ isWanted: (Line) -> Bool) async throws -> Line {
    while true {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      // The last line may be incomplete.
      if text.hasSuffix("\n"), let whole = text.split(separator: "\n").last {
        let line = try MessageCoder.decode(Line.self, from: Data(whole.utf8))
        if isWanted(line) { return line }
      }
      // The client is another process without a notification, so its output is polled.
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}

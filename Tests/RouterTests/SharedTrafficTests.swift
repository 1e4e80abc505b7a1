import CommandLineKit
import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

@testable import Router

/// Several routers of one stack, without a bus: they share their traffic, and what is kept survives
/// restarts.
@Suite("Shared traffic")
struct SharedTrafficTests {
  /// A home, and routers in it.
  private struct Stack {
    let home: Home
    let network: RoadNetwork
    let published = Locked<[TrafficChanged]>([])

    init(in directory: TemporaryDirectory, _ network: RoadNetwork) {
      home = Home(directory: directory.path)
      self.network = network
    }

    func router() throws -> LiveTraffic {
      let roads = LiveRoads(RoadSnapshot(network))
      return try LiveTraffic(roads, TrafficStore(home), log: Log("test")) { change in
        published.withLock { $0.append(change) }
      }
    }

    /// What `deploy/stack down` does once the processes are gone.
    func stop() throws { try FileManager.default.removeItem(atPath: home.runDirectory.path) }

    var sharedFile: String { home.runDirectory.path + "/" + TrafficStore.fileName }
    var durableFile: String { home.directory + "/data/" + TrafficStore.fileName }
  }

  @Test("A road that is named by two of its nodes is the stretch between them, in that direction")
  func nodes() throws {
    let map = RoadMap("A---B---C---D", ways: ["ABCD": street])
    let survey = try RoadSurvey(map.elements) { _ in }
    try TemporaryDirectory.with { directory in
      let path = directory.path(SharedRoads.fileName)
      try RoadOrder(survey).write(to: path)
      let roads = try SharedRoads(beside: path)
      for (number, id) in survey.nodeIDs.enumerated() {
        let letter = Array("ABCD")[number]
        #expect(
          try #require(roads.coordinate(ofNode: Int(id)))
            .distance(to: map.coordinate(of: letter)) < 0.1
        )
      }
      #expect(roads.coordinate(ofNode: 999_999) == nil)
      let references = NodeReferences(map: roads)
      let ids = survey.nodeIDs.map(Int.init)
      let located = try references.located(
        TrafficRequest(set: [
          TrafficChange(road: RoadReference(from: ids[2], to: ids[1]), state: .closed),
          TrafficChange(road: RoadReference(way: 1), state: .closed),
        ]))
      let road = try #require(located.set?[0].road)
      #expect(road.coordinate?.distance(to: map.point(0.5, from: "B", to: "C")) ?? 9 < 0.5)
      #expect(abs((road.bearing ?? 0) - 270) < 1 && road.nodes == nil)
      #expect(located.set?[1].road == RoadReference(way: 1))
      #expect(throws: ServiceError.self) {
        try references.located(TrafficRequest(clear: [RoadReference(from: ids[0], to: 999_999)]))
      }
      let good = try Data(contentsOf: URL(filePath: path))
      for index in [0, 9, 17, 40, good.count - 1] {
        var bad = good
        bad[index] ^= 1
        try bad.write(to: URL(filePath: path))
        #expect(throws: NetworkFileError.self, "\(index)") { try SharedRoads(beside: path) }
      }
    }
  }

  @Test("Nodes reach the traffic, which then knows the place alone")
  func nodesOfTraffic() throws {
    let town = RandomTown(side: 4, seed: 3)
    let (network, _) = try DrawnNetwork.network(town.elements)
    try TemporaryDirectory.with { directory in
      let traffic = try LiveTraffic(
        LiveRoads(RoadSnapshot(network)), TrafficStore(Home(directory: directory.path)),
        log: Log("test")
      ) { _ in }
      let street = try #require(town.streets.first { !$0.isOneWay })
      let reply = try traffic.answer(
        TrafficRequest(set: [
          TrafficChange(
            road: RoadReference(from: street.nodes[0] + 1, to: street.nodes[1] + 1),
            state: .speed(kilometersPerHour: 5))
        ]))
      #expect(reply.roads.map(\.segments) == [1])
      #expect(reply.roads[0].road.nodes == nil && reply.roads[0].road.bearing != nil)
    }
  }

  private static func withStack(_ body: (Stack) async throws -> Void) async throws {
    let (network, _) = try DrawnNetwork.network(RandomTown(side: 4, seed: 3).elements)
    try await TemporaryDirectory.with { try await body(Stack(in: $0, network)) }
  }

  private static func close(_ way: Int, keep: Bool? = nil) -> TrafficRequest {
    TrafficRequest(
      set: [TrafficChange(road: RoadReference(way: way), state: .closed)], keep: keep)
  }

  private func ways(_ reply: TrafficReply) -> [Int?] { reply.roads.map(\.road.way) }

  @Test("A change on one router is known to another after `follow`, and in its replies")
  func follow() async throws {
    try await Self.withStack { stack in
      let (first, second) = (try stack.router(), try stack.router())
      let reply = try first.answer(Self.close(3))
      #expect(ways(reply) == [3])
      #expect(reply.version == 1)
      #expect(reply.roads[0].segments == 1)
      #expect(try second.answer(TrafficRequest()) == reply)
      // A change on the second router builds on the changes of the first, read before or not.
      _ = try first.answer(Self.close(4))
      let both = try second.answer(Self.close(5))
      #expect(ways(both) == [3, 4, 5])
      #expect(both.version == 3)
      try first.follow()
      #expect(try first.answer(TrafficRequest()) == both)
      #expect(stack.published.withLock { $0.map(\.version) } == [1, 2, 3])
      // A request that changes nothing is not published.
      _ = try first.answer(Self.close(5))
      #expect(stack.published.withLock { $0.count } == 3)
    }
  }

  @Test("A change that a router on another machine announces is made here once, and not again")
  func elsewhere() async throws {
    try await Self.withStack { there in
      try await Self.withStack { here in
        let other = try there.router()
        let routers = [try here.router(), try here.router()]
        // Those here have heard of one change less.
        _ = try other.answer(Self.close(3))
        _ = try other.answer(Self.close(4, keep: true))
        let event = try #require(there.published.withLock { $0.last })
        for router in routers { try router.follow(event) }
        for router in routers {
          let reply = try router.answer(TrafficRequest())
          #expect(ways(reply) == [4] && reply.roads[0].isKept && reply.version == 2)
        }
        try routers[0].follow(try #require(there.published.withLock { $0.first }))
        #expect(try ways(routers[0].answer(TrafficRequest())) == [4])
        #expect(here.published.withLock { $0.isEmpty })
        // What is changed here counts on.
        #expect(try routers[1].answer(Self.close(5)).version == 3)
      }
    }
  }

  @Test("Concurrent changes are all accepted, each with its own version")
  func concurrent() async throws {
    try await Self.withStack { stack in
      let routers = [try stack.router(), try stack.router()]
      await withTaskGroup { group in
        for way in 1...20 {
          group.addTask { _ = try? routers[way % 2].answer(Self.close(way, keep: way > 10)) }
        }
      }
      let replies = try routers.map { try $0.answer(TrafficRequest()) }
      #expect(replies[0] == replies[1])
      #expect(replies[0].version == 20)
      #expect(Set(ways(replies[0])) == Set(1...20))
      #expect(stack.published.withLock { $0.map(\.version) }.sorted() == Array(1...20))
    }
  }

  @Test("A restarted router knows all traffic, a restarted stack what is kept")
  func restart() async throws {
    try await Self.withStack { stack in
      var router = try stack.router()
      _ = try router.answer(Self.close(1, keep: true))
      let all = try router.answer(Self.close(2))
      router = try stack.router()
      #expect(try router.answer(TrafficRequest()) == all)

      try stack.stop()
      router = try stack.router()
      let kept = try router.answer(TrafficRequest())
      #expect(ways(kept) == [1])
      // Dropping traffic counts as a change, so that old and new replies have different versions.
      #expect(kept.version == 3)
      #expect(try router.answer(Self.close(3)).version == 4)

      try stack.stop()
      #expect(ways(try stack.router().answer(TrafficRequest())) == [1])
      _ = try stack.router().answer(TrafficRequest(clearAll: true))
      try stack.stop()
      #expect(ways(try stack.router().answer(TrafficRequest())) == [])
    }
  }

  @Test("On another map, roads that it lacks stay known, have no effect, and can be cleared")
  func otherMap() async throws {
    try await Self.withStack { stack in
      _ = try stack.router().answer(Self.close(7, keep: true))
      let small = try DrawnNetwork(RoadMap("A---B", ways: ["AB": street]))
      let roads = LiveRoads(RoadSnapshot(small.network))
      let router = try LiveTraffic(roads, TrafficStore(stack.home), log: Log("test")) { _ in }
      let reply = try router.answer(TrafficRequest())
      #expect(ways(reply) == [7])
      #expect(reply.roads[0].segments == 0)
      #expect(roads.snapshot.traffic.missing == [RoadReference(way: 7)])
      #expect(try ProfileRouter(roads.snapshot).answer(small.request("AB")).durationSeconds == 25)
      let cleared = try router.answer(TrafficRequest(clear: [RoadReference(way: 7)]))
      #expect(ways(cleared) == [])
    }
  }

  @Test("Nothing changes if a road is unknown or the files cannot be written")
  func refused() async throws {
    try await Self.withStack { stack in
      let router = try stack.router()
      let before = try router.answer(Self.close(1))
      let unknown = #expect(throws: ServiceError.self) { try router.answer(Self.close(999)) }
      #expect(unknown?.code == .notFound)
      // A folder with the file's name cannot be replaced.
      try FileManager.default.removeItem(atPath: stack.sharedFile)
      try FileManager.default.createDirectory(
        atPath: stack.sharedFile + "/x", withIntermediateDirectories: true)
      let unwritten = #expect(throws: ServiceError.self) { try router.answer(Self.close(2)) }
      #expect(unwritten?.code == .internal)
      try FileManager.default.removeItem(atPath: stack.sharedFile)
      #expect(try router.answer(TrafficRequest()) == before)
      // If the file is missing, this router's own state is used.
      #expect(ways(try router.answer(Self.close(2))) == [1, 2])
      #expect(try stack.router().answer(TrafficRequest()).version == 2)
    }
  }

  @Test("With a damaged file a router does not start, and a running one keeps its state")
  func damaged() async throws {
    try await Self.withStack { stack in
      let router = try stack.router()
      let before = try router.answer(Self.close(1, keep: true))
      for file in [stack.sharedFile, stack.durableFile] {
        let good = try Data(contentsOf: URL(filePath: file))
        try good.dropLast(3).write(to: URL(filePath: file))
        if file == stack.sharedFile {
          #expect(throws: TrafficFileError.self) { try router.follow() }
          // Reported once.
          #expect(throws: Never.self) { try router.follow() }
          #expect(try router.answer(TrafficRequest()) == before)
        } else {
          try stack.stop()
        }
        let error = #expect(throws: TrafficFileError.self) { try stack.router() }
        #expect(error?.description.contains(file) == true)
        try good.write(to: URL(filePath: file))
        #expect(ways(try stack.router().answer(TrafficRequest())) == [1])
      }
    }
  }
}

extension DrawnNetwork {
  /// A request for the route through these letters.
  func request(_ letters: String, profile: TravelProfile? = nil) -> RouteRequest {
    RouteRequest(waypoints: letters.map { map.coordinate(of: $0) }, profile: profile)
  }
}

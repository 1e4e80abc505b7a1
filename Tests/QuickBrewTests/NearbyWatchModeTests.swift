import Geography
import MessageBus
import Messages
import Testing
import Time

@testable import QuickBrew

@Suite struct NearbyWatchModeTests {
  private static let position = StreamPosition(epoch: "e", sequence: 1)

  /// The list of a given second, with venues by name.
  private static func list(_ second: Int, _ names: String...) -> NearbyList {
    NearbyList(
      device: "phone", coordinate: Fixtures.origin,
      time: Fixtures.departure.adding(seconds: second),
      asOf: Fixtures.departure.adding(seconds: second),
      venues: names.map { NearbyCommandTests.venue($0) },
      safe: SafeRegion(center: Fixtures.origin, radiusMeters: 143.5),
      replica: NearbyCommandTests.replica)
  }

  private static func event(
    _ list: NearbyList, of watch: NearbyWatchID = "w1", _ cause: NearbyChanged.Cause = .position
  ) -> StreamItem<NearbyChanged> {
    .event(
      NearbyChanged(watch: watch, cause: cause, list: list, came: [], went: []), position)
  }

  /// Records a follower's requests and output, and answers them, without a clock.
  private final class FollowerHarness: Sendable {
    let printed = Locked<[String]>([])
    let messages = Locked("")
    let asked = Locked<[String]>([])
    /// The replies in order, whichever instance is asked.
    let answers: Locked<[Result<NearbyWatchReply, ServiceError>]>

    init(_ answers: [Result<NearbyWatchReply, ServiceError>]) { self.answers = Locked(answers) }

    var bus: FakeClientBus {
      FakeClientBus().answeringByInstance(NearbyWatchRequest.self) { [self] request, instance in
        asked.withLock { $0.append(instance ?? "any") }
        return try answers.withLock { $0.removeFirst() }.get()
      }
    }

    func follower(_ flags: [String] = ["--json"]) throws -> NearbyListFollower {
      let output = Output(
        style: .plain, isTerminal: true,
        data: { [self] text throws(OutputFailure) in printed.withLock { $0.append(text) } },
        message: { [self] text in messages.withLock { $0 += text } }, close: never)
      let environment = CommandEnvironment(
        output: output, variables: ["TERM": "xterm"], connect: { [bus] _ in bus },
        paths: { _ in StackPaths(home: "", run: "", map: "") }, openLines: { _ in FakeLines([]) },
        version: "1")
      let context = try CommandContext(NearbyCommand.command, words: flags, in: environment)
      return NearbyListFollower(
        context: context, request: NearbyWatchRequest(device: "phone"))
    }
  }

  private static func reply(
    _ list: NearbyList?, instance: String = "1", watch: NearbyWatchID = "w1", lease: Int = 60
  ) -> Result<NearbyWatchReply, ServiceError> {
    .success(
      NearbyWatchReply(watch: watch, instance: instance, leaseSeconds: lease, list: list))
  }

  private static let gone = Result<NearbyWatchReply, ServiceError>.failure(
    ServiceError(.unavailable, "No instance of shop-search is running."))

  // MARK: Leases

  @Test("a lease is renewed after half its time at the instance that holds it")
  func renewal() async throws {
    let harness = FollowerHarness([
      Self.reply(nil, instance: "2"), Self.reply(nil, instance: "2", lease: 1),
    ])
    var follower = try harness.follower()
    #expect(try await follower.ask() == .seconds(30))
    #expect(try await follower.handle(.renew) == NearbyListFollower.retryWait)
    #expect(harness.asked.withLock { $0 } == ["any", "2"])
    #expect(
      harness.messages.withLock { $0 } == "quickbrew: Waiting for the first position of phone.\n")
  }

  @Test("when an instance vanishes another one takes over")
  func failover() async throws {
    let harness = FollowerHarness([
      Self.reply(Self.list(0, "Roma")), Self.gone,
      // The other instance's clock is behind.
      Self.reply(Self.list(-5, "Depot"), instance: "2", watch: "w2"),
    ])
    var follower = try harness.follower()
    _ = try await follower.ask()
    #expect(try await follower.handle(.stream(.lost)) == .seconds(30))
    #expect(harness.asked.withLock { $0 } == ["any", "1", "any"])
    #expect(try await follower.handle(.stream(Self.event(Self.list(9, "Late")))) == nil)
    #expect(try await follower.handle(.stream(Self.event(Self.list(-4, "Bar"), of: "w2"))) == nil)
    #expect(harness.messages.withLock { $0 } == "")
    let lines = harness.printed.withLock { $0 }
    #expect(lines.count == 3)
    #expect(lines[1].contains(#""came":["osm/node/Depot"]"#))
    #expect(lines[1].contains(#""went":["osm/node/Roma"]"#))
    #expect(lines[2].contains(#""came":["osm/node/Bar"],"cause":"position""#))
  }

  @Test("without an instance it retries, and reports that once")
  func retries() async throws {
    let harness = FollowerHarness([
      Self.reply(Self.list(0, "Roma")), Self.gone, Self.gone, Self.gone, Self.gone,
      Self.reply(Self.list(1, "Roma", "Depot"), watch: "w2"),
    ])
    var follower = try harness.follower()
    _ = try await follower.ask()
    #expect(try await follower.handle(.stream(.lost)) == NearbyListFollower.retryWait)
    #expect(try await follower.handle(.renew) == NearbyListFollower.retryWait)
    #expect(try await follower.handle(.renew) == .seconds(30))
    #expect(harness.asked.withLock { $0 } == ["any", "1", "any", "1", "any", "1"])
    #expect(
      harness.messages.withLock { $0 } == "quickbrew: No instance of shop-search is running.\n")
    #expect(harness.printed.withLock { $0.count } == 2)
  }

  @Test("an error that is not retryable ends the command")
  func permanentError() async throws {
    let harness = FollowerHarness([
      Self.reply(nil), .failure(ServiceError(.conflict, "There are 1,000 watches.")),
    ])
    var follower = try harness.follower()
    _ = try await follower.ask()
    await #expect(throws: ServiceError.self) { _ = try await follower.handle(.renew) }
  }

  // MARK: What is printed

  /// Each changed list is printed once, with the differences to the previous one.
  @Test func listsArePrintedOnce() async throws {
    let first = Self.list(0, "Roma", "Depot")
    let second = Self.list(1, "Depot", "Bar")
    let harness = FollowerHarness([
      Self.reply(first), Self.reply(second), Self.reply(Self.list(2, "Bar")),
    ])
    var follower = try harness.follower()
    _ = try await follower.ask()
    for item in [
      Self.event(second), Self.event(second), Self.event(Self.list(5, "X"), of: "other"),
      // Older than the printed list: it was queued while the request was answered.
      Self.event(first), .live(Self.position), .gap(Self.position),
    ] {
      _ = try await follower.handle(.stream(item))
    }
    let lines = harness.printed.withLock { $0 }
    let starts = lines.map { $0.prefix { $0 != "l" } }
    #expect(
      starts == [
        #"{"came":[],""#, #"{"came":["osm/node/Bar"],"cause":"position",""#, #"{"came":[],""#,
      ])
    let ends = lines.map { String($0.suffix(40)) }
    #expect(ends[0].hasSuffix(#""went":[]}"# + "\n"))
    #expect(ends[1].hasSuffix(#""went":["osm/node/Roma"]}"# + "\n"))
    #expect(ends[2].hasSuffix(#""went":["osm/node/Depot"]}"# + "\n"))
  }

  /// A terminal shows the newest list only; the marks of the last change stay until the next.
  @Test("a terminal is redrawn with the newest list")
  func redraw() async throws {
    let harness = FollowerHarness([Self.reply(Self.list(0, "Roma"))])
    var follower = try harness.follower([])
    _ = try await follower.ask()
    _ = try await follower.handle(.stream(Self.event(Self.list(1, "Bar"))))
    _ = try await follower.handle(.stream(Self.event(Self.list(2, "Bar"))))
    let screens = harness.printed.withLock { $0 }.map { $0.replacing("\u{1B}[K\n", with: "\n") }
    let expected = """
      2026-11-21 08:00:02 UTC-08:00  phone is at 37.785834,-122.406417
         Venue  Distance  Category  ID
      +  Bar       120 m  coffee    osm/node/Bar
      - Roma
      These stay the nearest until you move 143 m.

      """
    #expect(screens.count == 3)
    #expect(screens[2] == "\u{1B}[H" + expected + "\u{1B}[J")
    #expect(!screens[0].contains("+") && !screens[0].contains("- Roma"))
  }

  // MARK: The whole command

  private static func run(
    _ flags: [String], _ items: [StreamItem<NearbyChanged>], isTerminal: Bool = false,
    environment: [String: String] = ["USER": "ada"],
    expecting request: NearbyWatchRequest = NearbyWatchRequest(device: "phone")
  ) async -> CommandRun {
    let bus = FakeClientBus().publishing(items).answeringByInstance(NearbyWatchRequest.self) {
      asked, _ in
      #expect(asked == request)
      return try reply(list(0, "Roma")).get()
    }
    return await CommandRun(
      ["nearby", "--watch"] + flags, bus: bus, isTerminal: isTerminal, environment: environment)
  }

  @Test("a pipe gets a line for each list")
  func pipe() async {
    for flags in [["--device", "phone"], ["--at", "@phone"]] {
      let run = await Self.run(flags, [.live(Self.position), Self.event(Self.list(1, "Bar"))])
      #expect(run.status == .success, "\(run.messages)")
      #expect(run.output.split(separator: "\n").count == 2)
    }
  }

  @Test("a dumb terminal gets the lists one below the other")
  func dumbTerminal() async {
    let run = await Self.run(
      ["--device", "phone"], [Self.event(Self.list(1, "Bar"))], isTerminal: true,
      environment: ["TERM": "dumb"])
    #expect(!run.output.contains("\u{1B}"))
    #expect(run.output.contains("143 m.\n\n2026-11-21 08:00:01"))
  }

  @Test("flags become the watch request")
  func filter() async {
    let flags = [
      "--device", "phone", "--category", "coffee", "--limit", "5", "--radius", "2000", "--open",
      "--open-for", "30m",
    ]
    let run = await Self.run(
      flags, [],
      expecting: NearbyWatchRequest(
        device: "phone", limit: 5, radiusMeters: 2_000,
        filter: VenueFilter(category: .coffee, hours: HoursFilter(seconds: 1_800))))
    #expect(run.status == .success, "\(run.messages)")
  }

  @Test("watching ends when the reader is gone")
  func closedReader() async {
    let run = await CommandRun(
      ["nearby", "--watch", "--device", "phone"],
      bus: FakeClientBus().publishing(AsyncStream<StreamItem<NearbyChanged>> { _ in })
        .answering(NearbyWatchRequest.self) { _ in try Self.reply(nil).get() }, closing: {})
    #expect(run.status == .success)
  }

  @Test("without an instance the command fails")
  func noInstance() async {
    #expect(await CommandRun(["nearby", "--watch", "--device", "phone"]).status == .unavailable)
  }
}

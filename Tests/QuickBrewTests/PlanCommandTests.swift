import FoundationEssentials
import Geography
import MessageBus
import Messages
import Testing

@testable import QuickBrew

@Suite struct PlanCommandTests {
  private static let words = [
    "plan", "--from", "37.785834,-122.406417", "--to", "Coit Tower", "--depart", "8:00",
    "--arrive-by", "2026-11-21T08:45:00-08:00",
  ]
  private static let onTime = Fixtures.option(
    Fixtures.venue("Blue Bottle"), toStop: 200, toDestination: 370)
  private static let plan = Fixtures.plan(
    [onTime], counts: Fixtures.counts(1, onTime: 1))

  @Test func flagsBecomeTheRequest() async {
    let seen = Locked<PlanRequest?>(nil)
    let bus = FakeClientBus().answering(PlanRequest.self) { request in
      seen.withLock { $0 = request }
      return Self.plan
    }
    let run = await CommandRun(
      Self.words + [
        "--dwell", "1h5m", "--category", "Brewery", "--limit=3", "--steps", "--open-only",
      ],
      bus: bus)
    #expect(run.status == .success)
    #expect(
      seen.withLock { $0 }
        == PlanRequest(
          origin: .coordinate(Fixtures.origin), destination: .text("Coit Tower"),
          departure: .clock(hour: 8, minute: 0), deadline: .instant(Fixtures.deadline),
          dwellSeconds: 3900, category: .brewery, limit: 3, steps: true, openOnly: true,
          allowsDegraded: true))
  }

  @Test("departure and deadline may be left open, and @DEVICE is accepted")
  func defaults() async {
    let seen = Locked<PlanRequest?>(nil)
    let bus = FakeClientBus().answering(PlanRequest.self) { request in
      seen.withLock { $0 = request }
      return Self.plan
    }
    _ = await CommandRun(
      ["plan", "--from", "@phone", "--to", "x", "--arrive-by", "9:00"], bus: bus)
    #expect(
      seen.withLock { $0 }
        == PlanRequest(
          origin: .device("phone"), destination: .text("x"), departure: nil,
          deadline: .clock(hour: 9, minute: 0), allowsDegraded: true))
  }

  @Test("the flags for choice and explanations become the request")
  func choiceAndDetails() async {
    let seen = Locked<PlanRequest?>(nil)
    let bus = FakeClientBus().answering(PlanRequest.self) { request in
      seen.withLock { $0 = request }
      return Self.plan
    }
    let run = await CommandRun(
      Self.words + [
        "--category", "drinks,Ice creams, cafe", "--max-detour", "5m", "--sort", "leave-by",
        "--min-rating", "4", "--takeaway", "yes", "--per-brand", "1", "--ledger", "--chart",
        "--why-not", "osm/node/7", "--alternatives",
      ],
      bus: bus)
    #expect(run.status == .success)
    let request = seen.withLock { $0 }
    #expect(
      request?.choice
        == PlanChoice(
          categories: [.drinks, .iceCream, .coffee],
          filter: VenueFilter(
            minimumRating: 4, amenities: VenueAmenities([.takeaway: true])),
          maximumDetourSeconds: 300,
          order: .leaveBy, perBrand: 1))
    #expect(
      request?.details
        == PlanDetails(
          ledger: true, whyNot: WhyNotRequest(venues: ["osm/node/7"]), departures: true,
          alternatives: 2))
  }

  @Test("a charge and a fuel are asked for by their flags")
  func chargersAndFuel() async {
    let seen = Locked<[PlanRequest]>([])
    let bus = FakeClientBus().answering(PlanRequest.self) { request in
      seen.withLock { $0.append(request) }
      return Self.plan
    }
    for flags in [
      ["--socket", "ccs", "--min-power", "50kW", "--dwell", "20m"], ["--fuel", "e10"],
    ] {
      #expect(await CommandRun(Self.words + flags, bus: bus).status == .success)
    }
    let requests = seen.withLock { $0 }
    #expect(requests.map(\.category) == ["charging", "fuel"])
    let filters = requests.map { $0.choice?.filter?.amenities }
    #expect(
      filters == [
        VenueAmenities([.ccs: true], powerKilowatts: 50), VenueAmenities([.e10: true]),
      ])
    let wrong = await CommandRun(Self.words + ["--min-power", "much"], bus: bus)
    #expect(wrong.status == .usage && wrong.messages.contains("like 50kW"))
  }

  @Test(
    "a misspelt category is understood, an unknown one refused with the nearest before a search")
  func wrongCategory() async {
    let tree = VenueCategory.tree.map { CategoryCount(category: $0, parent: nil, own: 1, total: 1) }
    let kiosk = CategoryCount(category: "juice-bar", parent: .foodAndDrink, own: 1, total: 1)
    let asked = Locked<[VenueCategory?]>([])
    let bus = FakeClientBus()
      .answering(CategoriesRequest.self) { _ in CategoriesReply(categories: tree + [kiosk]) }
      .answering(PlanRequest.self) { request in
        asked.withLock { $0.append(request.category) }
        return Self.plan
      }
    let run = await CommandRun(Self.words + ["--category", "koffxx"], bus: bus)
    #expect(run.status == .usage)
    #expect(run.messages.contains("koffie"))
    #expect(bus.sent.withLock { $0 } == [CategoriesRequest.operation.name])
    let misspelt = await CommandRun(Self.words + ["--category", "pharmcy"], bus: bus)
    #expect(misspelt.status == .success)
    #expect(asked.withLock { $0 } == ["pharmacy"])
    let fed = await CommandRun(Self.words + ["--category", "Juice-bar"], bus: bus)
    #expect(fed.status == .success)
  }

  @Test(
    "--strict and --first set the required confidence",
    arguments: [([], nil), (["--strict"], 0.9), (["--first"], 0)] as [([String], Double?)])
  func confidence(_ flags: [String], _ expected: Double?) async {
    let seen = Locked<[Double?]>([])
    let bus = FakeClientBus().answering(PlanRequest.self) { request in
      seen.withLock { $0.append(request.leastConfidence) }
      return Self.plan
    }
    _ = await CommandRun(Self.words + flags, bus: bus)
    #expect(seen.withLock { $0 } == [expected])
  }

  @Test func strictAndFirstExcludeEachOther() async {
    let run = await CommandRun(Self.words + ["--strict", "--first"], bus: FakeClientBus())
    #expect(run.status == .usage)
    #expect(run.messages.contains("--strict does not go with --first."))
  }

  @Test("an ambiguous place lists the alternatives")
  func suggestions() async {
    let bus = FakeClientBus().answering(PlanRequest.self) { _ in
      throw ServiceError(.ambiguous, "It is a guess.", suggestions: ["Coit Tower", "Coit Street"])
    }
    let run = await CommandRun(Self.words, bus: bus)
    #expect(run.status == .nothingFound)
    #expect(run.messages.hasSuffix("Did you mean:\n  Coit Tower\n  Coit Street\n"))
  }

  @Test(arguments: [([onTime], 1, CommandStatus.success), ([], 0, .noneOnTime)])
  func exitStatusSaysWhetherAnyIsOnTime(
    options: [PlanOption], onTime: Int, status: CommandStatus
  ) async {
    let plan = Fixtures.plan(options, counts: Fixtures.counts(5, onTime: onTime))
    let run = await CommandRun(
      Self.words, bus: FakeClientBus().answering(PlanRequest.self) { _ in plan })
    #expect(run.status == status)
    #expect(run.output.contains("Direct drive 6 min 10 s"))
  }

  @Test func jsonIsTheReplyWithItsKeys() async throws {
    let bus = FakeClientBus().answering(PlanRequest.self) { _ in Self.plan }
    let run = await CommandRun(Self.words + ["--json"], bus: bus)
    #expect(run.output.filter { $0 == "\n" }.count == 1)
    #expect(
      Self.keys(run.output).isSuperset(of: [
        "id", "origin.coordinate.latitude", "destination.label",
        "destination.coordinate.latitude", "destination.coordinate.longitude", "departure",
        "deadline", "direct.durationSeconds", "direct.distanceMeters", "direct.arrival",
        "direct.slackSeconds", "direct.onTime", "direct.geometry", "options.venue.id",
        "options.venue.name", "options.venue.category", "options.venue.coordinate.latitude",
        "options.toStop.durationSeconds", "options.toStop.distanceMeters",
        "options.toStop.geometry", "options.toDestination.durationSeconds",
        "options.detourSeconds", "options.waitSeconds", "options.dwellSeconds",
        "options.addedSeconds", "options.arrival", "options.slackSeconds", "options.onTime",
        "options.leaveBy", "candidates.considered", "candidates.onTime",
        "timings.totalMilliseconds",
      ]))
    #expect(try MessageCoder.decode(Plan.self, from: Data(run.output.utf8)) == Self.plan)
  }

  /// The paths of all leaf values; the elements of an array share one path.
  private static func keys(_ json: String) -> Set<String> {
    guard let value = try? JSONDecoder().decode(Value.self, from: Data(json.utf8)) else {
      return []
    }
    return Set(value.paths)
  }

  private struct Value: Decodable {
    let paths: [String]

    init(from decoder: any Decoder) throws {
      if let object = try? [String: Value](from: decoder) {
        paths = object.flatMap { key, value in
          value.paths.map { $0.isEmpty ? key : "\(key).\($0)" }
        }
      } else if let array = try? [Value](from: decoder) {
        paths = array.flatMap(\.paths)
      } else {
        paths = [""]
      }
    }
  }

  @Test func followingPrintsProgressThenThePlan() async throws {
    let position = StreamPosition(epoch: "e", sequence: 1)
    let (stream, continuation) = AsyncStream<StreamItem<PlanProgress>>.makeStream()
    continuation.yield(.live(position))
    let bus = FakeClientBus().publishing(stream).answering(PlanRequest.self) { request in
      let id = try #require(request.id)
      for progress in [
        PlanProgress(planID: id, stage: .located),
        PlanProgress(planID: "another", stage: .option, option: Self.onTime),
        PlanProgress(planID: id, stage: .option, option: Self.onTime),
      ] { continuation.yield(.event(progress, position)) }
      return Self.plan
    }
    let piped = await CommandRun(Self.words + ["--follow"], bus: bus)
    #expect(piped.status == .success)
    let stages = piped.output.split(separator: "\n").map { line in
      try? JSONDecoder().decode(PlanProgress.self, from: Data(line.utf8)).stage
    }
    #expect(stages == [.located, .option, nil])
    #expect(piped.output.hasSuffix(try JSONLine.text(Self.plan) + "\n"))
  }

  @Test("--follow prints text on a terminal")
  func followOnTerminal() async {
    let position = StreamPosition(epoch: "e", sequence: 1)
    let (stream, continuation) = AsyncStream<StreamItem<PlanProgress>>.makeStream()
    continuation.yield(.live(position))
    let bus = FakeClientBus().publishing(stream).answering(PlanRequest.self) { request in
      let id = try #require(request.id)
      continuation.yield(
        .event(PlanProgress(planID: id, stage: .option, option: Self.onTime), position))
      return Self.plan
    }
    let run = await CommandRun(Self.words + ["-f"], bus: bus, isTerminal: true)
    #expect(
      run.output.hasPrefix(
        "Blue Bottle: +3 min 20 s, 25 min 30 s to spare\n\nFrom   37.785834,-122.406417\n"))
  }

  @Test("--follow fails with the error of the request")
  func followFailure() async {
    let (stream, continuation) = AsyncStream<StreamItem<PlanProgress>>.makeStream()
    continuation.yield(.live(StreamPosition(epoch: "e", sequence: 1)))
    let run = await CommandRun(Self.words + ["--follow"], bus: FakeClientBus().publishing(stream))
    #expect(run.status == .unavailable)
  }

  /// A context on a terminal, with what is said there.
  private static func terminal(
    _ bus: FakeClientBus, _ said: Locked<String>
  ) throws -> CommandContext {
    try CommandContext(
      PlanCommand.command, words: words.dropFirst().map(\.self),
      in: CommandEnvironment(
        output: Output(
          style: .plain, isTerminal: true, data: { _ throws(OutputFailure) in },
          message: { text in said.withLock { $0 += text } }, close: never),
        variables: [:], connect: { _ in bus },
        paths: { _ in StackPaths(home: "", run: "", map: "") },
        openLines: { _ in FakeLines([]) }, version: ""))
  }

  @Test("a request that takes long says so on a terminal, where it has words for that")
  func slowRequest() async throws {
    let said = Locked("")
    let bus = FakeClientBus().answering(PlanRequest.self) { request in
      while request.id != nil, !said.withLock({ $0.contains("Ctrl-C") }) { await Task.yield() }
      return Self.plan
    }
    let context = try Self.terminal(bus, said)
    var request = try PlanCommand.request(context)
    _ = try await context.send(request, slow: nil, patience: .zero)
    #expect(said.withLock { $0 } == "")
    request.id = "slow"
    _ = try await context.send(request, slow: "errands.slow", patience: .zero)
    #expect(
      said.withLock { $0 } == "quickbrew: the errands take a while. Ctrl-C cancels it.\n")
  }

  @Test("a plan that takes long says so, and shows its options as they come")
  func slowPlan() async throws {
    let position = StreamPosition(epoch: "e", sequence: 1)
    let (stream, continuation) = AsyncStream<StreamItem<PlanProgress>>.makeStream()
    let said = Locked("")
    let bus = FakeClientBus().publishing(stream).answering(PlanRequest.self) { request in
      let id = try #require(request.id)
      for progress in [
        PlanProgress(planID: id, stage: .located),
        PlanProgress(planID: "another", stage: .option, option: Self.onTime),
        PlanProgress(planID: id, stage: .option, option: Self.onTime),
      ] { continuation.yield(.event(progress, position)) }
      // The reply waits for what is shown before it.
      while !said.withLock({ $0.contains("Blue Bottle") }) { await Task.yield() }
      return Self.plan
    }
    let context = try Self.terminal(bus, said)
    let plan = try await PlanFollower(context: context, patience: .zero)
      .slowPlan(try PlanCommand.request(context))
    #expect(plan == Self.plan)
    #expect(
      said.withLock { $0 } == """
        quickbrew: the plan takes a while; options are shown as they come. Ctrl-C cancels it.
        Blue Bottle: +3 min 20 s, 25 min 30 s to spare

        """)
  }

  @Test("a plan that is followed is cancelled with its command")
  func cancelledFollow() async throws {
    let (stream, continuation) = AsyncStream<StreamItem<PlanProgress>>.makeStream()
    continuation.yield(.live(StreamPosition(epoch: "e", sequence: 1)))
    let (asked, wasAsked) = AsyncStream<Void>.makeStream()
    let (ended, hasEnded) = AsyncStream<Bool>.makeStream()
    let bus = FakeClientBus().publishing(stream).answering(PlanRequest.self) { _ in
      wasAsked.yield()
      // Ends only when it is cancelled.
      try? await Task.sleep(for: .seconds(3600))
      hasEnded.yield(Task.isCancelled)
      throw ServiceError(.deadlineExceeded, "cancelled")
    }
    let run = Task { await CommandRun(Self.words + ["--follow"], bus: bus) }
    for await _ in asked { break }
    run.cancel()
    for await wasCancelled in ended {
      #expect(wasCancelled)
      break
    }
    #expect(await run.value.status != .success)
  }
}

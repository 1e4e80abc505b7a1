import CommandLineKit
import MessageBus
import Messages
import TestSupport
import Testing
import Time

@testable import QuickBrew

/// `plan --watch`: sequences of plans, and what is said of them.
@Suite(.timeLimit(.minutes(5))) struct PlanWatchTests {
  /// A plan whose shops have these slacks, in seconds; `nil` for a shop that is not listed.
  private static func plan(_ slacks: [String: Int], direct: Int = 600, more: Int = 0) -> Plan {
    let base = Fixtures.departure
    let deadline = base.adding(seconds: Fixtures.directSeconds + direct)
    let options = slacks.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, slack in
      let arrival = deadline.adding(seconds: -slack)
      return PlanOption(
        venue: Venue(
          id: VenueID(rawValue: name), name: name, category: .coffee, coordinate: Fixtures.origin),
        toStop: Fixtures.leg(100), toDestination: Fixtures.leg(100), detourSeconds: 0,
        waitSeconds: 0, dwellSeconds: 0, addedSeconds: 0, arrival: arrival, slackSeconds: slack,
        onTime: slack >= 0, leaveBy: base.adding(seconds: slack),
        hours: VisitHours(state: .open), schedule: Fixtures.schedule(100, wait: 0, 100))
    }
    let onTime = options.filter(\.onTime).count + more
    return Fixtures.plan(options, counts: Fixtures.counts(9, onTime: onTime), deadline: deadline)
  }

  /// What is said of a sequence of plans: the kind, and the stop.
  private static func said(_ plans: [Plan], causes: Set<WatchCause> = [.traffic]) -> [String] {
    var watch = PlanWatch()
    return plans.compactMap { plan in
      watch.update(plan, causes: causes).map { verdict in
        [verdict.kind.rawValue, verdict.option?.venue.name].compactMap { $0 }.joined(separator: " ")
      }
    }
  }

  @Test("the stop stays while it is on time, whichever is the best")
  func staysWithTheStop() {
    let plans = [
      Self.plan(["a": 300, "b": 200]), Self.plan(["a": 100, "b": 900]),
      Self.plan(["a": 0, "b": 900]), Self.plan(["a": 5, "c": 1000]),
    ]
    #expect(Self.said(plans) == ["stop a"])
  }

  @Test("a stop that is lost is replaced by the best, once")
  func replaced() throws {
    let plans = [
      Self.plan(["a": 300, "b": 200]), Self.plan(["a": -20, "b": 10, "c": 50]),
      Self.plan(["a": 400, "b": 10, "c": 1]),
    ]
    #expect(Self.said(plans) == ["stop a", "replaced c"])
    var watch = PlanWatch()
    _ = watch.update(plans[0], causes: [])
    let second = watch.update(plans[1], causes: [.venues, .traffic])
    let verdict = try #require(second)
    #expect(verdict.lost == "a" && verdict.lostLateSeconds == 20)
    #expect(verdict.causes == [.traffic, .venues])
    let gone = PlanWatch.saidAfter(plans[0], Self.plan(["b": 10]))
    #expect(gone?.lost == "a" && gone?.lostLateSeconds == nil)
  }

  @Test("a slack that swings around zero is spoken of once")
  func doesNotFlap() {
    let swinging = (0..<50).map { Self.plan(["a": $0.isMultiple(of: 2) ? 30 : -30]) }
    #expect(Self.said(swinging) == ["stop a", "noStop"])
    let edge = PlanWatch.regainSeconds
    let around = (0..<50).map { Self.plan(["a": $0.isMultiple(of: 2) ? edge - 1 : -1]) }
    #expect(Self.said(around) == ["stop a", "noStop"])
    #expect(
      Self.said([Self.plan(["a": 0]), Self.plan(["a": -1]), Self.plan(["a": edge])])
        == ["stop a", "noStop", "stop a"])
  }

  @Test("the direct drive gets late, and is not late again by less than the margin")
  func late() {
    let late = Self.plan([:], direct: -10)
    #expect(
      Self.said([
        Self.plan(["a": 5]), late, Self.plan([:], direct: 5), late,
        Self.plan([:], direct: PlanWatch.regainSeconds),
      ]) == ["stop a", "late", "noStop"])
  }

  @Test("a stop beyond the end of a cut list is not taken for lost")
  func cutList() {
    #expect(
      Self.said([Self.plan(["a": 300]), Self.plan(["b": 900, "c": 800], more: 5)]) == ["stop a"])
    #expect(
      Self.said([Self.plan(["a": 300]), Self.plan(["b": 900, "c": 800])])
        == ["stop a", "replaced b"])
  }

  @Test("in any sequence, a verdict is spoken only where it changes", arguments: UInt64(1)...30)
  func randomSequences(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var watch = PlanWatch()
    var last: WatchVerdict?
    for _ in 0..<200 {
      let slacks = ["a", "b", "c"].map { ($0, Int.random(in: -100...100, using: &generator)) }
      let direct = Int.random(in: -50...150, using: &generator)
      let plan = Self.plan(Dictionary(uniqueKeysWithValues: slacks), direct: direct)
      let verdict = watch.update(plan, causes: [.traffic])
      if let verdict {
        let isSame =
          verdict.kind == last?.kind && verdict.option?.venue.id == last?.option?.venue.id
        #expect(!isSame, "seed \(seed)")
        // What is said is true of the plan.
        if let option = verdict.option {
          #expect(option.onTime && plan.options.contains(option), "seed \(seed)")
        } else {
          #expect(!plan.options.contains { $0.slackSeconds >= PlanWatch.regainSeconds })
        }
        last = verdict
      } else if let name = last?.option?.venue.name {
        // Silence means that the stop is still on time.
        #expect(slacks.contains { $0.0 == name && $0.1 >= 0 }, "seed \(seed)")
      }
    }
  }

  @Test("a change on the bus makes the plan again, and a changed verdict is printed with its cause")
  func onTheBus() async throws {
    let (lines, printed) = AsyncStream<String>.makeStream()
    let bus = FakeClientBus()
      .publishing([
        .event(
          TrafficChanged(version: 2, change: TrafficRequest()),
          StreamPosition(epoch: "e", sequence: 1))
      ])
      .answering(PlanRequest.self) { _ in Self.plan(["b": 100]) }
    let output = Output(
      style: .plain, isTerminal: true,
      data: { text throws(OutputFailure) in printed.yield(text) },
      message: { _ in }, close: never)
    let environment = CommandEnvironment(
      output: output, variables: [:], connect: { _ in bus },
      paths: { _ in StackPaths(home: "/home", run: "/home/run", map: "/home/map") },
      openLines: { _ in FakeLines([]) }, version: "1")
    var watch = PlanWatch()
    _ = watch.update(Self.plan(["a": 300]), causes: [])
    let deadline = Timestamp.now().adding(seconds: 3600)
    var watcher = PlanWatcher(
      context: try CommandContext(PlanCommand.command, words: [], in: environment),
      request: PlanRequest(
        origin: .coordinate(Fixtures.origin), destination: .text("b"), departure: .now,
        deadline: .instant(deadline)),
      departure: .now(), deadline: deadline)
    watcher.pause = .milliseconds(1)
    let watching = Task { [watch, watcher] in try await watcher.run(watch) }
    let line = await lines.first { _ in true } ?? ""
    watching.cancel()
    #expect(line.contains("a is closed or out of reach by then. Stop at b: 1 min 40 s to spare"))
    #expect(line.hasSuffix(" (traffic changed)\n"), "\(line)")
  }
}

extension PlanWatch {
  /// What is said of the second of two plans.
  fileprivate static func saidAfter(_ first: Plan, _ second: Plan) -> WatchVerdict? {
    var watch = PlanWatch()
    _ = watch.update(first, causes: [])
    return watch.update(second, causes: [.venues])
  }
}

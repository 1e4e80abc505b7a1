import Messages
import Testing

@testable import QuickBrew

@Suite struct StatusTests {
  static let all: [ServiceName: [String]] = [
    .geocoder: ["1"], .router: ["1", "2"], .venueStore: ["1"], .shopSearch: ["1"],
    .geofenceMonitor: ["1"], .planner: ["1"],
  ]

  @Test func everyServiceAnswers() async {
    let bus = FakeClientBus().running(Self.all) { Fixtures.stats($0, $1) }
    let run = await CommandRun(["status"], bus: bus)
    #expect(run.status == .success)
    let lines = run.output.split(separator: "\n")
    let row = "         1        12       2  0.4 ms  12.3 ms  50.0 MB  0.1.0"
    let head = "  Restarts  Requests  Errors     p50      p99   Memory  Version"
    #expect(lines[0] == "Service           Instance  State     PID  Uptime" + head)
    #expect(lines[1] == "geocoder          1         running  4321   1h 5m" + row)
    #expect(lines[2] == "router            1         running  4321   1h 5m" + row)
    #expect(lines.count == 8)
  }

  @Test("users near a quota are listed once, the fullest first, and five of them")
  func quotas() async {
    let bus = FakeClientBus().running([.venueStore: ["1", "2"], .geofenceMonitor: ["1"]]) {
      service, instance in
      let kind = service == .venueStore ? "notes" : "devices"
      func use(_ user: String, _ count: Int) -> QuotaUse {
        QuotaUse(user: user, kind: kind, count: count, quota: 1_000)
      }
      var stats = Fixtures.stats(service, instance)
      stats.nearQuotas =
        service == .venueStore
        ? [use("ann", 990)] : [use("bob", 1_000)] + (0..<5).map { use("c\($0)", 900 - $0) }
      return stats
    }
    let run = await CommandRun(["status"], bus: bus)
    #expect(
      run.output.hasSuffix(
        """
        Near a quota: bob has 1000 of 1000 devices, ann has 990 of 1000 notes, \
        c0 has 900 of 1000 devices, c1 has 899 of 1000 devices, c2 has 898 of 1000 devices

        """))
    let quiet = FakeClientBus().running(Self.all) { Fixtures.stats($0, $1) }
    let none = await CommandRun(["status"], bus: quiet)
    #expect(!none.output.contains("quota"))
  }

  @Test("--plain is separated by tabs, and the same in every language", arguments: ["C", "de_DE"])
  func plainIsTabSeparated(language: String) async {
    let bus = FakeClientBus().running([.router: ["1"]]) { Fixtures.stats($0, $1) }
    let lines = await CommandRun(
      ["status", "--plain"], bus: bus, environment: ["LANG": language]
    ).output.split(separator: "\n")
    #expect(
      lines.prefix(3) == [
        "service\tinstance\tpid\tuptimeSeconds\trestarts\trequests\terrors\tp50Milliseconds\t"
          + "p99Milliseconds\tmemoryMegabytes\tversion\tsilentSeconds\thost",
        "geocoder\t-\t\t\t\t\t\t\t\t\t\t\t",
        "router\t1\t4321\t3900\t1\t12\t2\t0.422\t12.250\t50.0\t0.1.0\t\t",
      ])
  }

  @Test("an instance on another machine is shown with its address")
  func elsewhere() async {
    let address = "10.0.0.2:7432"
    let bus = FakeClientBus().running([.router: ["1", address]]) { Fixtures.stats($0, $1) }
    let plain = await CommandRun(["status", "--plain"], bus: bus).output.split(separator: "\n")
    #expect(plain.filter { $0.hasSuffix("\t\(address)") }.count == 1)
    let table = await CommandRun(["status"], bus: bus).output
    #expect(table.contains("Host") && table.contains(address))
    let alone = FakeClientBus().running([.router: ["1"]]) { Fixtures.stats($0, $1) }
    #expect(await !CommandRun(["status"], bus: alone).output.contains("Host"))
  }

  private struct Case: Sendable {
    let missing: ServiceName?
    /// The instance that fails, and its error.
    let failing: (service: ServiceName, instance: String, code: ErrorCode)?
    let status: CommandStatus
  }

  private static let cases = [
    Case(missing: .planner, failing: nil, status: .unavailable),
    // An instance does not answer, beside one that does.
    Case(missing: nil, failing: (.router, "2", .deadlineExceeded), status: .unavailable),
    // A killed instance left its socket behind, beside an instance that answers.
    Case(missing: nil, failing: (.router, "2", .unavailable), status: .success),
    // A killed instance left its socket behind, and there is no other.
    Case(missing: nil, failing: (.geocoder, "1", .unavailable), status: .unavailable),
  ]

  @Test(
    "the exit status shows whether the stack is complete", arguments: cases)
  private func exitStatus(_ row: Case) async {
    let running = Self.all.filter { $0.key != row.missing }
    let bus = FakeClientBus().running(running) { service, instance in
      if let failing = row.failing, failing.service == service, failing.instance == instance {
        throw ServiceError(failing.code, "No.")
      }
      return Fixtures.stats(service, instance)
    }
    #expect(await CommandRun(["status"], bus: bus).status == row.status)
  }

  @Test("the web gateway is optional, and shown where it runs")
  func webGateway() async {
    var running = Self.all
    running[.webGateway] = ["1"]
    let bus = FakeClientBus().running(running) { Fixtures.stats($0, $1) }
    #expect(await CommandRun(["status"], bus: bus).output.contains("\nweb-gateway "))
  }
}

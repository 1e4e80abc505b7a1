import Foundation
import Messages
import TestSupport
import Testing

@testable import QuickBrew

/// `quickbrew open`, and the plan that it means.
@Suite struct OpenCommandTests {
  /// A run in a home that has the last plan of a `plan` command.
  private static func opening(_ words: [String]) async throws -> CommandRun {
    try await TemporaryDirectory.with { directory in
      try FileManager.default.createDirectory(
        atPath: directory.path("run"), withIntermediateDirectories: true)
      let bus = FakeClientBus().answering(PlanRequest.self) { _ in ExportTests.kept.plan }
      let planned = await CommandRun(
        [
          "--home", directory.path, "plan", "37.785834,-122.406417", "Coit Tower",
          "--arrive-by", "+45m", "--profile", "bike",
        ], bus: bus)
      #expect(planned.status == .success, "\(planned)")
      let file = try FileManager.default.attributesOfItem(
        atPath: directory.path("client/last-plan.json"))
      #expect(file[.posixPermissions] as? Int == 0o600)
      return await CommandRun(["--home", directory.path, "open"] + words)
    }
  }

  @Test("the option of the plan that was printed last is opened, without any service")
  func links() async throws {
    let run = try await Self.opening(["1", "--links"])
    #expect(run.status == .success)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasSuffix("&travelmode=bicycling"), "\(run)")
    #expect(lines[2] == "Geo          geo:37.790000,-122.410000")
    #expect(try await Self.opening(["--links"]).output == run.output)
    #expect(try await Self.opening(["0", "--links"]).output != run.output)
  }

  @Test("the link is printed where no program opens it")
  func noProgram() async throws {
    let run = try await Self.opening(["--in", "geo"])
    #expect(run.status == .failure && run.output == "geo:37.790000,-122.410000\n")
  }

  @Test(
    "files and pictures go where they are asked for",
    arguments: [
      ("--gpx", "<?xml "), ("--geojson", #"{"features":"#), ("--ics", "BEGIN:VCALENDAR\r\n"),
    ])
  func files(_ flag: String, _ start: String) async throws {
    let run = try await Self.opening([flag, "-"])
    #expect(run.status == .success && run.output.hasPrefix(start), "\(run)")
    try await TemporaryDirectory.with { directory in
      let saved = try await Self.opening(["1", flag, directory.path("trip")])
      let text = try String(contentsOf: URL(filePath: directory.path("trip")), encoding: .utf8)
      #expect(saved.status == .success && saved.output.isEmpty && text.hasPrefix(start))
    }
  }

  @Test("a QR code is printed")
  func code() async throws {
    let qr = try await Self.opening(["--qr"])
    #expect(qr.output.hasPrefix("████"))
    #expect(qr.messages.contains("Point a phone's camera at it to open the way there: https://"))
  }

  @Test(
    "invalid arguments are refused",
    arguments: [
      (["2"], CommandStatus.nothingFound, "The plan has 1 option; there is no option 2."),
      (["x"], .usage, "NUMBER is that of an option"), (["-1"], .usage, "NUMBER is that of an"),
      (["1", "--in", "bing"], .usage, "--in is google, apple or geo"),
      (["1", "2"], .usage, "Unexpected argument “2”"),
    ])
  func refused(_ words: [String], _ status: CommandStatus, _ message: String) async throws {
    let run = try await Self.opening(words)
    #expect(run.status == status && run.messages.contains(message), "\(run)")
  }

  @Test("without a last plan there is a hint")
  func noPlan() async {
    let run = await CommandRun(["open"])
    #expect(run.status == .nothingFound)
    #expect(run.messages.contains("quickbrew plan makes one"))
  }
}

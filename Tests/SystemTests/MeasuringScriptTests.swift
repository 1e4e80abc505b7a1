import Foundation
import TestSupport
import Testing

/// The scripts that compare counts of instructions and compute the capacity.
struct MeasuringScriptTests {
  private static let old = """
    # Instructions of one time
    route 1000000
    table 2000
    snap 50   # short
    gone 7

    """

  /// The exit status and the lines of a comparison.
  private func compare(_ new: String) async throws -> (status: Int32, lines: [String]) {
    try await TemporaryDirectory.with { directory in
      let files = [("old", Self.old), ("new", new)].map { (directory.path + "/" + $0.0, $0.1) }
      for (path, text) in files { try Data(text.utf8).write(to: URL(filePath: path)) }
      let run = try await Executables.run(
        Executables.repository + "/deploy/count-instructions", ["--compare"] + files.map(\.0),
        in: directory.path)
      return (run.status, run.output.split(separator: "\n").map(String.init))
    }
  }

  @Test("a change of more than 3 % is named, less is not")
  func names() async throws {
    let same = try await compare("route 1030000\ntable 1940\nsnap 50\ngone 7\n")
    #expect(same.status == 0, "\(same.lines)")
    #expect(same.lines.first == "route: 1,000,000 -> 1,030,000 (+3.00%), as before")
    let more = try await compare("route 1030001\ntable 2000\nsnap 50\ngone 7\n")
    #expect(more.status == 1)
    #expect(more.lines.first == "route: 1,000,000 -> 1,030,001 (+3.00%), MORE")
    let fewer = try await compare("route 1000000\ntable 1939\nsnap 50\ngone 7\n")
    #expect(fewer.status == 1)
    #expect(fewer.lines[1] == "table: 2,000 -> 1,939 (-3.05%), FEWER")
  }

  @Test("a path that came or went is named")
  func paths() async throws {
    let run = try await compare("route 1000000\ntable 2000\nsnap 50\nnearby 12345\n")
    #expect(run.status == 1)
    #expect(
      run.lines.suffix(2) == ["gone: is not counted any more", "nearby: 12,345, which is new"])
  }

  @Test("a file that is no counts is refused", arguments: ["route", "route x", "route 0", "a 1 2"])
  func refused(text: String) async throws {
    #expect(try await compare(text).status == 2)
  }

  @Test("docs/capacity.md is what its script computes of what was measured")
  func capacity() async throws {
    let script = Executables.repository + "/Tests/Benchmarks/Capacity/capacity.py"
    try await TemporaryDirectory.with { directory in
      let run = try await Executables.run(
        "/usr/bin/python3", [script, "--check"], in: directory.path)
      #expect(run.status == 0, "\(run.output) \(run.errors)")
    }
  }
}

import CommandLineKit
import Messages
import TestSupport
import Testing
import Time

@testable import QuickBrew

/// The printed numbers add up: departure + drive = arrival, arrival + slack = deadline, and so on,
/// as a reader with a pencil finds them.
@Suite struct PrintedSumTests {
  @Test("every sum of a printed plan is exact", arguments: UInt64(1)...40)
  func plansAddUp(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let deadline = Fixtures.departure.adding(seconds: .random(in: 1...7200, using: &generator))
    let options = (0..<5).map { number in
      Fixtures.option(
        Fixtures.venue("Shop\(number)"), toStop: .random(in: 0...4000, using: &generator),
        toDestination: .random(in: 0...4000, using: &generator),
        wait: .random(in: 0...900, using: &generator))
    }
    let plan = Fixtures.plan(options, counts: Fixtures.counts(5, onTime: 5), deadline: deadline)
    let text = PlanRendering.render(plan, style: .plain)

    let lines = text.split(separator: "\n").map(String.init)
    let direct = try #require(lines.first { $0.hasPrefix("Direct drive") })
    let leave = try Self.clock(try #require(lines.first { $0.hasPrefix("Leave") }))
    let end = try Self.clock(try #require(lines.first { $0.hasPrefix("Be there") }))
    let drive = try #require(Self.durations(direct).first)
    let slack = try #require(Self.durations(direct).last) * (direct.hasSuffix("late") ? -1 : 1)
    #expect(leave + drive == (try Self.clock(direct)), "seed \(seed): \(direct)")
    #expect((try Self.clock(direct)) + slack == end, "seed \(seed): \(direct)")

    for option in options {
      let row = try #require(lines.first { $0.contains("  \(option.venue.name) ") })
      let numbers = Self.durations(String(row.dropFirst(3 + option.venue.name.count)))
      // Detour, wait, stop, slack: what `Fixtures.option` was made of, read back from the text.
      try #require(numbers.count == 4, "\(row)")
      let arrival = leave + drive + numbers[0] + numbers[1] + numbers[2]
      #expect(arrival == (try Self.clock(row)), "seed \(seed): \(row)")
      #expect(numbers[3] == option.slackSeconds, "seed \(seed): \(row)")
    }
  }

  @Test("a duration can be read back from its text", arguments: UInt64(1)...20)
  func durationsAreExact(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let seconds = Int.random(in: -100_000...100_000, using: &generator)
      #expect(Self.durations(" " + Formats.duration(seconds)) == [seconds], "seed \(seed)")
    }
  }

  /// The first clock time of a line, in seconds since midnight.
  private static func clock(_ line: String) throws -> Int {
    let match = try #require(line.firstMatch(of: /(\d\d):(\d\d):(\d\d)/))
    let parts = [match.1, match.2, match.3].compactMap { Int($0) }
    return parts[0] * 3600 + parts[1] * 60 + parts[2]
  }

  /// Every duration of a line, in order.
  private static func durations(_ line: String) -> [Int] {
    let pattern =
      /(?<sign>[ +-])(?=\d)(?:(?<h>\d+) h)? ?(?:(?<m>\d+) min)? ?(?:(?<s>\d+) s)?(?![a-z])/
    return line.matches(of: pattern).compactMap { match in
      let parts = [match.h, match.m, match.s].map { $0.flatMap { Int($0) } }
      if parts.allSatisfy({ $0 == nil }) { return nil }
      let seconds = (parts[0] ?? 0) * 3600 + (parts[1] ?? 0) * 60 + (parts[2] ?? 0)
      return match.sign == "-" ? -seconds : seconds
    }
  }
}

import CommandLineKit
import TestSupport
import Testing

@testable import Router

/// A column against the plain numbers it was written from.
@Suite("Numbers near others")
struct NearNumbersTests {
  @Test(
    "Near and far numbers read as written, and are found in ascending rows",
    arguments: 1...6 as ClosedRange<UInt64>)
  func columns(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // The limits of 16 bits, on both sides of each, and whole rows of far numbers.
    let limits = [0, 1, 32_766, 32_767, 32_768, 65_534, 65_535, 65_536, 1 << 24, 1 << 31]
    var above: [Row] = []
    var around: [Row] = []
    for _ in 0..<60 {
      let near = Int.random(in: 0..<1 << 30, using: &random)
      let steps = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        max(
          0,
          limits[Int.random(in: limits.indices, using: &random)]
            + .random(in: -1...1, using: &random))
      }
      above.append(Row(near: near, numbers: Set(steps.map { near + $0 }).sorted()))
      around.append(Row(near: near, numbers: steps.flatMap { [near + $0, abs(near - $0)] }))
    }
    try check(UInt16.self, above, isSearched: true, "seed \(seed)")
    try check(Int16.self, above, isSearched: true, "seed \(seed)")
    try check(Int16.self, around, isSearched: false, "seed \(seed)")
  }

  private struct Row {
    let near: Int
    let numbers: [Int]
  }

  private func check<Difference: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ type: Difference.Type, _ rows: [Row], isSearched: Bool, _ context: Comment
  ) throws {
    let numbers = rows.flatMap(\.numbers)
    let others = rows.flatMap { row in row.numbers.map { _ in UInt32(row.near) } }
    try TemporaryDirectory.with { directory in
      var writer = NetworkWriter()
      writer.set(.heads, far: .farHeads, numbers.map { UInt32($0) }, near: others, as: type)
      _ = try writer.write(to: directory.path("column"))
      let sections = try NetworkSections(path: directory.path("column"))
      let column = try NearNumbers<Difference>(sections, .heads, far: .farHeads)
      #expect(column.count == numbers.count, context)
      let far = zip(numbers, others).filter { Difference(exactly: $0 - Int($1)) ?? .max == .max }
      #expect(try sections.array(.farHeads, of: UInt64.self).count == far.count)
      #expect(far.count > 20 && far.count < numbers.count - 20, context)
      var start = 0
      for row in rows {
        let range = start..<start + row.numbers.count
        #expect(range.map { Int(column[$0, near: row.near]) } == row.numbers, context)
        start = range.upperBound
        guard isSearched else { continue }
        let around = row.numbers.flatMap { $0 - 1...$0 + 1 } + [row.near, row.near + 65_535]
        for number in around where number >= row.near {
          let found = column.index(of: UInt32(number), in: range, near: UInt32(row.near))
          let expected = row.numbers.firstIndex(of: number).map { range.lowerBound + $0 }
          #expect(found == expected, "\(number) near \(row.near), \(context)")
        }
      }
    }
  }
}

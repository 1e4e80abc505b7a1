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
      writer.set(.heads, numbers.map { UInt32($0) }, near: others, as: type)
      _ = try writer.write(to: directory.path("column"))
      let sections = try NetworkSections(path: directory.path("column"))
      let column = try NearNumbers<Difference>(sections, .heads)
      #expect(column.count == numbers.count, context)
      let far = zip(numbers, others).filter { Difference(exactly: $0 - Int($1)) ?? .max == .max }
      #expect(try sections.array(.heads, .far, of: UInt64.self).count == far.count)
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

  @Test(
    "Numbers in blocks read as written, at the borders of blocks and far from all others too",
    arguments: [0, 1, 63, 64, 65, 128, 129, 1_000])
  func blocks(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count) + 1)
    // Counts ascend; arcs jump, the first and the last of a block as well.
    var last: UInt32 = 0
    let ascending = (0..<count).map { index in
      last += [63, 64, 0].contains(index % 128) ? 70_000 : .random(in: 0...9, using: &random)
      return last
    }
    let jumping = (0..<count).map { index -> UInt32 in
      if [63, 64, 0].contains(index % 128) { return [.max - 1, .max, 1 << 31, 0][index % 4] }
      return UInt32(1 << 20 + index) + .random(in: 0...60_000, using: &random) - 30_000
    }
    for numbers in [ascending, jumping] {
      #expect(try read(numbers, as: UInt8.self) == numbers)
      #expect(try read(numbers, as: UInt16.self) == numbers)
      #expect(try read(numbers, as: Int16.self) == numbers)
    }
  }

  private func read<Difference: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ numbers: [UInt32], as type: Difference.Type, blocks: [UInt32]? = nil
  ) throws -> [UInt32] {
    try TemporaryDirectory.with { directory in
      var writer = NetworkWriter()
      writer.set(.parents, inBlocks: numbers, as: type)
      if let blocks { writer.set(.parents, blocks, part: .blocks) }
      _ = try writer.write(to: directory.path("column"))
      let sections = try NetworkSections(path: directory.path("column"))
      let column = try BlockNumbers<Difference>(sections, .parents)
      if !Difference.isSigned, blocks == nil {
        let far = numbers.indices.count { index in
          let block = numbers[index / 64 * 64..<min(numbers.count, index / 64 * 64 + 64)]
          return numbers[index] - (block.min() ?? 0) >= UInt32(Difference.max)
        }
        #expect(try sections.array(.parents, .far, of: UInt64.self).count == far)
      }
      for (index, (start, end)) in zip(column, column.dropFirst()).enumerated()
      where start <= end {
        #expect(column.range(at: index) == Int(start)..<Int(end), "\(index)")
      }
      return Array(column)
    }
  }

  @Test("A column of fewer blocks than its numbers need ends with them")
  func missingBlock() throws {
    let numbers = [UInt32](repeating: 7, count: 65)
    #expect(try read(numbers, as: UInt8.self, blocks: [7, 7]) == numbers)
    #expect(try read(numbers, as: UInt8.self, blocks: [7]) == Array(numbers.dropLast()))
    #expect(try read(numbers, as: UInt8.self, blocks: []) == [])
  }
}

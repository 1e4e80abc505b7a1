import CommandLineKit
import TestSupport
import Testing

@testable import Router

/// A column of numbers of values against the values it was written from.
struct DistinctValueTests {
  @Test(
    "Values read as written, with numbers of one byte to three",
    arguments: [0, 1, 2, 255, 256, 257, 65_535, 65_536, 65_537])
  func values(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let distinct = (0..<count).map { UInt64($0) << 40 | UInt64($0 % 7) }
    let values = (distinct + distinct.prefix(100)).shuffled(using: &random)
    let width = count > 65_536 ? 3 : count > 256 ? 2 : 1
    try Self.with(values) { column, sections in
      #expect(column.count == values.count && column.isSound(count: values.count))
      #expect(values.indices.allSatisfy { column[$0] == values[$0] })
      let bytes = try sections.array(.segmentKinds, of: UInt8.self)
      #expect(bytes.count == values.count * width)
    }
  }

  @Test("A number without a value, and another count of numbers, are not sound")
  func damaged() throws {
    let values: [UInt64] = [7, 8, 9, 8]
    let cases: [([UInt8], Bool)] = [
      ([0, 1, 2, 1], true), ([0, 1, 3, 1], false), ([0, 1, 2], false),
    ]
    for (bytes, isSound) in cases {
      try Self.with(values, bytes: bytes) { column, _ in
        #expect(column.isSound(count: 4) == isSound, "\(bytes)")
      }
    }
  }

  private static func with(
    _ values: [UInt64], bytes: [UInt8]? = nil,
    _ body: (DistinctValues<UInt64>, NetworkSections) throws -> Void
  ) throws {
    try TemporaryDirectory.with { directory in
      var writer = NetworkWriter()
      writer.set(.segmentKinds, distinct: values)
      if let bytes { writer.set(.segmentKinds, bytes) }
      _ = try writer.write(to: directory.path("column"))
      let sections = try NetworkSections(path: directory.path("column"))
      try body(DistinctValues(sections, .segmentKinds), sections)
    }
  }
}

import Foundation
import OpenStreetMap
import Testing

@Suite("Import reports")
struct ImportReportTests {
  @Test("counts by reason, keeps the first examples, lists the most frequent first")
  func counts() {
    var report = ImportReport()
    report.skip("turn restriction without a way", .relation, 7)
    for id in 1...9 { report.skip("way with missing nodes", .way, Int64(id)) }
    report.skip("opening hours not understood", count: 2)
    #expect(report.total == 12)
    #expect(report.count(of: "way with missing nodes") == 9)
    #expect(report.count(of: "never counted") == 0)
    #expect(
      report.lines == [
        "skipped 9 × way with missing nodes (way 1, way 2, way 3, way 4, way 5, …)",
        "skipped 2 × opening hours not understood",
        "skipped 1 × turn restriction without a way (relation 7)",
      ])
  }

  @Test("merging adds the counts and keeps the limit of examples")
  func merges() {
    var one = ImportReport()
    var two = ImportReport()
    for id in Int64(1)...3 { one.skip("a", .node, id) }
    for id in Int64(4)...8 { two.skip("a", .node, id) }
    two.skip("b", example: "x")
    one.merge(two)
    #expect(one.count(of: "a") == 8)
    #expect(one.entries["a"]?.examples == ["node 1", "node 2", "node 3", "node 4", "node 5"])
    #expect(one.count(of: "b") == 1)
  }

  @Test("an example is only made if it is kept")
  func lazyExamples() {
    var made = 0
    func example() -> String {
      made += 1
      return "x"
    }
    var report = ImportReport()
    for _ in 0..<100 { report.skip("a", example: example()) }
    #expect(made == ImportReport.maxExamples)
  }

  @Test("a report survives JSON, and an empty one has no lines")
  func coding() throws {
    var report = ImportReport()
    #expect(report.isEmpty && report.lines.isEmpty)
    report.skip("a", .way, 1)
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(ImportReport.self, from: data) == report)
  }
}

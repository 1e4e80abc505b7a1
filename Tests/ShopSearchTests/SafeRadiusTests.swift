import Geography
import Testing

@testable import ShopSearch

@Suite struct SafeRadiusTests {
  struct Row: Sendable {
    var farthest: Double?
    var isFull = true
    var next: Double?
    var within: Double?
    let radius: Double?
  }

  @Test(
    "the safe radius follows from the distances",
    arguments: [
      Row(farthest: 100, next: 300, radius: 100),
      Row(farthest: 100, next: 100, radius: 0),
      Row(farthest: 100, next: nil, radius: nil),
      // The list is full, and one of it leaves the radius before another comes nearer.
      Row(farthest: 450, next: 700, within: 500, radius: 50),
      // The next comes into the radius, and is still farther than the farthest.
      Row(farthest: 100, next: 600, within: 500, radius: 250),
      Row(farthest: 400, next: 900, within: 500, radius: 100),
      // There is room for whatever comes into the radius.
      Row(farthest: 100, isFull: false, next: 520, within: 500, radius: 20),
      Row(farthest: nil, isFull: false, next: 520, within: 500, radius: 20),
      Row(farthest: nil, isFull: false, next: nil, within: 500, radius: nil),
      Row(farthest: 100, isFull: false, next: nil, within: 500, radius: 400),
      Row(farthest: 100, isFull: false, next: nil, radius: nil),
      Row(farthest: 0, isFull: false, next: nil, within: 0, radius: 0),
    ])
  func radius(_ row: Row) {
    let radius = SafeRadius.meters(
      farthest: row.farthest, isFull: row.isFull, next: row.next, within: row.within)
    guard let expected = row.radius else {
      #expect(radius == nil)
      return
    }
    #expect(radius.map { abs($0 - expected) < 0.002 && $0 <= expected } == true, "\(radius ?? -1)")
  }
}

/// Posting lists: for each key its rows, ascending. Immutable; 4 bytes per row and key.
struct Postings: Sendable {
  private let starts: [Int32]
  private let rows: [Int32]

  /// A counting sort, O(keys + rows).
  ///
  /// - Parameter forEachKey: passes each key of a row, 0 ..< `keys`, once; is called twice per row.
  init(keys: Int, rows count: Int, _ forEachKey: (Int, (Int32) -> Void) -> Void) {
    var ends = [Int32](repeating: 0, count: keys + 1)
    for row in 0..<count { forEachKey(row) { ends[Int($0) + 1] += 1 } }
    for key in 0..<keys { ends[key + 1] += ends[key] }
    starts = ends
    var rows = [Int32](repeating: 0, count: Int(ends[keys]))
    for row in 0..<count {
      forEachKey(row) { key in
        rows[Int(ends[Int(key)])] = Int32(row)
        ends[Int(key)] += 1
      }
    }
    self.rows = rows
  }

  /// The rows of a key.
  subscript(key: Int32) -> ArraySlice<Int32> { rows[span(key..<key + 1)] }

  /// The rows of consecutive keys, key by key.
  subscript(keys: Range<Int32>) -> ArraySlice<Int32> { rows[span(keys)] }

  func count(_ keys: Range<Int32>) -> Int { span(keys).count }

  private func span(_ keys: Range<Int32>) -> Range<Int> {
    Int(starts[Int(keys.lowerBound)])..<Int(starts[Int(keys.upperBound)])
  }
}

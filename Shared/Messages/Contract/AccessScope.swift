/// What a caller may do, and what an operation needs. Each includes those before it.
package enum AccessScope: String, Sendable, Hashable, CaseIterable, Comparable, Codable {
  /// Ask.
  case read
  /// Change what is one's own, or what everybody may add to.
  case write
  /// Change something for everybody.
  case admin

  package static func < (left: Self, right: Self) -> Bool {
    let order = allCases
    return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
  }
}

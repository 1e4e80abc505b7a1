/// Ends a long search once nobody waits for it: what is left is skipped, and whoever asked for it
/// checks in the end.
///
/// For one thread and one search.
package final class SearchWatch {
  private let isWanted: () -> Bool
  private var steps = 0
  private var isEnded = false

  /// A closure that is asked every `SearchLimits.stepsBetweenLooks` steps.
  package init(_ isWanted: @escaping () -> Bool = { true }) { self.isWanted = isWanted }

  /// Whether to go on; called at each step, which costs a nanosecond.
  @inline(__always)
  func goesOn() -> Bool {
    steps += 1
    if steps % SearchLimits.stepsBetweenLooks == 0 { isEnded = isEnded || !isWanted() }
    return !isEnded
  }
}

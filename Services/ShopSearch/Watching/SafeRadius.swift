import Geography

/// The radius of the safe region: how far a device can move before other venues are the nearest.
///
/// Great-circle distances satisfy the triangle inequality: a venue at the distance d from the
/// center of the region is between d − r and d + r from every position nearer than r to the center.
/// Let a be the distance of the farthest venue of the list, b that of the nearest matching venue
/// outside it, R the radius of the request. The list is valid everywhere nearer than r to the
/// center if
///
/// 1. no venue of the list leaves the radius: a + r ≤ R;
/// 2. no other venue enters the radius: b − r ≥ R; or, where the list is full, no other venue comes
///    nearer than one of the list: a + r ≤ b − r.
///
/// So r is the minimum of R − a and b − R; in a full list (b − a) / 2 replaces b − R if it is
/// greater. Without a radius only a full list has a limit.
enum SafeRadius {
  /// An upper bound of the rounding error of distances, anywhere on Earth.
  private static let rounding: Meters = 0.001

  /// The radius in metres; `nil` for unlimited, 0 where two venues are equally near.
  ///
  /// - Parameters:
  ///   - farthest: the distance of the farthest venue of the list; `nil` where it is empty.
  ///   - isFull: whether the list has as many venues as its limit.
  ///   - next: the distance of the nearest matching venue outside the list, or a distance within
  ///     which there is no other; `nil` for no other at all.
  ///   - radius: the radius of the request; `nil` for any distance.
  static func meters(
    farthest: Meters?, isFull: Bool, next: Meters?, within radius: Meters?
  ) -> Meters? {
    let leaving = radius.map { $0 - (farthest ?? 0) }
    let entering = next.flatMap { next -> Meters? in
      let outside = radius.map { next - $0 }
      guard isFull, let farthest else { return outside }
      return max(outside ?? 0, (next - farthest) / 2)
    }
    // From an empty list no venue can leave.
    let limits = [farthest == nil ? nil : leaving, entering].compactMap { $0 }
    return limits.min().map { max(0, $0 - rounding) }
  }
}

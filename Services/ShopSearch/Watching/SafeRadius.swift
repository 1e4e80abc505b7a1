import Geography

/// How far a device may go before other venues are the nearest ones.
///
/// Straight lines on the sphere fulfil the triangle inequality: a venue at the distance d from the
/// centre of the zone is between d − r and d + r from every place nearer than r to the centre. Let
/// a be the distance of the farthest venue of the list, b that of the nearest one that is wanted
/// and not in it, R the radius asked for. The list holds everywhere nearer than r to the centre
/// where
///
/// 1. none of the list leaves the radius: a + r ≤ R;
/// 2. none comes into it that finds room: b − r ≥ R; where the list is full, it is enough that none
///    comes nearer than one of the list: a + r ≤ b − r.
///
/// So r is the lesser of R − a and b − R, where (b − a) / 2 takes the place of the latter in a full
/// list if it is greater. Without a radius only a full list has a limit.
enum SafeRadius {
  /// Distances are rounded: to less than this, on the ground, anywhere.
  private static let rounding: Meters = 0.001

  /// The radius in metres; `nil` for everywhere, 0 where two venues are equally near.
  ///
  /// - Parameters:
  ///   - farthest: of the list; `nil` where it is empty.
  ///   - isFull: whether the list has as many venues as it may have.
  ///   - next: to the nearest wanted venue that is not in the list, or a distance that none of them
  ///     is within; `nil` where there is none.
  ///   - radius: `nil` where any distance is near enough.
  static func meters(
    farthest: Meters?, isFull: Bool, next: Meters?, within radius: Meters?
  ) -> Meters? {
    let leaving = radius.map { $0 - (farthest ?? 0) }
    let coming = next.flatMap { next -> Meters? in
      let outside = radius.map { next - $0 }
      guard isFull, let farthest else { return outside }
      return max(outside ?? 0, (next - farthest) / 2)
    }
    // An empty list has none that could leave.
    let limits = [farthest == nil ? nil : leaving, coming].compactMap { $0 }
    return limits.min().map { max(0, $0 - rounding) }
  }
}

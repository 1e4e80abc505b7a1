import Areas
import Geography

/// What one fix adds to a track: the straight path from the fix before, and how noisy fixes are.
struct Movement {
  let settings: EngineSettings
  /// The fix before, and the path from it; `nil` for a device's first.
  let previous: Fix?
  let path: Arc?
  let current: Fix
  /// How far off fixes are at present, by their reported accuracy or by their scatter.
  let noiseBand: Meters

  /// The path, or for a first fix the path from the fix to itself.
  var pathOrPoint: Arc { path ?? Arc(current.position, current.position) }
}

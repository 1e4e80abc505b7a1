/// Whose data a request reads or changes: what a caller bound to one user may call it for.
///
/// What belongs to nobody, such as a map, needs no owner.
package enum DataOwner: Sendable, Hashable {
  /// Favourites, notes, reviews, and the pin board of that name.
  case user(String)
  /// The positions and the route of a device. Ann's devices are `ann`, and all whose names begin
  /// with `ann.` or `ann/`.
  case device(DeviceID)
  /// Several users at once: for operators.
  case everybody

  /// Whether it is a user's own.
  package func belongs(to user: String) -> Bool {
    switch self {
    case .user(let name): name == user
    case .device(let device):
      device.rawValue == user || [".", "/"].contains { device.rawValue.hasPrefix(user + $0) }
    case .everybody: false
    }
  }
}

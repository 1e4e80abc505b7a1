package import Messages

/// A row of the store that cannot be read, and what the monitor does without it.
///
/// One damaged row must not keep all devices from being watched; the row stays in the file.
package enum StoreDamage: Sendable, Hashable, CustomStringConvertible {
  case fence(FenceNumber)
  case track(DeviceID)
  case route(DeviceID)

  package var description: String {
    switch self {
    case .fence(let number):
      "Fence number \(number) is damaged in the store and is not watched. Set it up again."
    case .track(let device):
      "The track of “\(device)” is damaged in the store. Its next position begins a new one."
    case .route(let device):
      "The route of “\(device)” is damaged in the store and not followed. Set it again."
    }
  }
}

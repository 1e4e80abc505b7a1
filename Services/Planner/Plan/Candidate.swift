import Geography
import Messages

/// A shop, evaluated as a stop of the trip.
struct Candidate: Sendable, Hashable {
  let shop: Shop
  /// The straight-line distance from the origin to the shop and on to the destination.
  let straightMeters: Meters
  var stop: Stop

  init(_ shop: Shop, _ stop: Stop, on trip: Trip) {
    self.shop = shop
    straightMeters =
      trip.origin.coordinate.distance(to: shop.coordinate)
      + shop.coordinate.distance(to: trip.destination.coordinate)
    self.stop = stop
  }
}

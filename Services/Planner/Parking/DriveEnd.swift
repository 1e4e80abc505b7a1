import Geography
import Messages

/// Where a drive begins or ends, and the door that one walks to or from there.
@Memberwise struct DriveEnd: Sendable {
  let door: Coordinate
  /// Where the car is left; `nil` for the road nearest to the door.
  let carPark: CarPark?
  /// From the end of a drive to the beginning of the walk.
  var parkSeconds: Int = 0

  /// Where the router has to lead.
  var coordinate: Coordinate { carPark?.coordinate ?? door }

  /// Between the door and `coordinate`, in a straight line.
  var walkMeters: Meters { carPark?.meters ?? 0 }
}

import Geography
import Messages

/// Where a drive begins or ends, and the door that one walks to or from there.
struct DriveEnd: Sendable {
  let door: Coordinate
  /// Where the car is left; `nil` for the road nearest to the door.
  let carPark: CarPark?

  init(_ door: Coordinate, carPark: CarPark? = nil) {
    self.door = door
    self.carPark = carPark
  }

  /// Where the router has to lead.
  var coordinate: Coordinate { carPark?.coordinate ?? door }

  /// Between the door and `coordinate`, in a straight line.
  var walkMeters: Meters { carPark?.meters ?? 0 }
}

extension PlanningMap {
  /// Where a drive to a stop ends if the car is left in such a place.
  func driveEnd(at door: Coordinate, _ parking: ParkingPlace) -> DriveEnd {
    DriveEnd(door, carPark: parking == .lot ? carParks.nearest(to: door) : nil)
  }
}

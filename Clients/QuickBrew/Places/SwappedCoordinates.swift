import CommandLineKit
import Geography
import Messages

/// Finds coordinates that were given with the longitude first.
enum SwappedCoordinates {
  private static let timeout = Duration.seconds(1)

  /// The error, with the right order as a suggestion where a coordinate of the command line is off
  /// the map and would be on it with latitude and longitude exchanged. Asks the planner for the
  /// map's box, for an error of the code `outsideMap` only.
  static func explained(_ error: any Error, _ context: CommandContext?) async -> any Error {
    guard let context, let error = error as? ServiceError, error.code == .outsideMap,
      error.suggestions == nil, let bus = try? context.connect(),
      let map = try? await bus.send(MapInfoRequest(), timeout: timeout)
    else { return error }
    let swapped = context.arguments.allValues.compactMap { text -> String? in
      guard let point = Coordinate(text: text), !map.box.contains(point) else { return nil }
      let other = Coordinate(latitude: point.longitude, longitude: point.latitude)
      return map.box.contains(other) ? "\(Formats.coordinate(other)), the latitude first" : nil
    }
    if swapped.isEmpty { return error }
    return ServiceError(error.code, error.message, suggestions: swapped)
  }
}

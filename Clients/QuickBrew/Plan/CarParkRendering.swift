import CommandLineKit
import Messages

/// Formats where a car is left.
enum CarParkRendering {
  /// `Car parks: 1 North Lot (120 m), 3 no name (80 m).` by the stop's number from 1; empty where
  /// all are on the street.
  static func line(_ carParks: [CarPark?], _ style: Style) -> String {
    let parts = carParks.enumerated().compactMap { index, carPark in
      carPark.map {
        let name = $0.name?.printable ?? Formats.phrase("carPark.unnamed")
        return "\(index + 1) \(name) (\(Formats.distance($0.meters)))"
      }
    }
    guard !parts.isEmpty else { return "" }
    return style.paint(Formats.phrase("carParks", ["list": Formats.list(parts)]), .faint) + "\n"
  }
}

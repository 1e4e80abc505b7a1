/// A line of coordinates as compact text, with six decimal places (0.1 m).
///
/// Source: Google's "Encoded Polyline Algorithm Format", with precision 6 as in OSRM's `polyline6`.
package struct EncodedPolyline: Sendable, Hashable, RawRepresentable, Codable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// Encodes a line; linear in its length.
  package init(_ coordinates: [Coordinate]) {
    var bytes: [UInt8] = []
    // Most points are close to the one before: two numbers of three characters.
    bytes.reserveCapacity(6 * coordinates.count + 12)
    var last = (latitude: 0, longitude: 0)
    for coordinate in coordinates {
      let latitude = Int((coordinate.latitude * 1e6).rounded())
      let longitude = Int((coordinate.longitude * 1e6).rounded())
      Self.append(latitude - last.latitude, to: &bytes)
      Self.append(longitude - last.longitude, to: &bytes)
      last = (latitude, longitude)
    }
    rawValue = String(decoding: bytes, as: UTF8.self)
  }

  /// The coordinates of the line; `nil` if the text is not an encoded polyline.
  package var coordinates: [Coordinate]? {
    var line: [Coordinate] = []
    var bytes = rawValue.utf8.makeIterator()
    var last = (latitude: 0, longitude: 0)
    while let latitude = Self.next(from: &bytes) {
      guard let latitude = latitude, let longitude = Self.next(from: &bytes) ?? nil else {
        return nil
      }
      last = (last.latitude &+ latitude, last.longitude &+ longitude)
      line.append(
        Coordinate(latitude: Double(last.latitude) / 1e6, longitude: Double(last.longitude) / 1e6))
    }
    return line
  }

  private static func append(_ delta: Int, to bytes: inout [UInt8]) {
    var rest = delta < 0 ? ~(delta << 1) : delta << 1
    while rest >= 0x20 {
      bytes.append(UInt8(0x20 | (rest & 0x1f)) + 63)
      rest >>= 5
    }
    bytes.append(UInt8(rest) + 63)
  }

  /// The next number: `nil` at the end, `.some(nil)` if the text is truncated or malformed.
  private static func next(from bytes: inout String.UTF8View.Iterator) -> Int?? {
    guard var byte = bytes.next() else { return nil }
    var value = 0
    var shift = 0
    while true {
      guard (63...126).contains(byte), shift < 60 else { return .some(nil) }
      value |= Int((byte - 63) & 0x1f) << shift
      if byte - 63 < 0x20 { break }
      shift += 5
      guard let following = bytes.next() else { return .some(nil) }
      byte = following
    }
    return value & 1 == 1 ? ~(value >> 1) : value >> 1
  }
}

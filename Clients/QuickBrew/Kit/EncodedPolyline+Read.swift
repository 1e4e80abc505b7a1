import Geography
import Messages

extension EncodedPolyline {
  /// - Throws: `ServiceError` with `internal` where it cannot be decoded.
  func read() throws(ServiceError) -> [Coordinate] {
    guard let line = coordinates else {
      throw ServiceError(.internal, "The router's reply holds a line that cannot be read.")
    }
    return line
  }
}

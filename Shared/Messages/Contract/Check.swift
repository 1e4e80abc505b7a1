package import Geography

/// Checks that a number of a request, or a count of what it lists, is in range.
///
/// - Parameter field: the beginning of the error message: `limit`, `the number of pins`.
/// - Throws: `ServiceError` with `invalidRequest`, which names field, value and range; never for
///   `nil`.
package func check<Number: Comparable>(
  _ number: Number?, _ field: String, in range: ClosedRange<Number>
) throws(ServiceError) {
  guard let number, !range.contains(number) else { return }
  throw outOfRange(field, "\(number)", "\(range.lowerBound) to \(range.upperBound)")
}

/// Checks that a decimal is in range; not a number never is.
package func check(
  _ number: Double?, _ field: String, in range: ClosedRange<Double>
) throws(ServiceError) {
  guard let number, !range.contains(number) else { return }
  let bounds = [range.lowerBound, range.upperBound].map { bound in
    Int(exactly: bound).map { "\($0)" } ?? "\(bound)"
  }
  throw outOfRange(field, "\(number)", bounds.joined(separator: " to "))
}

/// Checks that a direction is one, in degrees from north.
package func check(bearing: Double?, _ field: String) throws(ServiceError) {
  guard let bearing, !(0..<360).contains(bearing) else { return }
  throw outOfRange(field, "\(bearing)", "0 to less than 360 degrees from north")
}

/// Checks the length of a text in UTF-8.
package func check(
  _ text: String?, _ field: String, bytes range: ClosedRange<Int>
) throws(ServiceError) {
  guard let length = text?.utf8.count, !range.contains(length) else { return }
  throw outOfRange(
    field, "\(length) bytes long", "\(range.lowerBound) to \(range.upperBound) bytes")
}

/// Checks that a coordinate is one of the earth.
package func check(_ point: Coordinate?, _ field: String) throws(ServiceError) {
  guard let point, !point.isValid else { return }
  throw outOfRange(
    field, "\(point.latitude), \(point.longitude)",
    "a latitude of -90 to 90 and a longitude of -180 to 180 degrees")
}

/// Checks a rule of its own.
///
/// - Parameters:
///   - code: of the error where it does not hold.
///   - reason: the error message, a sentence.
package func check(
  _ holds: Bool, or code: ErrorCode = .invalidRequest, _ reason: @autoclosure () -> String
) throws(ServiceError) {
  if !holds { throw ServiceError(code, reason()) }
}

private func outOfRange(_ field: String, _ value: String, _ allowed: String) -> ServiceError {
  ServiceError(.invalidRequest, "\(field) is \(value); it must be \(allowed).")
}

/// Checks that a number is in range.
///
/// - Parameter field: the beginning of the error message.
/// - Throws: `ServiceError` with `invalidRequest`, which names the field and the range.
package func check<Number: Comparable>(
  _ number: Number, _ field: String, in range: ClosedRange<Number>
) throws(ServiceError) {
  guard range.contains(number) else {
    throw ServiceError(
      .invalidRequest,
      "\(field) is \(number); it is \(range.lowerBound) to \(range.upperBound).")
  }
}

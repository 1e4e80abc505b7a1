import Messages

extension Arguments {
  /// A flag's value as a whole number in `range`; `nil` if the flag is not given.
  ///
  /// - Throws: `UsageError` that names the flag and the range.
  package func integer(_ flag: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = self[flag] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(flag) is a whole number from \(range.lowerBound)"
          + (range.upperBound == .max ? "" : " to \(range.upperBound)") + ", not “\(text)”.")
    }
    return number
  }

  /// A flag's value as a number in `range`; `nil` if the flag is not given.
  ///
  /// - Throws: `UsageError` that names the flag and the range.
  package func number(_ flag: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard let text = self[flag] else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw UsageError(
        "--\(flag) is a number from \(plain(range.lowerBound)) to \(plain(range.upperBound)), "
          + "not “\(text)”.")
    }
    return number
  }

  /// The number as people write it: 5 and not 5.0.
  private func plain(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// A flag's value as a distance, typed as `500`, `500m`, `5km`, `3mi` or `900ft`; `nil` if the
  /// flag is not given.
  ///
  /// - Parameter range: in meters.
  /// - Throws: `UsageError` that names the flag and the range.
  package func meters(_ flag: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard let text = self[flag] else { return nil }
    let units: [(suffix: String, meters: Double)] = [
      ("km", 1000), ("mi", 1609.344), ("ft", 0.3048), ("m", 1), ("", 1),
    ]
    let written = text.lowercased().filter { !$0.isWhitespace }
    let unit = units.first { written.hasSuffix($0.suffix) } ?? ("", 1)
    guard let number = Double(written.dropLast(unit.suffix.count)),
      range.contains(number * unit.meters)
    else {
      throw UsageError(
        "--\(flag) is a distance like 500, 500m or 5km, from \(Int(range.lowerBound)) to "
          + "\(Int(range.upperBound)) meters, not “\(text)”.")
    }
    return number * unit.meters
  }

  /// A flag's value as whole seconds, typed as `10m`, `90s`, `1 h 5 min` or `600`; `nil` if the
  /// flag is not given.
  ///
  /// - Throws: `UsageError` that names the flag and the range.
  package func seconds(_ flag: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = self[flag] else { return nil }
    guard let seconds = DurationParser.seconds(text), range.contains(seconds) else {
      throw UsageError(
        "--\(flag) is a duration like 10m, 90s or 1h5m, from \(range.lowerBound) to "
          + "\(range.upperBound) seconds, not “\(text)”.")
    }
    return seconds
  }
}

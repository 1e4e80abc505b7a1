/// Parses the `duration` of a ferry. Source: OpenStreetMap wiki, "Key:duration".
enum FerryDuration {
  /// Reads "25" (minutes), "0:25", "1:30:00", "PT1H30M".
  static func seconds(_ text: String) -> Double? {
    if text.hasPrefix("PT") { return isoSeconds(text.dropFirst(2)) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.allSatisfy({ ($0 ?? -1) >= 0 }) else { return nil }
    let numbers = parts.compactMap { $0 }
    let seconds: Double
    switch numbers.count {
    case 1: seconds = numbers[0] * 60
    case 2: seconds = numbers[0] * 3600 + numbers[1] * 60
    case 3: seconds = numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
    default: return nil
    }
    return seconds > 0 && seconds.isFinite ? seconds : nil
  }

  private static func isoSeconds(_ text: Substring) -> Double? {
    var seconds = 0.0
    var digits = ""
    for character in text {
      if character.isNumber || character == "." {
        digits.append(character)
        continue
      }
      guard let unit = ["H": 3600.0, "M": 60, "S": 1][character], let value = Double(digits) else {
        return nil
      }
      seconds += value * unit
      digits = ""
    }
    return digits.isEmpty && seconds > 0 ? seconds : nil
  }
}

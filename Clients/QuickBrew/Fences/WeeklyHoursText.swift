import CommandLineKit
import FoundationEssentials
import Messages

/// Parses weekly hours: `Mo-Fr 08:00-18:00; Sa,Su 10:00-14:00,22:00-02:00`.
enum WeeklyHoursText {
  private static let names = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// - Throws: `UsageError` that repeats the invalid part.
  static func parse(_ text: String) throws(UsageError) -> [FenceHours] {
    var hours: [FenceHours] = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      let words = part.split(whereSeparator: \.isWhitespace)
      guard let times = words.last, words.count <= 2,
        let days = words.count == 2 ? days(words[0]) : .some(nil)
      else { throw unreadable(part) }
      for span in times.split(separator: ",", omittingEmptySubsequences: false) {
        guard let ends = ends(span) else { throw unreadable(part) }
        hours.append(FenceHours(days: days, from: ends.from, until: ends.until))
      }
    }
    return hours
  }

  private static func unreadable(_ part: Substring) -> UsageError {
    let typed = part.drop(while: \.isWhitespace)
    return UsageError("--hours are like “Mo-Fr 08:00-18:00; Sa 09:00-12:00”, not “\(typed)”.")
  }

  /// `Mo-Fr,Su` as numbers from 1 for Monday, in the order of the week; `nil` where it is invalid.
  private static func days(_ text: Substring) -> [Int]?? {
    var days: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(day)
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil else {
        return nil
      }
      var day = first
      days.insert(day)
      while day != last {
        day = day % 7 + 1
        days.insert(day)
      }
    }
    return .some(days.sorted())
  }

  /// A day given by two or more letters of its English name.
  private static func day(_ text: Substring) -> Int? {
    guard text.count >= 2 else { return nil }
    return names.firstIndex { $0.hasPrefix(text.lowercased()) }.map { $0 + 1 }
  }

  private static func ends(_ text: Substring) -> (from: String, until: String)? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(minute)
    guard ends.count == 2, let from = ends[0], let until = ends[1], from < 1_440, until > 0 else {
      return nil
    }
    return (clock(from), clock(until))
  }

  /// `8:00` or `08:00` as minutes, 0 ... 1,440.
  private static func minute(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isWholeNumber } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60
    else { return nil }
    let total = hour * 60 + minute
    return total <= 1_440 ? total : nil
  }

  private static func clock(_ minutes: Int) -> String {
    [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

/// Parses the forms of `RequestedTime` that are not ISO 8601.
enum RequestedTimeReader {
  static func time(in text: String) -> RequestedTime? {
    var words = words(text)
    switch words.first {
    case "now" where words.count == 1:
      return .now
    case "in":
      return ahead(words).map { .fromNow(seconds: $0) }
    case "+":
      return ahead(words).map { .after(seconds: $0) }
    default: break
    }
    let day = words.first.flatMap(day)
    if day != nil { words.removeFirst() }
    if words.first == "at" { words.removeFirst() }
    // Is a day's midnight its beginning or its end? People mean either.
    if day != nil, words == ["midnight"] { return nil }
    guard let (hour, minute) = clock(words) else { return nil }
    return day.map { .day($0, hour: hour, minute: minute) } ?? .clock(hour: hour, minute: minute)
  }

  /// `1d2h`, `30m`, `90s`: the canonical form of a duration, not negative.
  static func text(seconds: Int) -> String {
    if seconds == 0 { return "0s" }
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "m"),
      (seconds % 60, "s"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
  }

  /// Splits between letters and digits as well as at spaces: `8:15pm` is `8:15` and `pm`.
  fileprivate static func words(_ text: String) -> [String] {
    var words: [String] = []
    var kind: Bool?
    for character in text.lowercased() {
      if character.isWhitespace {
        kind = nil
        continue
      }
      let isNumber = character.isASCII && character.isNumber || character == ":"
      if character == "+" {
        words.append("+")
        kind = nil
      } else if kind == isNumber, !words.isEmpty {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
        kind = isNumber
      }
    }
    return words
  }

  private static func day(_ word: String) -> RequestedDay? {
    if let day = RequestedDay(rawValue: word) { return day }
    // `tues`, `thurs` and the like: the beginning of a name, three letters at least.
    guard word.count > 2 else { return nil }
    let names = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    return names.firstIndex { $0.hasPrefix(word) }.map { RequestedDay.allCases[$0 + 2] }
  }

  private static func clock(_ words: [String]) -> (hour: Int, minute: Int)? {
    if words == ["noon"] { return (12, 0) }
    if words == ["midnight"] { return (0, 0) }
    guard (1...2).contains(words.count) else { return nil }
    let parts = words[0].split(separator: ":", omittingEmptySubsequences: false)
    guard let hour = number(parts[0], digits: 1...2) else { return nil }
    var minute = 0
    if parts.count > 1 {
      guard parts.count == 2, let read = number(parts[1], digits: 2...2), read < 60 else {
        return nil
      }
      minute = read
    }
    guard words.count == 2 else { return parts.count == 2 && hour < 24 ? (hour, minute) : nil }
    guard ["am", "a.m.", "pm", "p.m."].contains(words[1]), (1...12).contains(hour) else {
      return nil
    }
    // 12 am is midnight and 12 pm noon.
    return (hour % 12 + (words[1].hasPrefix("p") ? 12 : 0), minute)
  }

  private static let units: [(names: [String], seconds: Int)] = [
    (["d", "day", "days"], 86_400), (["h", "hr", "hrs", "hour", "hours"], 3600),
    (["m", "min", "mins", "minute", "minutes"], 60),
    (["s", "sec", "secs", "second", "seconds"], 1),
  ]

  private static func ahead(_ words: [String]) -> Int? {
    seconds(words.dropFirst()).flatMap { $0 <= RequestedTime.maximumAheadSeconds ? $0 : nil }
  }

  /// Numbers with units, larger units first and each once.
  fileprivate static func seconds(_ words: ArraySlice<String>) -> Int? {
    guard !words.isEmpty, words.count.isMultiple(of: 2) else { return nil }
    var (total, remaining) = (0, units[...])
    for index in stride(from: words.startIndex, to: words.endIndex, by: 2) {
      let count = ["a", "an"].contains(words[index]) ? 1 : number(words[index][...], digits: 1...7)
      guard let count,
        let unit = remaining.firstIndex(where: { $0.names.contains(words[index + 1]) })
      else { return nil }
      total += count * remaining[unit].seconds
      remaining = remaining[(unit + 1)...]
    }
    return total
  }

  /// A number of ASCII digits.
  fileprivate static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    let isNumber = text.utf8.allSatisfy { (48...57).contains($0) }
    return isNumber && digits.contains(text.utf8.count) ? Int(text) : nil
  }
}

/// Parses durations as people type them.
package enum DurationParser {
  /// The whole seconds of `10m`, `1 h 5 min`, `1d` or `600`: numbers with units, larger units first
  /// and each once, or a number alone. `nil` for any other text.
  package static func seconds(_ text: some StringProtocol) -> Int? {
    let words = RequestedTimeReader.words(String(text))
    return words.count == 1
      ? RequestedTimeReader.number(words[0][...], digits: 1...18)
      : RequestedTimeReader.seconds(words[...])
  }
}

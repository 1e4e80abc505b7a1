import Foundation
import Geography

/// Parses texts that are coordinates: plain, in degrees and minutes, or in the link of a map.
enum CoordinateText {
  /// "37.8,-122.4", "37.8 -122.4", "geo:37.8,-122.4;u=35", "40°26′46″N 79°58′56″W", links of
  /// Google's, Apple's and OpenStreetMap's maps; `nil` for any other text.
  static func coordinate(in text: String) -> Coordinate? {
    guard mayBeCoordinate(text) else { return nil }
    if let plain = Coordinate(text: text) ?? withDecimalCommas(text) { return plain }
    if text.lowercased().hasPrefix("geo:") {
      let body = text.dropFirst(4).prefix { $0 != ";" && $0 != "?" }
      return pair(body)
    }
    if let linked = MapLink.coordinate(in: text) { return linked }
    // Without a comma both numbers must have decimals: "12 15" is not a coordinate.
    let parts = text.split(whereSeparator: \.isWhitespace)
    if parts.count == 2, parts.allSatisfy({ $0.contains(".") }),
      let plain = Coordinate(text: "\(parts[0]),\(parts[1])")
    {
      return plain
    }
    return DegreeText.coordinate(in: text)
  }

  /// A quick look at the bytes, as most texts are no coordinates: whether it lacks the letters that
  /// neither numbers nor points of the compass have, or has what "geo:" or the name of a map's
  /// server has ("maps.", "osm.org").
  private static func mayBeCoordinate(_ text: String) -> Bool {
    let bytes = text.utf8
    return !bytes.contains { otherLetters.contains($0 | 0x20) }
      || bytes.contains(UInt8(ascii: ":"))
      || zip(bytes, bytes.dropFirst()).contains {
        $1 == UInt8(ascii: ".") && ($0 == UInt8(ascii: "s") || $0 == UInt8(ascii: "m"))
      }
  }

  private static let otherLetters = Set("ghjklmoqruvz".utf8)

  /// "51,5138; -0,0983".
  private static func withDecimalCommas(_ text: String) -> Coordinate? {
    let number = #/\s*([-−]?\d{1,3}),(\d+)(?:\s*[;\/]|,\s|\s)\s*([-−]?\d{1,3}),(\d+)\s*/#
    guard let found = text.wholeMatch(of: number) else { return nil }
    let plain = "\(found.1).\(found.2),\(found.3).\(found.4)".replacing("−", with: "-")
    return Coordinate(text: plain)
  }

  /// The first two of the numbers between commas or slashes.
  static func pair(_ text: some StringProtocol) -> Coordinate? {
    let numbers = text.split(maxSplits: 2) { ",/;".contains($0) }
    return numbers.count >= 2 ? Coordinate(text: "\(numbers[0]),\(numbers[1])") : nil
  }
}

/// Reads degrees with minutes and seconds, and points of the compass.
private enum DegreeText {
  private enum Part {
    case number(Double, isDegree: Bool)
    case compass(Character)
  }

  /// "40°26′46″N 79°58′56″W", "N 40 26.767 W 79 58.933", "60.17° N, 24.94° E".
  static func coordinate(in text: String) -> Coordinate? {
    guard text.contains(where: { $0 == "°" || $0 == "." }), let parts = parts(of: text) else {
      return nil
    }
    let groups = groups(of: parts)
    guard groups.count == 2, let one = angle(groups[0]), let other = angle(groups[1]) else {
      return nil
    }
    let isTurned = one.compass.map { "EW".contains($0) } ?? false
    let (north, east) = isTurned ? (other, one) : (one, other)
    guard north.compass.map({ "NS".contains($0) }) ?? (east.compass == nil),
      east.compass.map({ "EW".contains($0) }) ?? (north.compass == nil)
    else { return nil }
    let coordinate = Coordinate(latitude: north.degrees, longitude: east.degrees)
    return coordinate.isValid ? coordinate : nil
  }

  /// `nil` where the text has other letters.
  private static func parts(of text: String) -> [Part]? {
    var parts: [Part] = []
    var number = ""
    func finish(isDegree: Bool) -> Bool {
      guard !number.isEmpty else { return true }
      guard let value = Double(number) else { return false }
      parts.append(.number(value, isDegree: isDegree))
      number = ""
      return true
    }
    for character in text.uppercased() {
      if character.isASCII, character.isNumber || character == "." {
        number.append(character)
      } else if character == "-" || character == "−" {
        guard finish(isDegree: false) else { return nil }
        number = "-"
      } else {
        guard finish(isDegree: character == "°" || character == "º") else { return nil }
        if "NSEW".contains(character) {
          parts.append(.compass(character))
        } else if character.isLetter, character != "º" {
          return nil
        }
      }
    }
    return finish(isDegree: false) ? parts : nil
  }

  /// The parts of each angle: split at the points of the compass, else at the degrees.
  private static func groups(of parts: [Part]) -> [[Part]] {
    var groups: [[Part]] = [[]]
    var startsWithCompass = false
    if case .compass = parts.first { startsWithCompass = true }
    let hasCompass = parts.contains { if case .compass = $0 { true } else { false } }
    for part in parts {
      let last = groups.count - 1
      switch part {
      case .compass where startsWithCompass:
        if groups[last].isEmpty { groups[last].append(part) } else { groups.append([part]) }
      case .compass:
        groups[last].append(part)
        groups.append([])
      case .number(_, let isDegree):
        if !hasCompass, isDegree, !groups[last].isEmpty { groups.append([]) }
        groups[groups.count - 1].append(part)
      }
    }
    return groups.filter { !$0.isEmpty }
  }

  private static func angle(_ parts: [Part]) -> (degrees: Double, compass: Character?)? {
    var numbers: [Double] = []
    var compass: Character?
    for part in parts {
      switch part {
      case .number(let value, _): numbers.append(value)
      case .compass(let character):
        guard compass == nil else { return nil }
        compass = character
      }
    }
    guard 1...3 ~= numbers.count, numbers.dropFirst().allSatisfy({ 0..<60 ~= $0 }) else {
      return nil
    }
    let sum = zip(numbers, [1.0, 60, 3_600]).reduce(0) { $0 + abs($1.0) / $1.1 }
    // To a centimetre, so that 24′ 36″ are 0.41 degrees.
    let size = (sum * 1e7).rounded() / 1e7
    let isNegative = numbers[0] < 0 || compass == "S" || compass == "W"
    return (isNegative ? -size : size, compass)
  }
}

/// Reads the point that a link to a map shows.
private enum MapLink {
  /// What stands before the coordinates, the most exact first: a marked point, a destination, the
  /// middle of the view. Google, Apple, OpenStreetMap.
  private static let marks = [
    "destination=", "daddr=", "query=", "q=", "ll=", "center=", "#map=", "@",
  ]

  static func coordinate(in text: String) -> Coordinate? {
    let isLink = text.contains("://") || text.contains("maps.") || text.contains("osm.org")
    guard isLink, let link = text.removingPercentEncoding else { return nil }
    if let latitude = number(after: "!3d", in: link), let longitude = number(after: "!4d", in: link)
    {
      return checked(latitude, longitude)
    }
    if let latitude = number(after: "mlat=", in: link),
      let longitude = number(after: "mlon=", in: link)
    {
      return checked(latitude, longitude)
    }
    for mark in marks {
      guard let range = link.range(of: mark) else { continue }
      let numbers = link[range.upperBound...].prefix { "0123456789.,-/ ".contains($0) }
      // OpenStreetMap writes the zoom first: "#map=17/60.17/24.94".
      let body = mark == "#map=" ? numbers.drop { $0 != "/" }.dropFirst() : numbers[...]
      if let found = CoordinateText.pair(body) { return found }
    }
    return nil
  }

  private static func number(after mark: String, in link: String) -> Double? {
    link.range(of: mark).flatMap { range in
      Double(link[range.upperBound...].prefix { "0123456789.-".contains($0) })
    }
  }

  private static func checked(_ latitude: Double, _ longitude: Double) -> Coordinate? {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }
}

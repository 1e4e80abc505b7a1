import Time

/// An itinerary as a calendar file with an alarm at its latest departure.
///
/// Source: RFC 5545 (iCalendar): lines of at most 75 octets (3.1), escaped text (3.3.11), instants
/// in UTC (3.3.5), an alarm at an instant (3.8.6.3). RFC 9074 adds nothing that is needed here.
enum CalendarEvent {
  /// - Parameter now: when the file is written.
  static func text(_ trip: Itinerary, now: Timestamp) -> String {
    let place = trip.stop ?? trip.destination
    let links = MapLinks(trip.points.map(\.coordinate), profile: trip.profile)
    let latest = Formats.phrase("file.leaveBy", ["time": Formats.clock(trip.leaveBy)])
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//QuickBrew//quickbrew open//EN",
      "CALSCALE:GREGORIAN", "BEGIN:VEVENT",
      "UID:\(escaped("\(trip.planID)-\(trip.number)"))@quickbrew",
      "DTSTAMP:\(instant(now))", "DTSTART:\(instant(trip.departure))",
      "DTEND:\(instant(trip.arrival))",
      "SUMMARY:\(escaped(capitalized(trip.title)))",
      "LOCATION:\(escaped([place.name, place.address].compactMap { $0 }.joined(separator: ", ")))",
      "GEO:\(Formats.coordinate(place.coordinate).replacing(",", with: ";"))",
      "URL:\(links.google)", "DESCRIPTION:\(escaped(description(trip, latest)))",
      "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:\(instant(trip.leaveBy))",
      "DESCRIPTION:\(escaped("\(latest): \(trip.title)"))", "END:VALARM", "END:VEVENT",
      "END:VCALENDAR",
    ]
    return lines.map { folded($0) + "\r\n" }.joined()
  }

  private static func description(_ trip: Itinerary, _ latest: String) -> String {
    let times = trip.points.map { "\($0.name): \($0.times)" }
    let deadline = ["leaveBy": latest, "time": Formats.clock(trip.deadline)]
    return (times + [Formats.phrase("file.deadline", deadline)]).joined(separator: "\n")
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// `20261121T160000Z`.
  private static func instant(_ time: Timestamp) -> String {
    let text = Timestamp(secondsSince1970: time.secondsSince1970).description
    return text.filter { $0 != "-" && $0 != ":" }
  }

  /// Text as a value: a line break is `\n`, and what separates values is escaped.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\", ";", ",": escaped += "\\\(character)"
      case "\n", "\r\n", "\r": escaped += "\\n"
      default: escaped += String(character).printable
      }
    }
    return escaped
  }

  /// A line folded to 75 octets: each continuation begins with a blank. No character is divided.
  static func folded(_ line: String) -> String {
    var folded = ""
    var octets = 0
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if octets + size > 75 {
        folded += "\r\n "
        octets = 1
      }
      folded.unicodeScalars.append(scalar)
      octets += size
    }
    return folded
  }
}

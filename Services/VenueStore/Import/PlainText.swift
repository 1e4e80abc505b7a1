import Messages

/// Cleans texts of maps and feeds so that they can be shown in a terminal or on a page.
enum PlainText {
  /// One line without control characters, bidirectional marks and repeated spaces, cut to
  /// `maximumBytes`; `nil` if nothing is left.
  static func line(_ text: String?, maximumBytes: Int) -> String? {
    guard let text else { return nil }
    var line = String.UnicodeScalarView()
    var wantsSpace = false
    // A bound on the work: eight times the room is enough for any sensible text.
    for scalar in text.unicodeScalars.prefix(8 * maximumBytes) {
      if scalar.properties.isWhitespace {
        wantsSpace = true
      } else if !isUnprintable(scalar) {
        if wantsSpace && !line.isEmpty { line.append(" ") }
        wantsSpace = false
        line.append(scalar)
      }
    }
    return line.isEmpty ? nil : cut(String(line), to: maximumBytes)
  }

  /// The first value of a list separated by semicolons.
  static func first(_ list: String?) -> String? {
    list?.split(separator: ";").first.map(String.init)
  }

  /// An `http` or `https` URL; `https://` is added if the scheme is missing. `nil` for other texts.
  static func website(_ text: String?) -> String? {
    let limit = VenueStoreLimits.maximumWebsiteBytes
    guard let text = line(first(text), maximumBytes: limit + 1) else { return nil }
    let hasScheme = ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
    let address = hasScheme ? text : "https://" + text
    let host = address.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
    let isOdd = address.contains { $0.isWhitespace || "<>\"'\\`{}".contains($0) }
    guard host.contains("."), !isOdd, address.utf8.count <= limit else { return nil }
    // In "javascript:…" and "mailto:…" the colon is not followed by a port.
    guard host.split(separator: ":").dropFirst().allSatisfy({ Int($0) != nil }) else { return nil }
    return host.contains("@") ? nil : address
  }

  /// Whether the scalar is invisible, or would reorder the text around it.
  static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    // The joiners shape letters and emoji; the other format characters reorder or hide text.
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    default: false
    }
  }

  private static func cut(_ text: String, to maximumBytes: Int) -> String? {
    if text.utf8.count <= maximumBytes { return text }
    let mark = "…"
    var room = maximumBytes - mark.utf8.count
    let kept = text.prefix { character in
      room -= character.utf8.count
      return room >= 0
    }
    return kept.isEmpty ? nil : kept + mark
  }
}

extension VenueFacts {
  /// The same facts as single lines of limited length, without websites that are not valid.
  var cleaned: VenueFacts {
    VenueFacts(
      address: PlainText.line(address, maximumBytes: VenueStoreLimits.maximumAddressBytes),
      phone: PlainText.line(phone, maximumBytes: VenueStoreLimits.maximumPhoneBytes),
      website: PlainText.website(website),
      openingHours: PlainText.line(
        openingHours, maximumBytes: VenueStoreLimits.maximumHoursBytes),
      brand: PlainText.line(brand, maximumBytes: VenueStoreLimits.maximumNameBytes),
      cuisine: PlainText.line(cuisine, maximumBytes: VenueStoreLimits.maximumCuisineBytes),
      names: names, amenities: amenities)
  }
}

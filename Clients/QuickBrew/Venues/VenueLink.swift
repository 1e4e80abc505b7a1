import Messages

/// The links of a venue that `--open` opens.
enum VenueLink: String, CaseIterable, Sendable {
  /// Its position in a maps application.
  case map
  /// Its telephone number in a dialler.
  case phone
  /// Its page in a browser.
  case website

  /// The link of a venue.
  ///
  /// - Throws: `ServiceError` with `notFound` that names what the venue lacks.
  func address(of venue: Venue) throws(ServiceError) -> String {
    switch self {
    case .map:
      return MapLinks([venue.coordinate]).google
    case .phone:
      guard let phone = venue.phone else { throw Self.none("telephone number", venue) }
      guard let link = VenueRendering.dialLink(phone) else {
        throw ServiceError(
          .notFound, "“\(phone)” of \(Self.called(venue)) is no number that can be dialled.")
      }
      return link
    case .website:
      guard let website = venue.website else { throw Self.none("website", venue) }
      // The address comes from a feed and is passed to a program, so only web addresses are
      // accepted.
      let scheme = website.prefix { $0 != ":" }.lowercased()
      let isPlain = website.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7f }
      guard scheme == "http" || scheme == "https", isPlain else {
        throw ServiceError(
          .notFound, "“\(website)” of \(Self.called(venue)) is no address of the web.")
      }
      return website
    }
  }

  private static func none(_ what: String, _ venue: Venue) -> ServiceError {
    ServiceError(.notFound, "No source gives a \(what) of \(called(venue)).")
  }

  private static func called(_ venue: Venue) -> String { "\(venue.name) (\(venue.id))" }
}

import CommandLineKit
import Messages

/// The flags for properties of venues, the same in every command that selects venues.
enum VenueFlags {
  static let all =
    [
      Flag("min-rating", "STARS", "only with an average review of at least this, 1 to 5"),
      Flag("brand", "TEXT", "only of this brand"),
      Flag("cuisine", "WORD", "only with this cuisine: thai, coffee_shop …"),
    ] + VenueAttribute.allCases.map(\.flag) + [
      Flag(
        "wheelchair", choices: WheelchairAccess.allCases.map(\.rawValue),
        "only where a wheelchair gets in, at least with help, or not"),
      Flag(
        "wifi", choices: WifiOffer.allCases.map(\.rawValue), "only with some, free, paid, or none"),
    ]

  /// The filter of these flags.
  ///
  /// - Throws: `UsageError`.
  static func filter(_ context: CommandContext) throws(UsageError) -> VenueFilter {
    let arguments = context.arguments
    var filter = VenueFilter()
    filter.brand = try arguments.text("brand")
    filter.cuisine = try arguments.text("cuisine")
    let stars = Double(VenueRating.stars.lowerBound)...Double(VenueRating.stars.upperBound)
    filter.minimumRating = try arguments.number("min-rating", in: stars)
    for attribute in VenueAttribute.allCases {
      let answer: YesOrNo? = try arguments.choice(attribute.flag.name)
      filter.attributes[attribute] = answer?.isYes
    }
    filter.wheelchair = try arguments.choice("wheelchair")
    filter.wifi = try arguments.choice("wifi")
    return filter
  }
}

/// The value of a flag that requires a property to be present or absent.
enum YesOrNo: String, Sendable, CaseIterable {
  case yes
  case no

  var isYes: Bool { self == .yes }
}

extension Arguments {
  /// A flag's value as a search text; `nil` where the flag is not given.
  ///
  /// - Throws: `UsageError` where it is blank or too long.
  func text(_ flag: String) throws(UsageError) -> String? {
    guard let text = self[flag] else { return nil }
    if text.allSatisfy(\.isWhitespace) { throw UsageError("--\(flag) is empty.") }
    if text.utf8.count > ShopSearchLimits.maximumFilterBytes {
      throw UsageError(
        "--\(flag) is longer than \(ShopSearchLimits.maximumFilterBytes) bytes.")
    }
    return text
  }
}

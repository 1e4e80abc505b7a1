import CommandLineKit
import Messages

/// The flags for properties of venues, the same in every command that selects venues.
enum VenueFlags {
  static let all =
    [
      Flag("min-rating", "STARS", "only with an average review of at least this, 1 to 5"),
      Flag("brand", "TEXT", "only of this brand"),
      Flag("cuisine", "WORD", "only with this cuisine: thai, coffee_shop …"),
    ] + VenueAttribute.allCases.compactMap(\.flag) + [
      Flag(fuel, choices: FuelChoice.allCases.map(\.rawValue), "only with this fuel"),
      Flag(socket, choices: SocketChoice.allCases.map(\.rawValue), "only with this socket"),
      Flag(power, "KW", "only chargers with at least this power: 50kW"),
      Flag(
        "wheelchair", choices: WheelchairAccess.allCases.map(\.rawValue),
        "only where a wheelchair gets in, at least with help, or not"),
      Flag(
        "wifi", choices: WifiOffer.allCases.map(\.rawValue), "only with some, free, paid, or none"),
    ]

  private static let (fuel, socket, power) = ("fuel", "socket", "min-power")

  /// The word for the category: that of `--category`, else what a flag for fuel or chargers means.
  static func category(_ arguments: Arguments) -> String? {
    arguments["category"]
      ?? (arguments.has(socket) || arguments.has(power)
        ? "charging" : arguments.has(fuel) ? "fuel" : nil)
  }

  private static func kilowatts(_ arguments: Arguments) throws(UsageError) -> UInt16? {
    guard let text = arguments[power] else { return nil }
    let word = text.lowercased().filter { !$0.isWhitespace }
    let number = word.hasSuffix("kw") ? String(word.dropLast(2)) : word
    guard let kilowatts = Double(number), (0...Double(UInt16.max)).contains(kilowatts) else {
      throw UsageError("--\(power) is a power in kilowatts like 50kW, not “\(text.printable)”.")
    }
    return UInt16(kilowatts.rounded(.up))
  }

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
      guard let flag = attribute.flag else { continue }
      let answer: YesOrNo? = try arguments.choice(flag.name)
      filter.attributes[attribute] = answer?.isYes
    }
    let fuel: FuelChoice? = try arguments.choice(fuel)
    let socket: SocketChoice? = try arguments.choice(socket)
    for attribute in [fuel?.rawValue, socket?.rawValue].compactMap({ $0 }) {
      VenueAttribute(rawValue: attribute).map { filter.attributes[$0] = true }
    }
    filter.powerKilowatts = try kilowatts(arguments)
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

extension CommandContext {
  /// What to stop for: `--category`, else that of the settings; `nil` leaves it to the service.
  var category: String? { VenueFlags.category(arguments) ?? environment.configuration[.category] }
}

import OpenStreetMap
import OpeningHours

/// The value of a tag such as `access:conditional`: values, each with the condition under which it
/// holds; the last that holds counts. Source: OpenStreetMap wiki, "Conditional restrictions".
struct ConditionalTag: Equatable {
  /// A value that holds at times.
  struct Timed: Equatable {
    let value: String
    /// A value of `OpeningHours`.
    let hours: String
  }

  private(set) var timed: [Timed] = []
  /// What is closed to vehicles above a size.
  private(set) var limits = SizeLimits()
  /// Whether a condition is about something else, such as the weather or permits.
  private(set) var hasOthers = false

  /// "no @ (Mo-Fr 07:00-09:00); destination @ (Sa)", "no @ (weight>3.5)".
  init(_ text: String) {
    for clause in Self.clauses(text) {
      let sides = clause.split(separator: "@", maxSplits: 1).map(\.trimmingSpaces)
      guard sides.count == 2 else {
        hasOthers = true
        continue
      }
      add(sides[0].lowercased(), Self.unwrapped(sides[1]))
    }
  }

  private mutating func add(_ value: String, _ condition: Substring) {
    if let limit = Self.limit(condition) {
      if value == "no" { limits = limits.joined(with: limit) }
    } else if condition.contains(where: \.isNumber) || condition.count > 1,
      let hours = try? OpeningHours(String(condition)), !hours.isForComment
    {
      timed.append(Timed(value: value, hours: String(condition)))
    } else {
      hasOthers = true
    }
  }

  /// The clauses between semicolons outside parentheses; one without a value continues the hours of
  /// the one before.
  private static func clauses(_ text: String) -> [String] {
    var clauses: [String] = []
    var (clause, depth) = ("", 0)
    for character in text + ";" {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      guard character == ";", depth <= 0 else {
        clause.append(character)
        continue
      }
      let isPart = !clause.contains("@") && !clauses.isEmpty
      if isPart, !clause.allSatisfy(\.isWhitespace) {
        clauses[clauses.count - 1] += ";" + clause
      } else if !isPart {
        clauses.append(clause)
      }
      clause = ""
    }
    return clauses
  }

  private static func unwrapped(_ text: Substring) -> Substring {
    guard text.first == "(", text.last == ")" else { return text }
    return text.dropFirst().dropLast().trimmingSpaces
  }

  /// "weight>3.5", "height > 3 m": a limit that vehicles above it exceed.
  private static func limit(_ condition: Substring) -> SizeLimits? {
    let sides = condition.split(whereSeparator: { ">=".contains($0) }).map(\.trimmingSpaces)
    guard sides.count == 2, condition.contains(">") else { return nil }
    let key: String
    switch sides[0] {
    case "weight", "maxweight": key = "maxweight"
    case "weightrating", "maxweightrating": key = "maxweightrating"
    case "height", "width", "length": key = "max" + sides[0]
    default: return nil
    }
    let limits = SizeTags.limits(Tags([(key, String(sides[1]))]))
    return limits.isNone ? nil : limits
  }
}

extension OpeningHours {
  /// Whether it holds at no known time, only by a remark: `"by permit"`.
  fileprivate var isForComment: Bool { value.hasPrefix("\"") }
}

/// A rule for one direction of a road that holds at times.
struct ConditionalRule: Equatable {
  /// A value of `OpeningHours`.
  let hours: String
  let effect: ConditionalEffect
  let isBackward: Bool
}

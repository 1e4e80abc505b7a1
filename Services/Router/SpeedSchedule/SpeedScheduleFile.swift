import CommandLineKit
import FoundationEssentials
import Messages

/// The file format of a speed schedule:
///
/// ```json
/// {
///   "periods": {
///     "rush": {"motorway": 0.7, "primary": 0.75, "other": 0.9}
///   },
///   "week": [
///     {"days": ["monday", "friday"], "from": 7, "to": 9, "period": "rush"}
///   ]
/// }
/// ```
///
/// A factor is relative to the class's speed on empty roads. Classes are the values of
/// OpenStreetMap's `highway`, and `ferry`; `other` covers all classes that a period does not name,
/// which otherwise have the factor 1. Hours that the week does not name have empty roads.
package enum SpeedScheduleFile {
  /// The name of the optional file in a home's data folder.
  package static let name = "speeds.json"
  /// Far more than a period for each hour of the week takes.
  private static let maximumBytes = 1 << 20

  /// - Throws: `SpeedScheduleFileError`, which names the file and the invalid value.
  package static func read(_ path: String) throws(SpeedScheduleFileError) -> SpeedSchedule {
    let text: String
    do {
      text = try InputFile.text(path, limit: maximumBytes)
    } catch {
      throw SpeedScheduleFileError(path, error.message)
    }
    do throws(ServiceError) {
      return try MessageCoder.decode(SpeedScheduleContents.self, from: Data(text.utf8))
        .speedSchedule()
    } catch {
      throw SpeedScheduleFileError(path, error.message)
    }
  }
}

/// A speed schedule file that cannot be read or is invalid.
package struct SpeedScheduleFileError: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ path: String, _ fault: String) {
    description = "Reading the speeds \(path): \(fault) Correct the file or remove it."
  }
}

/// The file's contents; decoding checks their shape, `speedSchedule()` their values.
private struct SpeedScheduleContents: Decodable {
  struct Hours: Decodable {
    let days: [String]
    let from: Int
    let to: Int
    let period: String

    enum CodingKeys: String, CodingKey, CaseIterable { case days, from, to, period }

    init(from decoder: any Decoder) throws {
      try decoder.refuseKeys(except: CodingKeys.allCases.map(\.rawValue))
      let container = try decoder.container(keyedBy: CodingKeys.self)
      days = try container.decode([String].self, forKey: .days)
      from = try container.decode(Int.self, forKey: .from)
      to = try container.decode(Int.self, forKey: .to)
      period = try container.decode(String.self, forKey: .period)
    }
  }

  let periods: [String: [String: Double]]
  let week: [Hours]

  enum CodingKeys: String, CodingKey, CaseIterable { case periods, week }

  init(from decoder: any Decoder) throws {
    try decoder.refuseKeys(except: CodingKeys.allCases.map(\.rawValue))
    let container = try decoder.container(keyedBy: CodingKeys.self)
    periods = try container.decode([String: [String: Double]].self, forKey: .periods)
    week = try container.decode([Hours].self, forKey: .week)
  }
}

extension SpeedScheduleContents {
  private static let other = "other"
  private static let days = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  /// By the value of `highway`: "motorway_link".
  private static let classes = Dictionary(
    uniqueKeysWithValues: RoadClass.allCases.map { (snakeCase("\($0)"), $0) })

  private static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      text += letter.isUppercase ? "_\(letter.lowercased())" : String(letter)
    }
  }

  func speedSchedule() throws(ServiceError) -> SpeedSchedule {
    let maximum = SpeedScheduleLimits.maximumPeriods - 1
    guard periods.count <= maximum else {
      throw Self.fault("periods", "there are \(periods.count); at most \(maximum) are allowed")
    }
    var factors: [String: SpeedFactors] = [:]
    for (name, written) in periods.sorted(by: { $0.key < $1.key }) {
      factors[name] = try Self.factors(written, at: "periods.\(name)")
    }
    var hours = [SpeedFactors?](repeating: nil, count: SpeedSchedule.hoursInWeek)
    for (index, entry) in week.enumerated() {
      let path = "week[\(index)]"
      guard let speeds = factors[entry.period] else {
        throw Self.fault("\(path).period", "there is no period “\(entry.period)”")
      }
      for hour in try Self.hours(entry, at: path) {
        guard hours[hour] == nil else {
          throw Self.fault(path, "\(Self.days[hour / 24]) \(hour % 24):00 has a period already")
        }
        hours[hour] = speeds
      }
    }
    return SpeedSchedule { hours[$0] ?? .emptyRoads }
  }

  private static func factors(
    _ written: [String: Double], at path: String
  ) throws(ServiceError) -> SpeedFactors {
    let range = SpeedFactors.range
    for (name, factor) in written.sorted(by: { $0.key < $1.key }) {
      guard name == other || classes[name] != nil else {
        throw fault("\(path).\(name)", "there is no such class of road")
      }
      guard range.contains(factor) else {
        throw fault(
          "\(path).\(name)",
          "\(factor) is not a factor from \(range.lowerBound) to \(range.upperBound)")
      }
    }
    var byClass: [RoadClass: Double] = [:]
    for (name, roadClass) in classes { byClass[roadClass] = written[name] ?? written[other] }
    return SpeedFactors { byClass[$0] ?? 1 }
  }

  /// The hours of the week that an entry names.
  private static func hours(_ entry: Hours, at path: String) throws(ServiceError) -> [Int] {
    guard entry.from >= 0, entry.from < entry.to, entry.to <= 24 else {
      throw fault(
        path,
        "from \(entry.from) to \(entry.to) are not hours of a day; use two entries across midnight")
    }
    var hours: [Int] = []
    for (index, name) in entry.days.enumerated() {
      guard let day = days.firstIndex(of: name) else {
        throw fault("\(path).days[\(index)]", "“\(name)” is not a day such as “monday”")
      }
      hours += (entry.from..<entry.to).map { day * 24 + $0 }
    }
    return hours
  }

  private static func fault(_ path: String, _ text: String) -> ServiceError {
    ServiceError(.invalidRequest, "\(path): \(text).")
  }
}

/// Any key of an object, so that unknown keys can be reported.
private struct AnyCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  /// - Throws: `DecodingError` where the object has an unknown key.
  fileprivate func refuseKeys(except known: [String]) throws {
    let container = try container(keyedBy: AnyCodingKey.self)
    let unknown = container.allKeys.filter { !known.contains($0.stringValue) }
    guard let first = unknown.min(by: { $0.stringValue < $1.stringValue }) else { return }
    throw DecodingError.dataCorruptedError(
      forKey: first, in: container,
      debugDescription: "unknown key; known keys are \(known.joined(separator: ", ")).")
  }
}

import Algorithms
package import CommandLineKit
import FoundationEssentials
import Messages

/// The user's settings: `KEY = VALUE` on each line of a file that `deploy/stack` reads, too.
package struct Configuration: Sendable, Hashable {
  /// What can be set.
  package enum Key: String, Sendable, CaseIterable {
    /// What `home` and `work` stand for as a PLACE.
    case home, work
    /// The means of travel where `--profile` is not given.
    case profile
    /// The language and region of what is printed, its distances, and how far its hours count.
    case lang, units, clock
    /// What plans stop for where `--category` is not given.
    case category
    /// The stack's directory where neither `--home` nor `QUICKBREW_HOME` is given.
    case stack
    /// For `deploy/stack`: the port for browsers, the map, and how long positions are kept.
    case port, map, retention
    /// For `deploy/stack`: the PostgreSQL servers of the stores, or `file`.
    case venuesAt = "venues-at", plansAt = "plans-at", fencesAt = "fences-at"

    /// What the setting does, for the manual.
    var meaning: String {
      switch self {
      case .home, .work: "What \(self) stands for as a PLACE."
      case .profile: "The means of travel: car, bicycle or foot."
      case .lang: "The language and region of what is printed: de, pt-BR."
      case .units: "Printed distances: metric, imperial (miles, feet) or uk (miles, yards)."
      case .clock: "How far printed hours count: 12 or 24."
      case .category: "What plans stop for."
      case .stack: "The stack's directory; QUICKBREW_HOME and --home count more."
      case .port: "Where browsers find the page; read by the stack only."
      case .map: "The extract that the stack is built from; read by the stack only."
      case .retention: "How long positions and events are kept: 90d, none; read by the stack only."
      case .venuesAt: "The server of venues and reviews, or file; read by the stack only."
      case .plansAt: "The server of boards and plans, or file; read by the stack only."
      case .fencesAt: "The server of fences, positions and events, or file; read by the stack only."
      }
    }
  }

  /// The variable that names the file.
  package static let variable = "QUICKBREW_CONFIG"

  private var values: [Key: String] = [:]

  /// No settings.
  package init() {}

  /// The settings of the first of these files that exists: the one that `QUICKBREW_CONFIG` names
  /// and no other, else `quickbrew.conf` in the user's configuration directory, else that of the
  /// machine. Source of the directory: freedesktop.org, XDG Base Directory Specification.
  ///
  /// - Throws: `UsageError` with file and line for a line without sense.
  package static func read(_ variables: [String: String]) throws(UsageError) -> Configuration {
    let named = variables[variable].flatMap { $0.isEmpty ? nil : $0 }
    let directory = variables["XDG_CONFIG_HOME"] ?? variables["HOME"].map { $0 + "/.config" }
    let usual = [directory, "/etc/quickbrew"].compactMap { $0.map { $0 + "/quickbrew.conf" } }
    let existing = usual.first { FileManager.default.isReadableFile(atPath: $0) }
    guard let path = named ?? existing else { return Configuration() }
    return try Configuration(InputFile.text(path), from: path)
  }

  /// Parses the text of a file. Blank lines and lines that begin with `#` say nothing.
  ///
  /// - Throws: `UsageError` with file and line for an unknown key, a key given twice, no value, or
  ///   an invalid one.
  package init(_ text: String, from path: String) throws(UsageError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      do throws(UsageError) {
        try add(line)
      } catch {
        throw UsageError(
          "\(path), line \(index + 1): \(error.message)", suggestions: error.suggestions)
      }
    }
  }

  private mutating func add(_ line: String) throws(UsageError) {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(\.trimmed)
    guard let key = Key(rawValue: parts[0]) else {
      throw UsageError(
        "There is no setting “\(parts[0])”.",
        suggestions: Spelling.nearest(
          to: parts[0], among: Key.allCases.map(\.rawValue), limit: 1))
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw UsageError("\(key.rawValue) has no value.")
    }
    guard values.updateValue(parts[1], forKey: key) == nil else {
      throw UsageError("\(key.rawValue) is set twice.")
    }
    try check(key, parts[1])
  }

  private func check(_ key: Key, _ value: String) throws(UsageError) {
    switch key {
    case .home, .work: _ = try PlaceParser.reference(value, key.rawValue)
    case .profile:
      guard TravelProfile(word: value) != nil else {
        throw UsageError("profile is car, bicycle or foot, not “\(value)”.")
      }
    case .units: _ = try Arguments.choice(DistanceUnits.self, value, "units")
    case .clock: _ = try Arguments.choice(ClockHours.self, value, "clock")
    case .lang, .category, .stack, .port, .map, .retention: break
    case .venuesAt, .plansAt, .fencesAt: break
    }
  }

  /// The value of a setting, as written.
  subscript(key: Key) -> String? { values[key] }

  /// What a PLACE stands for: `home` and `work` as they are set, or itself.
  ///
  /// - Throws: `UsageError` where it is one of these and not set, with how to set it.
  func place(_ text: String) throws(UsageError) -> String {
    guard let key = Key(rawValue: text.lowercased()), key == .home || key == .work else {
      return text
    }
    if let place = values[key] { return place }
    throw UsageError(
      "\(key.rawValue) is not set: "
        + Shell.hint(
          "quickbrew usual set \(key.rawValue) “1 Market Street” keeps it, also for the page; or "
            + "write a line such as “\(key.rawValue) = 37.7959,-122.3937” into "
            + "~/.config/quickbrew.conf, or ") + "give the place itself.")
  }

  /// Whether one of the words is `home` or `work`, and has no value here.
  func isUnset(anyOf words: [String]) -> Bool {
    [Key.home, .work].contains { key in
      values[key] == nil && words.contains { $0.lowercased() == key.rawValue }
    }
  }

  /// The same settings with the places that are kept elsewhere, where there are none here.
  func with(_ usual: Usual) -> Configuration {
    var settings = self
    settings.values[.home] = values[.home] ?? usual.home
    settings.values[.work] = values[.work] ?? usual.work
    return settings
  }

  /// The default means of travel; `nil` leaves it to the service.
  var profile: TravelProfile? { values[.profile].flatMap(TravelProfile.init(word:)) }
}

extension TravelProfile {
  /// What people call the means of travel, besides their names.
  private static let words: [String: TravelProfile] = [
    "drive": .car, "driving": .car, "auto": .car, "bike": .bicycle, "cycle": .bicycle,
    "biking": .bicycle, "cycling": .bicycle, "walk": .foot, "walking": .foot, "pedestrian": .foot,
  ]

  /// The means of travel that a word names; `nil` for none.
  init?(word: String) {
    guard let profile = Self.words[word.lowercased()] ?? Self(rawValue: word.lowercased()) else {
      return nil
    }
    self = profile
  }
}

/// The units of printed distances.
enum DistanceUnits: String, Sendable, CaseIterable {
  case metric
  /// Miles and feet.
  case imperial
  /// Miles and yards.
  case uk
}

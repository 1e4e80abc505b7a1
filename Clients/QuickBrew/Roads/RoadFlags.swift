import CommandLineKit
import Geography
import Messages

/// The flags for which roads a drive may use: `--vehicle`, `--avoid` and `--exclude`.
enum RoadFlags {
  static let vehicle = Flag(
    "vehicle", "SIZE", "height=3.1m,width=2.2m,length=7m,weight=3.5t; any of them (a car)")
  static let all = [
    vehicle,
    Flag(
      "avoid", "WHAT",
      repeatable: true, "tolls,ferries,motorways,unpaved,tunnels, or a GeoJSON or GPX file of areas"
    ),
    Flag("exclude", "WHAT", repeatable: true, "the same kinds of road, never used"),
  ]
  static let note = """
    Roads to avoid are used only where no other leads there, or where every other way is longer by
    half an hour for each stretch between junctions. An area and what --exclude names are closed:
    where nothing else leads there, there is no route.
    """

  /// What the flags ask for; `nil` if nothing.
  ///
  /// - Throws: `UsageError` for an unknown word, with a suggestion, or a file that cannot be read.
  static func selection(_ context: CommandContext) throws(UsageError) -> RoadSelection? {
    let vehicle = try context.arguments["vehicle"].map(vehicleSize)
    var (avoided, areas): ([AvoidedRoad], [FenceArea]) = ([], [])
    for text in context.arguments.values("avoid") {
      if [".geojson", ".json", ".gpx"].contains(where: text.lowercased().hasSuffix) {
        areas += try AreaFile.areas(path: text, "--avoid").map { .polygon(rings: $0) }
      } else {
        avoided += try kinds(text, "--avoid", or: " or a file.geojson")
      }
    }
    var excluded: [AvoidedRoad] = []
    for text in context.arguments.values("exclude") { excluded += try kinds(text, "--exclude") }
    let selection = RoadSelection(
      vehicle: vehicle, avoid: avoided.isEmpty ? nil : avoided,
      exclude: excluded.isEmpty ? nil : excluded, avoidAreas: areas.isEmpty ? nil : areas)
    return selection == RoadSelection() ? nil : selection
  }

  /// The kinds of road in a text such as "tolls,ferries".
  private static func kinds(
    _ text: String, _ flag: String, or others: String = ""
  ) throws(UsageError) -> [AvoidedRoad] {
    var kinds: [AvoidedRoad] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let kind = AvoidedRoad(rawValue: String(word)) else {
        let words = AvoidedRoad.allCases.map(\.rawValue)
        throw UsageError(
          "\(flag) accepts tolls, ferries, motorways, unpaved, tunnels\(others), not “\(word)”.",
          suggestions: Spelling.nearest(to: String(word), among: words, limit: 1))
      }
      kinds.append(kind)
    }
    return kinds
  }

  private static let measures = ["height", "width", "length", "weight"]

  private static func vehicleSize(_ text: String) throws(UsageError) -> VehicleSize {
    var sizes: [String: Double] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      let name = sides.first ?? ""
      guard measures.contains(name) else {
        throw UsageError(
          "--vehicle accepts height, width, length and weight, as in height=3.1m, not “\(part)”.",
          suggestions: Spelling.nearest(to: name, among: measures, limit: 1))
      }
      guard sides.count == 2, let size = size(sides[1], isWeight: name == "weight") else {
        let example = name == "weight" ? "weight=3.5t" : "\(name)=3.1m"
        throw UsageError("--vehicle \(part): a size is like \(example).")
      }
      sizes[name] = size
    }
    return VehicleSize(
      heightMeters: sizes["height"], widthMeters: sizes["width"], lengthMeters: sizes["length"],
      weightTonnes: sizes["weight"])
  }

  /// Metres or tonnes, with or without the unit; also cm, ft, kg and lb.
  private static func size(_ text: String, isWeight: Bool) -> Double? {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let factors =
      isWeight
      ? ["": 1, "t": 1, "kg": 0.001, "lb": 0.000_453_592_37]
      : ["": 1, "m": 1, "cm": 0.01, "ft": 0.3048]
    let unit = text.dropFirst(digits.count)
    guard let number = Double(digits), let factor = factors[String(unit)] else { return nil }
    let range = isWeight ? RouterLimits.vehicleTonnes : RouterLimits.vehicleMeters
    return range.contains(number * factor) ? number * factor : nil
  }
}

extension RoadSelection {
  /// For somebody who has no car; `nil` if nothing is left.
  var withoutVehicle: RoadSelection? {
    let others = RoadSelection(avoid: avoid, exclude: exclude, avoidAreas: avoidAreas)
    return others == RoadSelection() ? nil : others
  }
}

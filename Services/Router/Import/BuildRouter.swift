import CommandLineKit
import MapFiles
import Messages
import OpenStreetMap
import ServiceRuntime

#if canImport(Glibc)
  import Glibc
#endif

/// `router build MAP --into DIR`: makes the road networks of a map extract, one per profile.
package enum BuildRouter: ServiceCommand {
  package static let name = "build"
  package static let usage = """
    router build MAP --into DIR [--driving-side left|right] [--elevation DIR]
          makes the road networks for cars, bicycles and walkers of an OpenStreetMap extract
          (.osm.pbf, .osm, .osm.gz, .osm.bz2); does nothing where DIR holds those of this map
          already. The side of the road is the map's own, or that of the country it shows.
          --elevation names a folder of heights (N47E009.hgt, as of the Shuttle Radar Topography
          Mission): bicycles and walkers are then slower uphill, and routes say how far they rise.
    """

  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["into", "driving-side", "elevation"])
    let path = try arguments.positionals(["MAP"])[0]
    guard let directory = arguments["into"] else {
      throw UsageError("Name the folder for the road networks: --into DIR.")
    }
    try BuildRun(
      map: MapFile(path: path), directory: directory,
      drivingSide: drivingSide(arguments["driving-side"]),
      folder: arguments["elevation"].map { try HeightFolder(path: $0) }
    ).run()
  }

  private static func drivingSide(_ word: String?) throws(UsageError) -> DrivingSide? {
    switch word {
    case nil: nil
    case "left": .left
    case "right": .right
    case let word?: throw UsageError("--driving-side is left or right, not “\(word)”.")
    }
  }
}

/// One run of `router build`: reads the map at most once, and shows one progress bar.
@Memberwise private final class BuildRun {
  private let map: MapFile
  private let directory: String
  private let drivingSide: DrivingSide?
  private let folder: HeightFolder?
  private let log = Log("router-build")
  private let bar = ProgressBar("roads")
  private var survey: RoadSurvey?
  private var heightMap: HeightMap?
  private var lines: [String] = []

  /// The part of the progress bar for reading, which takes most of the time on a large map.
  private static let shareOfReading = 0.5

  func run() throws {
    let fingerprint = "\(try map.fingerprint())"
    _ = try ArtifactBuild.run(
      SharedRoads.fileName, version: Int(NetworkFormat.version), source: fingerprint,
      into: directory
    ) { try RoadOrder(surveyed()).write(to: $0) }
    var summaries: [String] = []
    var absent = 0
    for profile in TravelProfile.allCases {
      do {
        let summary = try build(profile, fingerprint)
        try buildHeights(profile, fingerprint, summary)
        guard let summary else { continue }
        summaries.append("\(profile.rawValue) \(summary.segments) segments")
        log.info(
          """
          \(profile.rawValue): \(summary.segments) segments, \(summary.arcs) arcs, \
          \(summary.turns) turns, \(summary.restrictions) turn restrictions, \
          \(summary.timedWays) ways and \(summary.timedTurns) turns with rules at certain times, \
          \(summary.limitedWays) ways with limits on the size of vehicles, \
          \(summary.maneuvers) instructions of the map's own, \
          \(summary.byteCount) bytes; traffic on the \(summary.drivingSide), \
          \(summary.drivingSideReason)
          """)
        lines += summary.report.lines.map { "\(profile.rawValue): \($0)" }
      } catch NetworkBuildError.noRoads(let profile) {
        absent += 1
        guard absent < TravelProfile.allCases.count else { throw NetworkBuildError.noRoads(.car) }
        unlink(path(profile))
        lines.append("\(profile.rawValue): the map has no road for \(profile.rules.travellers)")
      }
    }
    bar.finish(summaries.isEmpty ? "up to date" : summaries.joined(separator: ", "))
    for line in lines { log.info(line) }
  }

  private func path(_ profile: TravelProfile) -> String {
    directory + "/" + NetworkFormat.fileName(for: profile)
  }

  /// `nil` where the network is up to date.
  private func build(
    _ profile: TravelProfile, _ fingerprint: String
  ) throws -> NetworkBuilder.Summary? {
    var summary: NetworkBuilder.Summary?
    let outcome = try ArtifactBuild.run(
      NetworkFormat.fileName(for: profile), version: Int(NetworkFormat.version),
      source: fingerprint, options: options(profile), into: directory
    ) { temporaryPath in
      let share = (1 - Self.shareOfReading) / Double(TravelProfile.allCases.count)
      let before = Self.shareOfReading + share * Double(profile.number)
      summary = try NetworkBuilder.build(
        surveyed(), for: profile, drivingSide: drivingSide,
        heights: profile == .car ? nil : folder.map(heights), to: temporaryPath
      ) { part in
        bar.update(before + share * part, "joining the roads for \(profile.rules.travellers)")
      }
      // An invalid network never replaces a valid one.
      _ = try RoadNetwork.checked(path: temporaryPath)
    }
    return outcome == .built ? summary : nil
  }

  /// What the network depends on beside the map; unchanged without heights.
  private func options(_ profile: TravelProfile) -> String {
    let heights = (profile == .car ? nil : folder).map {
      "heights \($0.fingerprint) by rule \(HeightColumn.version)"
    }
    return [drivingSide.map { "\($0)" }, heights].compactMap { $0 }.joined(separator: " ")
  }

  /// Writes how high the roads lie; removes the file where no heights are given.
  private func buildHeights(
    _ profile: TravelProfile, _ fingerprint: String, _ summary: NetworkBuilder.Summary?
  ) throws {
    let name = HeightColumn.fileName(for: profile)
    guard let folder, profile != .car else {
      for file in [name, name + ".source"] { unlink(directory + "/" + file) }
      return
    }
    let version = try RoadNetwork(path: path(profile)).version
    _ = try ArtifactBuild.run(
      name, version: HeightColumn.version, source: fingerprint,
      options: "heights \(folder.fingerprint) network \(version)", into: directory
    ) { temporaryPath in
      let roads = try summary?.heights ?? roadHeights(profile, folder)
      try roads.write(network: version, to: temporaryPath)
      let known = (roads.knownShare * 1_000).rounded() / 10
      lines.append("\(profile.rawValue): heights are known at \(known) % of the points")
    }
  }

  private func roadHeights(
    _ profile: TravelProfile, _ folder: HeightFolder
  ) throws -> RoadHeights {
    let survey = try surveyed()
    return RoadHeights(survey, RoadCutter(survey, for: profile), try heights(folder))
  }

  private func heights(_ folder: HeightFolder) throws -> HeightMap {
    if let heightMap { return heightMap }
    let read = try folder.map(of: surveyed().points.lazy.map(\.coordinate))
    heightMap = read
    return read
  }

  private func surveyed() throws -> RoadSurvey {
    if let survey { return survey }
    let read = try RoadSurvey(map) { bar.update($0 * Self.shareOfReading, "reading the map") }
    survey = read
    return read
  }
}

import CommandLineKit
import Interchange
import Messages

/// `quickbrew match`: finds the roads that a recorded track was travelled on.
enum MatchCommand {
  static let command = Command(
    "match", "Find the roads that a recorded track was travelled on.",
    examples: [
      "match ride.gpx --profile bike", "match drive.gpx --accuracy 10m --json | jq .matches",
    ],
    arguments: ["TRACK"],
    flags: [
      TripFlags.profile,
      RoadFlags.vehicle,
      Flag("accuracy", "METERS", "the standard deviation of the positions, 1 to 50 m (5)"),
      Flag("no-geometry", "leave the line to draw out of the JSON"),
    ],
    notes: """
      TRACK is a GPX file; - is standard input. A track is cut where no road leads from one point
      to the next without a long detour.
      Exit status: 0 matched, 1 nothing fits, 2 a file that makes no sense, or off the map.
      """,
    .ask(status: { $0.matches.isEmpty ? .failure : .success }) { context in
      let path = context.words[0]
      let text = try InputFile.text(path)
      do {
        return MatchRequest(
          points: try GPX.points(in: text).compactMap(\.coordinate),
          accuracyMeters: try context.arguments.meters(
            "accuracy", in: RouterLimits.trackAccuracyMeters),
          profile: try context.profile(),
          geometry: context.wantsJSON && !context.arguments.has("no-geometry") ? true : nil,
          roads: try RoadFlags.selection(context))
      } catch let error as XMLError {
        throw UsageError("TRACK \(path) is no GPX: \(error)")
      }
    } text: { reply, _ in
      text(reply)
    })

  /// One line for each part, and how many points fit.
  private static func text(_ reply: MatchReply) -> String {
    let parts = reply.matches.enumerated().map { number, match in
      let names = reply.points.compactMap { $0 }.filter { $0.match == number }.compactMap(\.name)
      var streets: [String] = []
      for name in names where streets.last != name { streets.append(name) }
      let slots = [
        "distance": Formats.distance(Double(match.distanceMeters)),
        "time": Formats.duration(match.durationSeconds), "streets": Formats.list(streets),
      ]
      return Formats.phrase("match.part", count: match.ways.count, slots) + "\n"
    }
    let fitting = reply.points.count { $0 != nil }
    return parts.joined()
      + Formats.phrase("match.fit", count: reply.points.count, ["fitting": "\(fitting)"]) + "\n"
  }
}

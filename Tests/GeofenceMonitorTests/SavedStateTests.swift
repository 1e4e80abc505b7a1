import Foundation
import Messages
import Testing

@testable import GeofenceMonitor

/// The names of the stored properties are a contract with the files of earlier versions.
@Suite struct SavedStateTests {
  @Test("a stored track keeps its names: an open episode, a pending exit, an outlier, an event")
  func savedTrack() throws {
    let saved = try Self.readAndWritten(Self.track, as: SavedTrack.self)
    #expect(saved.emitted.events.map(\.number) == [4])
    // An earlier version's.
    let old = try JSONDecoder().decode(SavedTrack.self, from: Data(Self.oldTrack.utf8))
    #expect(old == saved)
    #expect(saved.emitted.events.map(\.transition.kind) == [.cross])
    let state = try #require(saved.checkpoint?.state)
    #expect(state.last?.time == 1_790_000_320_000)
    let presence = try #require(state.presence(1))
    #expect(presence.episode == EpisodeKey(fence: 1, entered: 1_790_000_000_000))
    #expect(presence.hasEmittedDwell)
    #expect(presence.pending?.confirmingFixes == 1)
    #expect(presence.pending?.firstConfirming == 1_790_000_320_000)
  }

  @Test("the stored progress on a route keeps its names")
  func routeProgress() throws {
    let progress = try Self.readAndWritten(Self.progress, as: RouteProgress.self)
    #expect(progress.strays == 2)
    #expect(
      progress.lastEmitted == .init(fence: 3, meters: 500, time: 1_790_000_050_000))
  }

  /// Decodes a text, and expects that encoding gives the same text again.
  private static func readAndWritten<Value: Codable>(
    _ text: String, as type: Value.Type
  ) throws -> Value {
    let value = try JSONDecoder().decode(type, from: Data(text.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
    return value
  }

  private static let progress = """
    {"hasJoined":true,"hasReported":true,"meters":12.5,"offsetSeconds":7200,"seconds":3,\
    "strays":2,"time":1790000000000,"told":{"fence":3,"meters":500,"time":1790000050000}}
    """

  private static let track = head + packed
  private static let oldTrack = head + told

  /// A Python script's, of the same event.
  private static let packed = """
    "told":"YTg4ZjI3OGRmYzA2NjQ0MAQAAAAAAAAAAwAAAAAAAAACAAAAAAAAAAIAAAAAAAAAAgAAAAAAAAA/MlXE\
    oAEAAP//////v4JAQAkAAAAAAAD//////////wBOVcSgAQAAAAAAAAAAAAALAAAAAAAAAPWj8fB36UJAsEfhehSa\
    XsAAAAAAAAD4fz8yVcSgAQAAg3emmnUZ27/00gcjQ1jlv7l6aWXQneM/aBNVxKABAAAATlXEoAEAAAEAAAAAAAAA\
    fztVxKABAACvs37S8xjbvwEvKOrcV+W/MHmEbmye4z9oE1XEoAEAAABOVcSgAQAAAQAAAAAAAAA="}
    """

  private static let told = """
    "told":[{"episode":3,"fact":{"crossing":{"earliest":1790000305000,"isObserved":true,\
    "latest":1790000320000,"place":{"x":-0.4234289179092842,"y":-0.6670242008391072,\
    "z":0.6130144100860299},"time":1790000312895},"departure":{"earliest":1790000305000,\
    "isObserved":true,"latest":1790000320000,"place":{"x":-0.42339797550340114,\
    "y":-0.6669754575136438,"z":0.6130888136429231},"time":1790000315263},"fence":2,\
    "insideMeters":599.9999999999999,"kind":2,"sample":{"arrival":11,\
    "coordinate":{"latitude":37.82397281454897,"longitude":-122.40750000000003},\
    "offsetSeconds":0,"time":1790000320000},"stay":2368,"visit":{"entered":1790000312895,\
    "fence":2}},"number":4}]}
    """

  private static let head = """
    {"base":{"beforeLast":{"x":-0.4235402794730376,"y":-0.6671996278232478,\
    "z":0.6127465122678553},"last":{"place":{"x":-0.4235392485707292,"y":-0.6671980038510549,\
    "z":0.6127489931263126},"sample":{"arrival":4,"coordinate":{"latitude":37.788539592218235,\
    "longitude":-122.40750000000003},"offsetSeconds":0,"time":1790000090000}},\
    "presences":[{"fence":1,"presence":{"isDwellTold":true,"isInside":true,\
    "visit":{"entered":1790000000000,"fence":1}}}],"rivals":0,"scatter":{"excesses":[0,0,0,0,0,\
    0,0,0,0,0,0,0,0,0,0,0],"next":2}},"checkpoint":{"arrival":13,\
    "state":{"beforeLast":{"x":-0.4235320321377036,"y":-0.6671866358616044,\
    "z":0.6127663589664353},"last":{"place":{"x":-0.4233360794262627,"y":-0.6668779531164662,\
    "z":0.6132376044431662},"sample":{"arrival":11,"coordinate":{"latitude":37.82397281454897,\
    "longitude":-122.40750000000003},"offsetSeconds":0,"time":1790000320000}},\
    "presences":[{"fence":1,"presence":{"doubt":{"before":{"x":-0.4235320321377036,\
    "y":-0.6671866358616044,"z":0.6127663589664353},"crossing":{"earliest":1790000305000,\
    "isObserved":true,"latest":1790000320000,"place":{"x":-0.4234907914543062,\
    "y":-0.6671216697416213,"z":0.6128655866619994},"time":1790000308158},\
    "depth":2999.9999999994448,"farthest":{"x":-0.4233360794262627,"y":-0.6668779531164662,\
    "z":0.6132376044431662},"firstSure":1790000320000,"sureFixes":1},"isDwellTold":true,\
    "isInside":true,"visit":{"entered":1790000000000,"fence":1}}}],\
    "rival":{"place":{"x":-0.41886122224745526,"y":-0.6598287462547785,"z":0.6238439725710389},\
    "sample":{"arrival":13,"coordinate":{"latitude":38.59738832735208,\
    "longitude":-122.40750000000003},"offsetSeconds":0,"time":1790000330000}},"rivals":1,\
    "scatter":{"excesses":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"next":10}}},\
    "episodes":[{"entered":1790000000000,"fence":1},1],"horizon":1790000090000,
    """
}

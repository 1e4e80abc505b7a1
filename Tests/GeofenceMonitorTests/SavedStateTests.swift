import Areas
import Foundation
import Geography
import Messages
import Testing

@testable import GeofenceMonitor

/// The names of the stored properties are a contract with the files of earlier versions.
@Suite struct SavedStateTests {
  @Test("a stored track keeps its names: an open episode, a pending exit, an outlier")
  func savedTrack() throws {
    let saved = try Self.readAndWritten(Self.track, as: SavedTrack.self)
    let state = try #require(saved.checkpoint?.state)
    #expect(state.last?.time == 1_790_000_320_000)
    let presence = try #require(state.presence(1))
    #expect(presence.episode == EpisodeKey(fence: 1, entered: 1_790_000_000_000))
    #expect(presence.hasEmittedDwell)
    #expect(presence.pending?.confirmingFixes == 1)
    #expect(presence.pending?.firstConfirming == 1_790_000_320_000)
  }

  @Test("the stored events of a track keep the order of their numbers")
  func events() throws {
    let packed = try #require(Data(base64Encoded: Self.packed))
    #expect([EmittedEvent](packed: packed) == [Self.emitted])
    #expect([Self.emitted, Self.emitted].packed == packed + packed)
    #expect([EmittedEvent](packed: Data()).isEmpty)
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
    {"hasJoined":true,"hasReported":true,"lastEmitted":{"fence":3,"meters":500,\
    "time":1790000050000},"meters":12.5,"offsetSeconds":7200,"seconds":3,"strays":2,\
    "time":1790000000000}
    """

  /// A Python script's.
  private static let packed = """
    BAAAAAAAAAADAAAAAAAAAAIAAAAAAAAAAgAAAAAAAAACAAAAAAAAAD8yVcSgAQAA//////+/gkBACQAAAAAAAP/////////\
    /AE5VxKABAAAAAAAAAAAAAAsAAAAAAAAA9aPx8HfpQkCwR+F6FJpewAAAAAAAAPh/PzJVxKABAACDd6aadRnbv/TSByNDWO\
    W/uXppZdCd4z9oE1XEoAEAAABOVcSgAQAAAQAAAAAAAAB/O1XEoAEAAK+zftLzGNu/AS8o6txX5b8weYRubJ7jP2gTVcSgA\
    QAAAE5VxKABAAABAAAAAAAAAA==
    """

  private static let emitted = EmittedEvent(
    number: 4,
    transition: Transition(
      kind: .cross, fence: 2, episode: EpisodeKey(fence: 2, entered: 1_790_000_312_895),
      crossing: Crossing(
        time: 1_790_000_312_895,
        position: SpaceVector(
          x: -0.4234289179092842, y: -0.6670242008391072, z: 0.6130144100860299),
        earliest: 1_790_000_305_000, latest: 1_790_000_320_000, isObserved: true),
      departure: Crossing(
        time: 1_790_000_315_263,
        position: SpaceVector(
          x: -0.42339797550340114, y: -0.6669754575136438, z: 0.6130888136429231),
        earliest: 1_790_000_305_000, latest: 1_790_000_320_000, isObserved: true),
      insideMeters: 599.9999999999999, stay: 2368,
      sample: Sample(
        coordinate: Coordinate(latitude: 37.82397281454897, longitude: -122.40750000000003),
        time: 1_790_000_320_000, offsetSeconds: 0, arrival: 11)),
    episode: 3)

  private static let track = """
    {"base":{"beforeLast":{"x":-0.4235402794730376,"y":-0.6671996278232478,\
    "z":0.6127465122678553},"last":{"position":{"x":-0.4235392485707292,"y":-0.6671980038510549,\
    "z":0.6127489931263126},"sample":{"arrival":4,"coordinate":{"latitude":37.788539592218235,\
    "longitude":-122.40750000000003},"offsetSeconds":0,"time":1790000090000}},"outlierCount":0,\
    "presences":[{"fence":1,"presence":{"episode":{"entered":1790000000000,"fence":1},\
    "hasEmittedDwell":true,"isInside":true}}],"scatter":{"excesses":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,\
    0,0],"next":2}},"checkpoint":{"arrival":13,"state":{"beforeLast":{"x":-0.4235320321377036,\
    "y":-0.6671866358616044,"z":0.6127663589664353},"last":{"position":{"x":-0.4233360794262627,\
    "y":-0.6668779531164662,"z":0.6132376044431662},"sample":{"arrival":11,\
    "coordinate":{"latitude":37.82397281454897,"longitude":-122.40750000000003},"offsetSeconds":0,\
    "time":1790000320000}},"outlier":{"position":{"x":-0.41886122224745526,\
    "y":-0.6598287462547785,"z":0.6238439725710389},"sample":{"arrival":13,\
    "coordinate":{"latitude":38.59738832735208,"longitude":-122.40750000000003},"offsetSeconds":0,\
    "time":1790000330000}},"outlierCount":1,"presences":[{"fence":1,\
    "presence":{"episode":{"entered":1790000000000,"fence":1},"hasEmittedDwell":true,\
    "isInside":true,"pending":{"before":{"x":-0.4235320321377036,"y":-0.6671866358616044,\
    "z":0.6127663589664353},"confirmingFixes":1,"crossing":{"earliest":1790000305000,\
    "isObserved":true,"latest":1790000320000,"position":{"x":-0.4234907914543062,\
    "y":-0.6671216697416213,"z":0.6128655866619994},"time":1790000308158},\
    "depth":2999.9999999994448,"farthest":{"x":-0.4233360794262627,"y":-0.6668779531164662,\
    "z":0.6132376044431662},"firstConfirming":1790000320000}}}],"scatter":{"excesses":[0,0,0,0,0,\
    0,0,0,0,0,0,0,0,0,0,0],"next":10}}},"episodes":[{"entered":1790000000000,"fence":1},1],\
    "horizon":1790000090000}
    """
}

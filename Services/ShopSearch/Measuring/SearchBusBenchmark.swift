import CommandLineKit
import Foundation
import MessageBus
import Messages

/// The same questions over a bus of their own, from request to reply.
enum SearchBusBenchmark {
  static func run(_ index: VenueIndex, _ requests: [CandidatesRequest], _ log: Log) throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("shop-search-measure-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let buses = try [Bus](
      [
        Bus(runDirectory: RunDirectory(path: directory), name: "server"),
        Bus(runDirectory: RunDirectory(path: directory), name: "client"),
      ])
    let ended = BlockingQueue<(any Error)?>(capacity: 1)
    Task {
      var failure: (any Error)?
      do { try await ask(requests, of: index, buses[0], buses[1], log) } catch { failure = error }
      for bus in buses { await bus.close() }
      _ = ended.offer(failure)
    }
    if case .some(.some(let error)) = ended.pop() { throw error }
  }

  private static func ask(
    _ requests: [CandidatesRequest], of index: VenueIndex, _ serving: Bus, _ asking: Bus, _ log: Log
  ) async throws {
    let replica = ReplicaState(
      position: StreamPosition(epoch: "measure", sequence: 0), venues: index.count,
      isCurrent: true)
    var handlers = RequestHandlers<Void>()
    handlers.answer(CandidatesRequest.self) { _, request, _ in
      CandidatesReply(try index.candidates(request), replica)
    }
    let server = try RequestServer<Void>(
      service: .shopSearch, loop: serving.loop, workers: 1, handlers: handlers, makeWorker: {})
    try await serving.serve(server, as: .shopSearch, instance: "1")
    var times: [Double] = []
    for request in requests {
      let start = ContinuousClock.now
      _ = try await asking.client.send(request, timeout: .seconds(10))
      times.append(start.duration(to: .now) / .microseconds(1))
    }
    MeasureSearch.tell("candidates over the bus", times, log)
  }
}

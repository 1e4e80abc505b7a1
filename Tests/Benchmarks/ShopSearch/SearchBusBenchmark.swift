import MessageBus
import Messages
import ShopSearch
import TestSupport

/// Searches for candidates over a bus of their own, from request to reply.
enum SearchBusBenchmark {
  /// - Throws: what keeps the bus from being created; `ServiceError` of a request.
  static func run(_ index: VenueIndex, _ requests: [CandidatesRequest]) async throws {
    try await TemporaryDirectory.with { directory in
      let run = RunDirectory(path: directory.path)
      let server = try Bus(runDirectory: run, name: "server")
      let client = try Bus(runDirectory: run, name: "client")
      do {
        try await serve(index, on: server)
        try await measure(requests, over: client.client)
      } catch {
        await server.close()
        await client.close()
        throw error
      }
      await client.close()
      await server.close()
    }
  }

  private static func serve(_ index: VenueIndex, on bus: Bus) async throws {
    let replica = ReplicaState(
      position: StreamPosition(epoch: "measure", sequence: 0), venues: index.count,
      isCurrent: true)
    var handlers = RequestHandlers<Void>()
    handlers.answer(CandidatesRequest.self) { _, request, _ in
      CandidatesReply(try index.candidates(request), replica)
    }
    let server = try RequestServer<Void>(
      service: .shopSearch, loop: bus.loop, workers: 1, handlers: handlers, makeWorker: {})
    try await bus.serve(server, as: .shopSearch, instance: "1")
  }

  private static func measure(
    _ requests: [CandidatesRequest], over client: RequestClient
  ) async throws {
    var times: [Double] = []
    for request in requests {
      let start = ContinuousClock.now
      _ = try await client.send(request, timeout: .seconds(10))
      times.append(start.duration(to: .now) / .microseconds(1))
    }
    SearchBenchmark.report("candidates over the bus", times)
  }
}

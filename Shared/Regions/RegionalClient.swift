import Algorithms
package import FoundationEssentials
import MessageBus
package import Messages

/// The services of a stack that may have several maps: each request goes to the map on which it
/// lies, by `Whereabouts`.
///
/// Used where a question enters the stack: in the client and the web gateway. The services of a
/// region ask only one another. In a stack of one map every request goes straight to its service;
/// that there is one map is looked up once a second.
package struct RegionalClient: ActingClient {
  /// The region that the caller of this task has named; it answers, wherever the question lies.
  @TaskLocal package static var named: RegionName?

  private var stack: any RegionalStack
  private let directory: RegionDirectory

  package init(_ stack: any RegionalStack) {
    self.stack = stack
    directory = RegionDirectory(stack)
  }

  package func acting(for caller: Caller?) -> RegionalClient {
    var client = self
    client.stack = stack.acting(for: caller)
    return client
  }

  /// - Throws: also `outsideMap` where no map holds the question, and `notFound` for a named region
  ///   that does not exist.
  package func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data {
    let question = Question(
      body: body, operation: operation, timeout: timeout, traceID: traceID, stack: stack)
    guard operation.service?.isRegional == true else { return try await question.ask(nil) }
    if let named = Self.named { return try await question.ask(try known(named)) }
    guard !directory.names().isEmpty, let located = LocatedOperation.named(operation.name),
      // What cannot be read is refused by the service, with what is wrong.
      let whereabouts = try? located.whereabouts(body)
    else { return try await question.ask(nil) }
    let maps = await directory.maps()
    let places = PlaceFinder(stack: stack, maps: maps, timeout: timeout)
    switch whereabouts {
    case .places(let list, let least):
      return try await question.ask(try await places.region(of: list, leastConfidence: least))
    case .everywhere(let near):
      let here = near.flatMap { RegionChoice.holding([$0], of: maps).first }
      return try await question.askAll(maps, here: here, located.merge)
    case .identified: return try await question.askInTurn(maps)
    case .venue(let id):
      let known = await question.first(maps) { services in
        (try? await services.send(VenueRequest(id: id), timeout: timeout)) != nil
      }
      return try await question.ask(known?.region)
    case .board(let board, let place, let least):
      let filled = await question.first(maps) { services in
        let request = PinBoardRequest(board: board)
        return try? await !services.send(request, timeout: timeout).pins.isEmpty
      }
      if let filled { return try await question.ask(filled.region) }
      guard let place else { return try await question.ask(nil) }
      return try await question.ask(
        try await places.region(of: [place], leastConfidence: least))
    }
  }

  private func known(_ name: RegionName) throws(ServiceError) -> RegionName {
    let all = directory.names()
    guard all.contains(name) else {
      throw ServiceError(
        .notFound, "There is no region “\(name)”; `quickbrew info` lists all there are.",
        suggestions: all.map(\.rawValue))
    }
    return name
  }
}

/// One request, and the maps that it may go to.
private struct Question {
  let body: Data
  let operation: Operation
  let timeout: Duration?
  let traceID: String?
  let stack: any RegionalStack

  func ask(_ region: RegionName?) async throws(ServiceError) -> Data {
    try await stack.services(of: region)
      .send(body, as: operation, timeout: timeout, traceID: traceID)
  }

  /// The first reply that is not `notFound`; if all are, that of the stack's own map.
  func askInTurn(_ maps: [RegionMap]) async throws(ServiceError) -> Data {
    var refusal: ServiceError?
    for map in maps {
      do throws(ServiceError) { return try await ask(map.region) } catch {
        refusal = refusal ?? error
        guard [.notFound, .unavailable].contains(error.code) else { throw error }
      }
    }
    throw refusal ?? ServiceError(.unavailable, "No planner has said where its map lies.")
  }

  /// The replies of all maps as one. A map that does not answer, or does not know the area that is
  /// searched, is left out, if any other replies.
  func askAll(
    _ maps: [RegionMap], here: RegionMap?, _ merge: LocatedOperation.Merge?
  ) async throws(ServiceError) -> Data {
    guard let merge, !maps.isEmpty else { return try await ask(nil) }
    let order = maps.filter { $0 == here } + maps.filter { $0 != here }
    let results = await concurrentMap(order) { map -> Result<Data, ServiceError> in
      do throws(ServiceError) { return .success(try await ask(map.region)) } catch {
        return .failure(error)
      }
    }
    let replies = zip(order, results).compactMap { map, result in
      (try? result.get()).map { (region: map.region, reply: $0) }
    }
    guard !replies.isEmpty else { return try results[0].get() }
    let isNear = here != nil && replies.first?.region == here?.region
    do { return try merge(body, replies, isNear) } catch {
      throw ServiceError(.internal, "The replies of several maps to \(operation): \(error)")
    }
  }

  /// The first map whose services answer yes.
  func first(
    _ maps: [RegionMap], _ isIt: (any ServiceClient) async -> Bool?
  ) async -> RegionMap? {
    for map in maps where await isIt(stack.services(of: map.region)) == true { return map }
    return nil
  }
}

import FoundationEssentials
import MessageBus
import Messages

extension Gateway {
  func stream(_ request: HTTPRequest, for caller: Caller?) -> HTTPResponse {
    let filters: [TopicFilter]
    do { filters = try TopicFilter.all(of: request) } catch { return .problem(error) }
    if let user = caller?.user, !filters.allSatisfy({ $0.belongs(to: user) }) {
      return .problem(
        ServiceError(
          .unauthorised, "You see what is \(user)'s: name one of their devices or boards."),
        status: 403)
    }
    if request.method == "HEAD" { return Self.eventStream(.whole(Data())) }
    let asker = Self.asker(request, caller)
    guard reserveStream(for: asker) else {
      return .problem(
        ServiceError(
          .overloaded,
          "All \(limits.streams) event streams are in use, or the \(limits.streamsOfOne) that one "
            + "client may have; close one or try later."))
    }
    let body = BodyStream(capacity: limits.streamBufferBytes)
    let stream = EventStream(
      filters: filters.map { $0.of(caller?.user) },
      lastNumber: request.headers["last-event-id"].flatMap { Int64($0) }.flatMap {
        $0 < 0 ? nil : $0
      },
      hub: hub, services: services, body: body, limits: limits,
      isAllowed: { [rules] in rules.refusal(of: request) == nil })
    let task = Task {
      await stream.run()
      openStreams.withLock { $0[asker] = $0[asker].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }
    body.onAbandon { task.cancel() }
    return Self.eventStream(.stream(body))
  }

  private func reserveStream(for asker: String) -> Bool {
    let most = asker == HTTPLimits.local ? limits.streams : limits.streamsOfOne
    return openStreams.withLock { open in
      guard open[asker, default: 0] < most, open.values.reduce(0, +) < limits.streams else {
        return false
      }
      open[asker, default: 0] += 1
      return true
    }
  }

  private static func eventStream(_ body: HTTPResponse.Body) -> HTTPResponse {
    HTTPResponse(
      200,
      headers: [
        .init("Content-Type", "text/event-stream; charset=utf-8"),
        .init("Cache-Control", "no-store"),
        // Asks proxies not to buffer the events.
        .init("X-Accel-Buffering", "no"),
      ], body: body)
  }
}

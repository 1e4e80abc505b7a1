import FoundationEssentials
import MessageBus
import Messages
import Time

// Operations: requests to services, on behalf of whoever asks.

extension Gateway {
  func operate(_ request: HTTPRequest) async -> HTTPResponse {
    let name = String(request.path.dropFirst("/v1/".count))
    guard let type = OperationTable.request(named: name) else {
      return .problem(
        ServiceError(
          .notFound, "There is no operation “\(name)”; the suggestions list all there are.",
          suggestions: OperationTable.requests.map { $0.operation.name }))
    }
    let scope = type.operation.scope
    let methods = scope == .read ? "GET, HEAD, POST" : "POST"
    guard request.method == "POST" || scope == .read && Self.isReading(request) else {
      return Self.notAllowed(request, methods)
    }
    if request.method != "POST", rules.isForeign(request) {
      return Self.foreign
    }
    var response: HTTPResponse
    let caller: Caller?
    switch rules.decision(
      on: request, needing: scope, guests: type.isKept ? .named : .admitted)
    {
    case .refused(let refusal, let holder): (caller, response) = (holder, refusal)
    case .admitted(let admitted, let cookie):
      caller = admitted
      response = await RequestClient.$idempotencyKey.withValue(
        request.idempotencyKey(of: admitted)
      ) {
        await RequestClient.$askedBy.withValue(Self.asker(request, admitted)) {
          // A change is made, and written down, also where its client does not wait.
          scope == .read
            ? await answer(request, as: type, for: admitted)
            : await Task { await answer(request, as: type, for: admitted) }.value
        }
      }
      response.headers += [cookie].compactMap(\.self)
    }
    if scope > .read {
      audit?.record(
        AuditLog.Line(
          time: .now(), caller: caller?.name, user: caller?.user, client: request.client,
          operation: type.operation.name, status: response.status))
    }
    return response
  }

  private func answer(
    _ request: HTTPRequest, as type: any RequestMessage.Type, for caller: Caller?
  ) async -> HTTPResponse {
    do throws(ServiceError) {
      let body: Data
      if request.method == "POST" {
        // Browsers let a page of another site send some types without a CORS preflight, but not
        // this one.
        guard Self.mediaType(of: request) == "application/json" else {
          return .refusal(415, "Send the request as Content-Type: application/json.")
        }
        body = request.body
      } else {
        let others = ["access_token", "lang", "region"]
        let arguments = request.arguments.filter { !others.contains($0.name) }
        body = try RequestForm.body(of: arguments, as: type)
      }
      let reply = try await forward(type.operation, body, for: caller).get()
      let isLong = body.count >= GatewayLimits.largeBytes
      let unknown = await inTurn(isLong, RequestClient.askedBy ?? request.client) {
        RequestForm.unknownKeys(in: body, of: type)
      }
      return .json(RequestForm.warn(of: unknown, in: reply))
    } catch {
      // With a key that is known, but not for this.
      let isForbidden = error.code == .unauthorised && caller != nil
      return .problem(error, status: isForbidden ? 403 : nil)
    }
  }

  /// By whom clients are told apart: who has a key by it, wherever the calls come from. Names of
  /// guests are free.
  static func asker(_ request: HTTPRequest, _ caller: Caller?) -> String {
    caller.flatMap { $0.isGuest ? nil : $0.name } ?? request.client
  }

  func forward(
    _ operation: Operation, _ body: Data, for caller: Caller?
  ) async -> Result<Data, ServiceError> {
    do throws(ServiceError) {
      return .success(
        try await services.acting(for: caller)
          .send(body, as: operation, timeout: limits.answer, traceID: nil))
    } catch {
      return .failure(error)
    }
  }

  private static func mediaType(of request: HTTPRequest) -> String? {
    let type = request.headers["content-type"]?.prefix { $0 != ";" && $0 != " " }
    return type?.lowercased()
  }
}

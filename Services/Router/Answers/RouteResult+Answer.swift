import MessageBus
import Messages

extension RouteResult {
  /// The answer to one of many routes, as to a single request.
  init(_ request: RouteRequest, by worker: RouterWorker, _ context: RequestContext? = nil) {
    do throws(ServiceError) {
      self = .route(try worker.router(for: request.profile, context).answer(request))
    } catch {
      self = .failure(error)
    }
  }
}

extension RoutesRequest {
  /// - Throws: `invalidRequest` for too many routes.
  func checkedRoutes() throws(ServiceError) -> [RouteRequest] {
    try check(routes.count, "The number of routes", in: 0...RouterLimits.maximumRoutes)
    return routes
  }
}

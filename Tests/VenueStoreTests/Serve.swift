import CommandLineKit
import MessageBus
import Messages
import ServiceRuntime
import TestSupport

@testable import VenueStore

/// Starts an instance of the service on the bus.
///
/// - Returns: the service. Its background work starts only with `run()`.
func serve(
  _ directory: TemporaryDirectory, _ bus: Bus, _ instance: String
) async throws -> VenueStoreService {
  let service = try await VenueStoreService(
    ServiceEnvironment(
      instance: instance, home: Home(directory: directory.path), log: Log("test"),
      publisher: bus.publisher, client: bus.client, subscriber: bus.subscriber))
  var handlers = RequestHandlers<VenueDatabase>()
  service.register(in: &handlers)
  let server = try RequestServer<VenueDatabase>(
    service: .venueStore, loop: bus.loop, workers: service.workerCount, handlers: handlers,
    makeWorker: { try service.makeWorker() })
  try await bus.serve(server, as: .venueStore, instance: instance)
  return service
}

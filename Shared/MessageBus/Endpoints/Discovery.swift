import Messages

/// Finds the running instances of services: the one place that turns what is configured into
/// addresses.
///
/// An instance of the run directory is named by its number, such as `1`; one that is reached over
/// TCP by its address, such as `10.0.0.2:7400`.
package final class Discovery: Sendable {
  package let directory: RunDirectory
  private let peers: Peers
  private let resolver: NameResolver

  init(
    _ directory: RunDirectory, _ peers: Peers = Peers(),
    lookup: @escaping NameResolver.Lookup = NameResolver.addresses
  ) {
    self.directory = directory
    self.peers = peers
    resolver = NameResolver(peers.names, lookup: lookup)
  }

  /// The instances that may be running: whose socket files exist, and whose addresses are
  /// configured or were found last. Never blocks.
  func instances(of service: ServiceName, _ purpose: RunDirectory.Purpose = .requests) -> [String] {
    peers.locations(of: service).flatMap { region, location in
      switch location {
      case .runDirectory: directory.instances(of: service, purpose)
      case .tcp(let address) where address.isNumeric:
        [InstanceName.joined(address.description, in: region)]
      case .tcp(let address):
        (resolver.addresses(of: address.host) ?? []).map {
          let address = TCPAddress(host: $0, port: address.port)
          return InstanceName.joined(address.description, in: region)
        }
      case .records(let name):
        (resolver.addresses(of: NameResolver.recordsScheme + name) ?? []).map {
          InstanceName.joined($0, in: region)
        }
      }
    }
  }

  /// Where an instance is reached.
  func endpoint(
    _ service: ServiceName, instance: String, _ purpose: RunDirectory.Purpose
  ) -> String {
    TCPAddress(InstanceName.local(of: instance))?.endpoint(purpose)
      ?? directory.endpoint(service, instance: instance, purpose)
  }

  /// Whether a name of the service has not been resolved yet.
  func isResolving(_ service: ServiceName) -> Bool {
    peers.locations(of: service).contains { _, location in
      switch location {
      case .runDirectory: false
      case .tcp(let address): !address.isNumeric && resolver.addresses(of: address.host) == nil
      case .records(let name):
        resolver.addresses(of: NameResolver.recordsScheme + name) == nil
      }
    }
  }

  /// Waits until every configured name was asked for once.
  func waitForNames() { resolver.waitForFirst() }
}

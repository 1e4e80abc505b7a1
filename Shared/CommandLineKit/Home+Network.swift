import FoundationEssentials
package import MessageBus

extension Home {
  /// Where services are that are not in the run directory: see `Peers`. Without it the home's file
  /// `peers` says so.
  package static let peersVariable = "QUICKBREW_BUS_PEERS"
  /// Where a service listens over TCP beside its Unix sockets: `tcp://ADDRESS:PORT`.
  package static let listenVariable = "QUICKBREW_BUS_LISTEN"

  /// Where clients and users of the stack have their keys.
  package var keyFile: String { directory + "/" + KeyFile.fileName }

  /// How the processes of this home call others over TCP.
  ///
  /// - Throws: `PeersError`; `KeyFileError` where peers are configured and there is no key.
  package func network(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> BusNetwork {
    var network = BusNetwork.none
    network.region = region
    network.peers = try Peers(environment[Self.peersVariable] ?? joinedPeers)
    guard network.peers.isRemote else { return network }
    let path = busKeyPath(BusKeyFile.client)
    guard let keys = try BusKeyFile.readClient(at: path) else { throw KeyFileError.noBusKeys(path) }
    network.client = keys
    return network
  }

  /// The same, and where one of its services listens over TCP.
  ///
  /// - Parameter listen: `tcp://ADDRESS:PORT`; `nil` for nowhere.
  /// - Throws: as above; `UsageError` for an invalid address.
  package func network(
    listeningAt listen: String?, log: Log,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> BusNetwork {
    var network = try network(environment: environment)
    guard let listen = listen ?? environment[Self.listenVariable], !listen.isEmpty else {
      return network
    }
    guard let address = TCPAddress(listen) else {
      throw UsageError("A service listens at tcp://ADDRESS:PORT, not at “\(listen)”.")
    }
    let path = busKeyPath(BusKeyFile.server)
    guard let keys = try BusKeyFile.readServer(at: path) else { throw KeyFileError.noBusKeys(path) }
    let ring = try KeyRing(path: keyFile, log: log)
    network.listener = SecureListener(
      address: address, keys: keys, caller: { ring.keys.caller(publicKey: $0) },
      refused: { log.warning("\($0)") })
    return network
  }

  /// Where the instances of other machines are: the file that `deploy/stack join` writes.
  private var joinedPeers: String {
    (try? String(contentsOfFile: directory + "/peers", encoding: .utf8)) ?? ""
  }

  /// The path of one of the keys' files.
  package func busKeyPath(_ name: String) -> String {
    directory + "/" + BusKeyFile.folder + "/" + name
  }
}

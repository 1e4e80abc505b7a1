package import Messages

/// How a process reaches others, and is reached, beyond the run directory: over TCP, where CURVE
/// proves who both are and encrypts what they say. Without keys there is no TCP.
package struct BusNetwork: Sendable {
  /// Only the run directory.
  package static let none = BusNetwork()

  /// Where the instances of services are.
  package var peers = Peers()
  /// How this process calls instances over TCP.
  package var client: ClientKeys?
  /// Where this process listens beside its Unix sockets; `nil` for nowhere.
  package var listener: SecureListener?
  /// The region whose services this process asks; `nil` for those of the stack's own map.
  package var region: RegionName?
  /// Whether the events of all regions are heard, not only of this one.
  package var hearsAllRegions = false
  /// How names are resolved.
  var lookup: NameResolver.Lookup = NameResolver.addresses

  package init() {}
}

/// A pair of keys of CURVE (Curve25519), each as 40 characters of Z85.
@Memberwise package struct CurveKeyPair: Sendable, Hashable {
  package let publicKey: String
  package let secretKey: String
}

/// What a client needs to call services over TCP.
@Memberwise package struct ClientKeys: Sendable, Hashable {
  /// By which services know the caller.
  package let own: CurveKeyPair
  /// By which the caller knows that it is the stack's services that answer.
  package let serverPublicKey: String
}

/// Where and for whom a service listens over TCP.
package struct SecureListener: Sendable {
  package let address: TCPAddress
  package let keys: CurveKeyPair
  /// Whom the holder of a public key is; `nil` for a key that is unknown, or no longer known.
  /// Called for each request: it must be quick.
  package let caller: @Sendable (String) -> Caller?
  /// Called once for each address and key that is refused, with a sentence for the log.
  package let refused: @Sendable (String) -> Void
  /// How many may be connected to each of the two ports.
  package var bounds = ConnectionBounds(inAll: 2_048, byAddress: 512)

  package init(
    address: TCPAddress, keys: CurveKeyPair, caller: @escaping @Sendable (String) -> Caller?,
    refused: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.address = address
    self.keys = keys
    self.caller = caller
    self.refused = refused
  }
}

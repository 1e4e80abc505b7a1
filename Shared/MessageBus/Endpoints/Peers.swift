import Messages

/// Where the instances of each service are, as configured: in the run directory, unless it is said
/// otherwise.
///
/// The text has entries between spaces: `router=tcp://10.0.0.2:7400`, for several instances several
/// entries, or a name with several addresses (`router=tcp://router.example:7400`), each of which is
/// an instance. An entry without a service is for every service that has none of its own, with
/// `{service}` in it replaced by the service's name: `tcp://{service}:7400`. `router=ipc` adds the
/// run directory to a service's addresses.
package struct Peers: Sendable, Hashable {
  enum Place: Sendable, Hashable { case runDirectory, tcp(TCPAddress) }

  private var places: [ServiceName: [Place]] = [:]

  /// Everything in the run directory.
  package init() {}

  /// - Throws: `PeersError` for an entry that is not understood.
  package init(_ text: String) throws(PeersError) {
    var forAll: [Substring] = []
    for entry in text.split(whereSeparator: \.isWhitespace) {
      guard let equals = entry.firstIndex(of: "=") else {
        forAll.append(entry)
        continue
      }
      guard let service = ServiceName(rawValue: String(entry[..<equals])) else {
        throw PeersError(entry: String(entry))
      }
      let place = try Self.place(entry[entry.index(after: equals)...], of: service, in: entry)
      places[service, default: []].append(place)
    }
    for service in ServiceName.allCases where places[service] == nil && !forAll.isEmpty {
      places[service] = try forAll.map { entry throws(PeersError) in
        try Self.place(entry, of: service, in: entry)
      }
    }
  }

  func places(of service: ServiceName) -> [Place] { places[service] ?? [.runDirectory] }

  /// Whether any service is reached over TCP.
  package var isRemote: Bool { places.values.contains { $0.contains { $0 != .runDirectory } } }

  /// The names that have to be resolved.
  var names: Set<String> {
    Set(
      places.values.joined().compactMap { place in
        guard case .tcp(let address) = place, !address.isNumeric else { return nil }
        return address.host
      })
  }

  private static func place(
    _ text: Substring, of service: ServiceName, in entry: Substring
  ) throws(PeersError) -> Place {
    if text == "ipc" { return .runDirectory }
    let parts = text.split(separator: "{service}", omittingEmptySubsequences: false)
    guard text.hasPrefix("tcp://"), let address = TCPAddress(parts.joined(separator: "\(service)"))
    else { throw PeersError(entry: String(entry)) }
    return .tcp(address)
  }
}

/// An entry of a configuration of peers that is not understood.
package struct PeersError: Error, Hashable, CustomStringConvertible {
  package let entry: String

  package var description: String {
    "“\(entry)” does not say where a service is: such as router=tcp://10.0.0.2:7400, "
      + "tcp://{service}.example:7400 for all, or router=ipc for the run directory. Services: "
      + ServiceName.allCases.map(\.rawValue).joined(separator: ", ") + "."
  }
}

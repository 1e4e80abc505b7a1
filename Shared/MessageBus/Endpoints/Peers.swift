import Messages

/// Where the instances of each service are, as configured: in the run directory, unless it is said
/// otherwise.
///
/// The text has entries between spaces: `router=tcp://10.0.0.2:7400`, for several instances several
/// entries, or a name with several addresses (`router=tcp://router.example:7400`), each of which is
/// an instance. An entry without a service is for every service that has none of its own, with
/// `{service}` in it replaced by the service's name: `tcp://{service}:7400`. `router=ipc` adds the
/// run directory to a service's addresses. `router@helsinki=tcp://10.0.0.3:7400` adds an instance
/// of a region; those of regions in the run directory are found as all others.
package struct Peers: Sendable {
  enum Place: Sendable, Hashable { case runDirectory, tcp(TCPAddress) }

  private var places: [ServiceName: [Place]] = [:]
  private var regional: [ServiceName: [(region: RegionName, place: Place)]] = [:]

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
      let name = entry[..<equals].split(separator: "@", omittingEmptySubsequences: false)
      guard name.count <= 2, let service = ServiceName(rawValue: String(name[0])) else {
        throw PeersError(entry: String(entry))
      }
      let place = try Self.place(entry[entry.index(after: equals)...], of: service, in: entry)
      if name.count == 1 {
        places[service, default: []].append(place)
      } else {
        guard let region = RegionName(name[1]), service.isRegional, place != .runDirectory else {
          throw PeersError(entry: String(entry))
        }
        regional[service, default: []].append((region, place))
      }
    }
    for service in ServiceName.allCases where places[service] == nil && !forAll.isEmpty {
      places[service] = try forAll.map { entry throws(PeersError) in
        try Self.place(entry, of: service, in: entry)
      }
    }
  }

  /// Where to look, and which region is there; no region for the run directory, where instances
  /// themselves say theirs.
  func places(of service: ServiceName) -> [(region: RegionName?, place: Place)] {
    (places[service] ?? [.runDirectory]).map { (nil, $0) }
      + (regional[service] ?? []).map { ($0.region, $0.place) }
  }

  private var all: [Place] {
    places.values.flatMap(\.self) + regional.values.flatMap { $0.map(\.place) }
  }

  /// Whether any service is reached over TCP.
  package var isRemote: Bool { all.contains { $0 != .runDirectory } }

  /// The names that have to be resolved.
  var names: Set<String> {
    Set(
      all.compactMap { place in
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
      + "tcp://{service}.example:7400 for all, router=ipc for the run directory, or "
      + "router@helsinki=tcp://10.0.0.3:7400 for a region. Services: "
      + ServiceName.allCases.map(\.rawValue).joined(separator: ", ") + "."
  }
}

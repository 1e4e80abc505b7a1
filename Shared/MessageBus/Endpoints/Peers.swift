import Messages

/// Where the instances of each service are, as configured: in the run directory, unless it is said
/// otherwise.
///
/// The text has entries between spaces:
///
/// | entry | instances |
/// |---|---|
/// | `router=tcp://10.0.0.2:7400` | this one; for several instances several entries |
/// | `router=tcp://router.example:7400` | each address of the name |
/// | `router=srv://_router._tcp.example` | each address of each SRV record, at its port |
/// | `router=ipc` | those of the run directory, beside a service's addresses |
/// | `router@helsinki=tcp://10.0.0.3:7400` | one of a region; in the run directory they are found |
/// | `tcp://{service}:7400` | of every other service, by its name |
package struct Peers: Sendable {
  enum Location: Sendable, Hashable { case runDirectory, tcp(TCPAddress), records(String) }

  private var locations: [ServiceName: [Location]] = [:]
  private var regional: [ServiceName: [(region: RegionName, location: Location)]] = [:]

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
      let location = try Self.location(entry[entry.index(after: equals)...], of: service, in: entry)
      if name.count == 1 {
        locations[service, default: []].append(location)
      } else {
        guard let region = RegionName(name[1]), service.isRegional, location != .runDirectory else {
          throw PeersError(entry: String(entry))
        }
        regional[service, default: []].append((region, location))
      }
    }
    for service in ServiceName.allCases where locations[service] == nil && !forAll.isEmpty {
      locations[service] = try forAll.map { entry throws(PeersError) in
        try Self.location(entry, of: service, in: entry)
      }
    }
  }

  /// Where to look, and which region is there; no region for the run directory, where instances
  /// themselves say theirs.
  func locations(of service: ServiceName) -> [(region: RegionName?, location: Location)] {
    (locations[service] ?? [.runDirectory]).map { (nil, $0) }
      + (regional[service] ?? []).map { ($0.region, $0.location) }
  }

  private var all: [Location] {
    locations.values.flatMap(\.self) + regional.values.flatMap { $0.map(\.location) }
  }

  /// Whether any service is reached over TCP.
  package var isRemote: Bool { all.contains { $0 != .runDirectory } }

  /// The names that have to be resolved.
  var names: Set<String> {
    Set(
      all.compactMap { location in
        switch location {
        case .runDirectory: nil
        case .tcp(let address): address.isNumeric ? nil : address.host
        case .records(let name): NameResolver.recordsScheme + name
        }
      })
  }

  private static func location(
    _ text: Substring, of service: ServiceName, in entry: Substring
  ) throws(PeersError) -> Location {
    if text == "ipc" { return .runDirectory }
    let text = text.split(separator: "{service}", omittingEmptySubsequences: false)
      .joined(separator: "\(service)")
    if text.hasPrefix(NameResolver.recordsScheme) {
      let name = text.dropFirst(NameResolver.recordsScheme.count)
      guard ServiceRecords.isName(name) else { throw PeersError(entry: String(entry)) }
      return .records(String(name))
    }
    guard text.hasPrefix("tcp://"), let address = TCPAddress(text) else {
      throw PeersError(entry: String(entry))
    }
    return .tcp(address)
  }
}

/// An entry of a configuration of peers that is not understood.
package struct PeersError: Error, Hashable, CustomStringConvertible {
  package let entry: String

  package var description: String {
    "“\(entry)” is not the place of a service: write router=tcp://10.0.0.2:7400, "
      + "tcp://{service}.example:7400 or srv://_{service}._tcp.example for all, router=ipc for "
      + "the run directory, or "
      + "router@helsinki=tcp://10.0.0.3:7400 for a region. Services: "
      + ServiceName.allCases.map(\.rawValue).joined(separator: ", ") + "."
  }
}

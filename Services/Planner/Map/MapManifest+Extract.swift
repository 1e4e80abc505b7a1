import Messages
import OpenStreetMap
import ServiceRuntime

extension MapManifest {
  /// Describes an extract; reads all of it, twice where the country is not given.
  ///
  /// - Throws: `MapFileError`.
  package init(
    of file: MapFile, fingerprint: String, timeZone: String, country: MapCountry?
  ) throws {
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    let country = try country ?? MapCountry(of: file)
    self.init(
      source: fingerprint,
      map: MapInfo(
        name: name, box: try file.boundingBox(), timeZone: timeZone, country: country?.code,
        state: country?.state))
  }
}

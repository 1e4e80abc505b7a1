import Geography
import MapFiles
import Messages
import OpenStreetMap

extension MapManifest {
  /// Describes an extract; reads all of it, twice where the country is not given.
  ///
  /// - Throws: `MapFileError`.
  package init(
    of file: MapFile, fingerprint: String, zone: ZoneChoice, country: MapCountry?
  ) throws {
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    let country = try country ?? MapCountry(of: file)
    let box = try file.boundingBox()
    self.init(
      source: fingerprint,
      map: MapInfo(
        name: name, box: box, timeZone: zone.zone(of: country?.code, around: box.center),
        country: country?.code, state: country?.state))
  }
}

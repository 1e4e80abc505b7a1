import Countries
import Geography
package import MapFiles
import Messages
package import OpenStreetMap

extension MapManifest {
  /// Describes an extract; reads all of it twice. A country that is not given is the one that the
  /// addresses name, else that of the time zone.
  ///
  /// - Throws: `MapFileError`.
  package init(
    of file: MapFile, fingerprint: String, zone: ZoneChoice, country: MapCountry?
  ) throws {
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    let votes = try CountryVotes(of: file)
    let box = try file.boundingBox()
    let country = country ?? votes.mapCountry ?? zone.country(of: box).map(votes.inCountry)
    let clock = zone.clock(of: box, country: country?.code, named: votes.zone)
    self.init(
      source: fingerprint,
      map: MapInfo(
        name: name, box: box, timeZone: clock.zone,
        otherTimeZones: clock.others.isEmpty ? nil : clock.others, country: country?.code,
        state: country?.state, date: try MapDate(of: file)))
  }
}

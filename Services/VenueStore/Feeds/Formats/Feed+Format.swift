import Messages

extension Feed {
  /// The reader of its documents; `nil` for an OpenStreetMap extract, which is not a list of rows.
  var reader: FeedReader? {
    switch format {
    case .openBreweryDB: OpenBreweryDB.reader
    case .campus, .csv: CampusJSON(mapping ?? FeedMapping()).reader
    case .foursquare: FoursquareJSON.reader
    case .geojson: GeoJSONPoints.reader
    case .schemaOrg: SchemaOrgJSON.reader
    case .osm: nil
    }
  }
}

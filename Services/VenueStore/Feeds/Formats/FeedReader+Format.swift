import Messages

extension Feed {
  /// How its documents are read; `nil` for an OpenStreetMap extract, which is no list of rows.
  var reader: FeedReader? {
    switch format {
    case .openBreweryDB: OpenBreweryDB.reader
    case .campus: CampusJSON(mapping ?? FeedMapping()).reader
    case .foursquare: FoursquareJSON.reader
    case .geojson: GeoJSONPoints.reader
    case .osm: nil
    }
  }
}

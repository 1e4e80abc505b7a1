/// Short forms in English addresses.
enum EnglishAbbreviations {
  static let rows: [Abbreviations.Row] = streetTypes + directions + ordinals + names

  private static let streetTypes: [Abbreviations.Row] = [
    "alley aly al", "avenue ave av", "boulevard blvd bd boul bvd", "bypass byp",
    "causeway cswy", "circle cir circ", "close cl", "court ct crt", "crescent cres cr",
    "crossing xing", "drive dr drv", "embankment emb", "esplanade esp", "expressway expy",
    "extension ext", "freeway fwy", "highway hwy hgwy", "lane ln la", "loop lp", "mews mws",
    "parade pde", "parkway pkwy pky", "path pth", "pike pk", "place pl", "quay qy", "road rd",
    "route rte rt", "row rw", "square sq sqr", "street st str", "terrace ter terr tce",
    "trail trl tr", "turnpike tpke", "walk wlk", "way wy",
  ].map { Abbreviations.Row($0, .streetType) }

  private static let directions: [Abbreviations.Row] = [
    "north n", "south s", "east e", "west w", "northeast ne", "northwest nw", "southeast se",
    "southwest sw",
  ].map { Abbreviations.Row($0) }

  private static let ordinals: [Abbreviations.Row] = [
    "first 1st", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th",
    "seventh 7th", "eighth 8th", "ninth 9th", "tenth 10th", "eleventh 11th", "twelfth 12th",
    "thirteenth 13th", "fourteenth 14th", "fifteenth 15th", "sixteenth 16th",
    "seventeenth 17th", "eighteenth 18th", "nineteenth 19th", "twentieth 20th",
  ].map { Abbreviations.Row($0) }

  private static let names: [Abbreviations.Row] = [
    "saint st", "sainte ste", "fort ft", "doctor dr", "junior jr", "senior sr", "and und et ja",
    "building bldg", "hospital hosp", "university univ", "international intl", "company co",
    "church ch", "school sch", "avenida avda av", "national natl", "memorial meml",
    "theatre theater", "bridge brg", "center ctr centre cntr", "garden gdn", "gardens gdns gdn",
    "green grn", "grove grv gr", "heights hts", "hill hl", "junction jct", "manor mnr",
    "mount mt", "mountain mtn", "park pk", "plaza plz plza", "point pt", "ridge rdg",
    "station stn sta", "valley vly", "view vw", "village vlg",
  ].map { Abbreviations.Row($0) }
}

/// Short forms in German, French, Finnish, Swedish, Italian, Spanish and Portuguese addresses, and
/// the ends of compound words such as "Hauptstr.".
enum EuropeanAbbreviations {
  static let rows: [Abbreviations.Row] = [
    "strasse str", "platz pl", "allee al", "gasse g", "weg wg", "brucke br", "sankt st skt",
    "doktor dr", "professor prof", "bahnhof bhf", "hauptbahnhof hbf", "chaussee ch",
    "rue r", "chemin ch che", "impasse imp", "quai q", "route rte", "faubourg fbg fg",
    "passage pass", "escalier esc", "general gen gal",
    "katu k", "tie t", "kuja kj", "polku p", "rautatieasema rautatieas",
    "gatan g gata", "vagen v vag", "via v", "piazza pza p", "viale vle", "corso cso",
    "calle c cl", "avenida av avda", "plaza pl pza", "paseo po", "carretera ctra",
    "rua r", "praca pca", "travessa tv trav", "triq trq", "vjal vj",
  ].map { Abbreviations.Row($0, isStreetType($0) ? .streetType : .other) }

  private static func isStreetType(_ row: String) -> Bool {
    !["sankt", "doktor", "professor", "general", "hauptbahnhof"].contains { row.hasPrefix($0) }
  }

  /// Ends of compound words: the full one, then the short.
  static let compoundEnds: [(full: [UInt32], short: [UInt32])] = [
    ("strasse", "str"), ("platz", "pl"), ("gatan", "g"), ("vagen", "v"), ("katu", "k"),
    ("straat", "str"), ("brucke", "br"),
  ].map { (Letters.of($0.0), Letters.of($0.1)) }
}

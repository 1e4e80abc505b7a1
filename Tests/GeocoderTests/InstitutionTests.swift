import Messages
import TestSupport
import Testing

@testable import Geocoder

/// The words for institutions stand for each other in a name, whatever language it is in.
@Suite struct InstitutionTests {
  /// What a map calls one, its tag, and its words in other languages, from their dictionaries.
  private static let table: [(name: String, tag: String, words: String)] = [
    (
      "University of Orlin", "amenity=university",
      "universität université universidad università universidade universiteit yliopisto "
        + "universitet uniwersytet univerzita egyetem университет uni"
    ),
    (
      "Orlin Hospital", "amenity=hospital",
      "krankenhaus hôpital ospedale ziekenhuis sairaala sjukhus sykehus szpital nemocnice kórház "
        + "больница"
    ),
    (
      "Orlin Library", "amenity=library",
      "bibliothek bibliothèque biblioteca bibliotheek kirjasto bibliotek biblioteka knihovna "
        + "könyvtár библиотека"
    ),
    (
      "Orlin Museum", "tourism=museum",
      "musée museo museu museet muzeum múzeum muzeu музей"
    ),
    (
      "Orlin Theatre", "amenity=theatre",
      "theater théâtre teatro teatteri teater teatr divadlo színház театр"
    ),
    (
      "Orlin Airport", "aeroway=aerodrome",
      "flughafen aéroport aeropuerto aeroporto luchthaven lentoasema flygplats lufthavn lotnisko "
        + "letiště repülőtér аэропорт"
    ),
    (
      "Orlin Cathedral", "building=cathedral",
      "kathedrale cathédrale catedral cattedrale kathedraal katedraali domkyrka katedra собор"
    ),
    (
      "Orlin Castle", "historic=castle",
      "burg schloss château castillo castello castelo kasteel slott borg hrad zamek замок"
    ),
    (
      "Orlin Palace", "historic=palace",
      "palast palais palacio palazzo palácio paleis palatsi palats pałac palác дворец"
    ),
    (
      "Orlin Church", "amenity=place_of_worship",
      "kirche église iglesia chiesa igreja kerk kirkko kyrka kirke kościół kostel церковь"
    ),
    (
      "Orlin Monastery", "historic=monastery",
      "kloster monastère monasterio monastero mosteiro klooster luostari klasztor klášter монастырь"
    ),
    ("Orlin Park", "leisure=park", "parc parque parco puisto парк"),
    (
      "Orlin Cemetery", "landuse=cemetery",
      "friedhof cimetière cementerio cimitero cemitério begraafplaats hautausmaa kyrkogård "
        + "kirkegård cmentarz hřbitov кладбище"
    ),
    ("Orlin Tower", "man_made=tower", "turm torre toren torni tårn wieża věž башня"),
    ("Orlin Stadium", "leisure=stadium", "stadion stade estadio stadio estádio стадион"),
    (
      "Orlin Embassy", "office=embassy",
      "botschaft ambassade embajada ambasciata embaixada lähetystö ambassad ambasada посольство"
    ),
    (
      "Orlin Fountain", "amenity=fountain",
      "brunnen fontaine fuente fontana fontein suihkulähde fontanna фонтан"
    ),
    ("Orlin Bridge", "man_made=bridge", "brücke pont puente ponte brug silta most мост"),
    (
      "Orlin Market", "amenity=marketplace",
      "markt marché mercado mercato marknad targ рынок"
    ),
    (
      "Orlin Garden", "leisure=garden",
      "garten jardin jardín giardino jardim tuin trädgård ogród zahrada сад"
    ),
    (
      "Orlin School", "amenity=school",
      "schule école escuela scuola escola koulu skola skole szkoła škola школа"
    ),
    (
      "Orlin Chapel", "building=chapel",
      "kapelle chapelle capilla cappella capela kappeli kapell kaplica часовня"
    ),
    ("Orlin Zoo", "tourism=zoo", "tiergarten tierpark zoologico dierentuin зоопарк"),
    ("Orlin Gallery", "tourism=gallery", "galerie galería galleria galeria galleri галерея"),
  ]

  /// Each a kilometre from the next, so that another one is wrong.
  private static let town: TownBuilder = {
    var town = TownBuilder()
    for (number, row) in table.enumerated() {
      let (key, value) = (row.tag.prefix { $0 != "=" }, row.tag.drop { $0 != "=" }.dropFirst())
      town.node(["name": row.name, String(key): String(value)], 1_000 * Double(number), 0)
    }
    return town
  }()

  @Test("each institution is found by its word in any language, and is sure")
  func words() throws {
    try SmallTown.search(Self.town.map) { searcher in
      for row in Self.table {
        for word in row.words.split(separator: " ") {
          for text in ["\(word) Orlin", "Orlin \(word)"] {
            let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
            #expect(
              hit?.label.hasPrefix(row.name) == true && hit?.confidence ?? 0 >= 0.5,
              "\(text) is \(String(describing: hit))")
          }
        }
      }
    }
  }

  @Test("the name as it was typed comes before the same in another language")
  func typed() throws {
    var town = Self.town
    town.node(["name": "Kasteel Orlin", "amenity": "pub"], 0, 5_000)
    try SmallTown.search(town.map) { searcher in
      for (text, label) in [("Kasteel Orlin", "Kasteel Orlin"), ("Orlin Castle", "Orlin Castle")] {
        let hits = try searcher.search(GeocodeRequest(text: text)).hits
        #expect(hits.first?.label.hasPrefix(label) == true, "\(hits)")
        #expect(hits.dropFirst().allSatisfy { $0.confidence < 0.5 }, "\(hits)")
      }
    }
  }
}

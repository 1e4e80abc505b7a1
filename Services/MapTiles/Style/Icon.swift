/// An icon of the map, named by the class of a point of interest in the OpenMapTiles schema.
struct Icon {
  let name: String
  /// SVG within a square of `size`.
  let drawing: String

  /// Pixels of a side.
  static let size = 20

  private init(name: String, drawing: String) {
    self.name = name
    self.drawing = drawing
  }

  /// A white figure on a disc.
  private init(_ name: String, _ color: String, _ figure: String) {
    self.init(
      name: name,
      drawing: "<circle cx=\"10\" cy=\"10\" r=\"8\" fill=\"\(color)\"/>"
        + "<g fill=\"none\" stroke=\"#fff\" stroke-width=\"1.4\" stroke-linecap=\"round\" "
        + "stroke-linejoin=\"round\">\(figure)</g>")
  }

  /// A line through points, filled if it is closed.
  private static func path(_ data: String, fill: Bool = false) -> String {
    "<path d=\"\(data)\"\(fill ? " fill=\"#fff\"" : "")/>"
  }

  // Quiet enough for both themes: routes and pins are what shows.
  private static let transport = "#4f7cac"
  private static let food = "#b07d4f"
  private static let nature = "#5d9464"
  private static let culture = "#8a74a6"
  private static let health = "#b5605c"
  private static let service = "#7d8590"

  private static let train = path("M6.5 5.5h7v6.5h-7zM6.5 9h7M8 12l-1.5 2.5M12 12l1.5 2.5")
  private static let cup = path(
    "M6 7h6.5v4.5a2 2 0 0 1-2 2h-2.5a2 2 0 0 1-2-2zM12.5 8h1.5v2.5h-1.5")
  private static let tree = path("M10 14.5v-3M10 5l-3.5 6.5h7z", fill: true)
  private static let bag = path("M6.5 8h7l.5 6h-8zM8 8a2 2 0 0 1 4 0")

  static let all: [Icon] = [
    Icon("railway", transport, train),
    Icon("bus", transport, path("M6 6h8v7h-8zM6 10h8M7.5 13v1.2M12.5 13v1.2")),
    Icon("airport", transport, path("M10 5v10M5.5 10.5l4.5-2.5 4.5 2.5M8 15l2-1 2 1")),
    Icon("ferry_terminal", transport, path("M5.5 10.5h9l-1.5 3.5h-6zM10 10.5v-5l3 3.5")),
    Icon(
      "fuel", transport,
      path("M6.5 14.5v-9h4.5v9zM6.5 8.5h4.5M11 10h1.5v3.5a.8.8 0 0 0 1.5 0v-5.5")),
    Icon("parking", transport, path("M8 14.5v-9h2.8a2.6 2.6 0 0 1 0 5.2h-2.8")),
    Icon("cafe", food, cup),
    Icon("bakery", food, path("M5.5 12c0-3 2-5 4.5-5s4.5 2 4.5 5zM8.5 9l-.5 2.5M11.5 9l.5 2.5")),
    Icon(
      "restaurant", food,
      path("M7.5 5.5v9M6 5.5v2.5a1.5 1.5 0 0 0 3 0v-2.5M12.5 14.5v-9c1.5 1 1.5 4 0 5")),
    Icon("fast_food", food, path("M6 9a4 3 0 0 1 8 0zM6 11.3h8M6.5 13.5h7")),
    Icon("beer", food, path("M6.5 7h5v7h-5zM11.5 8.5h2v4h-2M8.2 9v3M10 9v3")),
    Icon("bar", food, path("M6 6h8l-4 4.5zM10 10.5v4M8 14.5h4")),
    Icon("ice_cream", food, path("M7.5 9.5l2.5 5 2.5-5M7 9.5a3 3 0 1 1 6 0z")),
    Icon("park", nature, tree), Icon("campsite", nature, path("M10 6l-4.5 8h9zM10 10l-2 4h4z")),
    Icon(
      "zoo", nature,
      path(
        "M7.5 12.5a2.5 2.2 0 0 1 5 0c0 2-5 2-5 0z"
          + "M6.5 9.5v.1M8.7 7.3v.1M11.3 7.3v.1M13.5 9.5v.1"
      )),
    Icon("golf", nature, path("M8 14.5v-9l5 2.5-5 2.5")),
    Icon("playground", nature, path("M6 14.5l2.5-8.5h3l2.5 8.5M10 6v5M8.7 11h2.6")),
    Icon("cemetery", nature, path("M7 14.5v-6a3 3 0 0 1 6 0v6zM10 8.5v3.5M8.8 9.8h2.4")),
    Icon("stadium", nature, path("M5.5 10a4.5 3 0 0 0 9 0a4.5 3 0 0 0-9 0M10 7v6")),
    Icon(
      "swimming", nature, path("M5.5 11q1.5-1.5 3 0t3 0 3 0M5.5 13.5q1.5-1.5 3 0t3 0 3 0M8 9l3-3")
    ),
    Icon("harbor", nature, path("M10 6v8.5M6 11c.5 2.5 2 3.5 4 3.5s3.5-1 4-3.5M8.5 8.5h3")),
    Icon(
      "museum", culture, path("M5.5 8.5l4.5-3 4.5 3zM7 9v4.5M10 9v4.5M13 9v4.5M5.5 14h9")),
    Icon(
      "attraction", culture,
      path(
        "M10 5.5l1.3 3 3.2.3-2.4 2.1.7 3.2-2.8-1.7-2.8 1.7.7-3.2-2.4-2.1 3.2-.3"
          + "z", fill: true)),
    Icon(
      "castle", culture,
      path(
        "M6 14v-8h1.8v1.5h1.3v-1.5h1.8v1.5h1.3v-1.5h1.8v8zM9 14"
          + "v-2.5h2v2.5")),
    Icon("monument", culture, path("M8.5 13l.7-7.5h1.6l.7 7.5zM7 14.5h6")),
    Icon(
      "theatre", culture,
      path("M6 6.5q4 1.5 8 0v4q-1 4-4 4t-4-4zM8.3 9h.1M11.7 9h.1M8.3 11.5q1.7 1.5 3.4 0")),
    Icon("cinema", culture, path("M5.5 7.5h6v5.5h-6zM11.5 10l3-2v4.5l-3-2")),
    Icon("art_gallery", culture, path("M6 6.5h8v7h-8zM6.5 12.5l2.5-3 2 2 1-1 1.5 2")),
    Icon(
      "library", culture,
      path("M10 7.5q-2-1.5-4.5-1v7q2.5-.5 4.5 1 2-1.5 4.5-1v-7q-2.5-.5-4.5 1v7")),
    Icon("college", culture, path("M5 8.5l5-2.5 5 2.5-5 2.5zM7 9.8v3q3 2 6 0v-3")),
    Icon("school", culture, path("M6 14v-5l4-3 4 3v5zM9 14v-2.5h2v2.5")),
    Icon(
      "place_of_worship", culture,
      path("M7 14.5v-4.5l3-2.5 3 2.5v4.5zM10 7.5v-2.5M9 6h2")),
    Icon("hospital", health, path("M10 6v8M6 10h8")),
    Icon("pharmacy", health, path("M10 7v6M7 10h6")),
    Icon(
      "grocery", service,
      path("M5.5 6h1.5l1.3 5.5h4.7l1-4h-6.5M8.7 13.8h.1M12.3 13.8h.1")),
    Icon("shop", service, bag),
    Icon(
      "lodging", service,
      path("M5.5 14v-7M5.5 12.5h9v1.5M14.5 12.5v-1.5a2 2 0 0 0-2-2h-4.5v3.5")),
    Icon("bank", service, path("M6 9l4-3 4 3zM7 9.5v3.5M10 9.5v3.5M13 9.5v3.5M6 14h8")),
    Icon("post", service, path("M5.5 7h9v6.5h-9zM5.5 7.5l4.5 3.5 4.5-3.5")),
    Icon("town_hall", service, path("M6 14v-5h8v5zM6 9l4-2.5 4 2.5M10 6.5v-1.5M10 14v-2.5")),
    Icon("police", service, path("M10 5.5l4 1.5q0 5.5-4 7.5-4-2-4-7.5z")),
    Icon(
      "fire_station", service,
      path("M10 5.5q4 4 3 6.5-1 2.5-3 2.5t-3-2.5q-.5-2 1.5-3.5 0 1.5 1 1.5.8-1.5.5-4.5")),
    Icon(name: "dot", drawing: "<circle cx=\"10\" cy=\"10\" r=\"3\" fill=\"\(service)\"/>"),
    Icon(
      name: "oneway",
      drawing: "<path d=\"M4 10h10M10.5 6.5l3.5 3.5-3.5 3.5\" fill=\"none\" "
        + "stroke=\"#8b95a3\" stroke-width=\"1.6\" stroke-linecap=\"round\" "
        + "stroke-linejoin=\"round\"/>"),
  ]
}

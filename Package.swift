// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

/// One strict set of rules for every Swift module: language mode 6, warnings are errors.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Test targets are built as they are written in release, too: the modules that they call are
/// optimized, and compile twice as fast as the tests would. Nobody imports a test, so that its
/// declarations need no type checker of their own beforehand, which would be a sixth of the work.
let testing =
  strict + [
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
  ]

/// A module of `Shared/`.
func shared(
  _ name: String, uses dependencies: [Target.Dependency] = [], resources: [Resource] = [],
  without excluded: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Shared/\(name)",
    exclude: ["README.md"] + excluded, resources: resources, swiftSettings: strict)
}

/// A system library of Debian's, reached through a module map and a shim of `static inline`
/// wrappers.
func systemLibrary(_ name: String) -> Target {
  .systemLibrary(name: name, path: "Shared/\(name)")
}

/// A service: the library `Name` holds everything a test may want, the executable is its doorstep.
func service(
  _ name: String, uses dependencies: [Target.Dependency] = [], resources: [Resource] = [],
  without excluded: [String] = [], plugins: [Target.PluginUsage] = []
) -> [Target] {
  let path = "Services/\(name)"
  return [
    .target(
      name: name,
      dependencies: [
        "Algorithms", "CommandLineKit", "Files", "Geography", "Hashing", "JSON", "MapFiles",
        "MessageBus", "Messages", "ServiceRuntime", "Time",
      ] + dependencies,
      path: path, exclude: ["Main", "README.md"] + excluded, resources: resources,
      swiftSettings: strict, plugins: plugins),
    .executableTarget(
      name: "\(name)Main", dependencies: [.byName(name: name), "ServiceRuntime"],
      path: "\(path)/Main", swiftSettings: strict),
  ]
}

func tests(
  _ name: String, uses dependencies: [Target.Dependency], without excluded: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)Tests",
    exclude: excluded, swiftSettings: testing)
}

/// Names the executable that a service's doorstep becomes.
func executable(_ name: String, of target: String) -> Product {
  .executable(name: name, targets: [target])
}

let package = Package(
  name: "QuickBrew",
  products: [
    executable("geocoder", of: "GeocoderMain"),
    executable("router", of: "RouterMain"),
    executable("venue-store", of: "VenueStoreMain"),
    executable("shop-search", of: "ShopSearchMain"),
    executable("geofence-monitor", of: "GeofenceMonitorMain"),
    executable("planner", of: "PlannerMain"),
    executable("map-tiles", of: "MapTilesMain"),
    executable("web-gateway", of: "WebGatewayMain"),
    executable("quickbrew", of: "QuickBrewMain"),
    executable("quickbrew-bench", of: "BenchmarksMain"),
  ],
  targets: [
    // What everybody may use, in layers: each uses only what stands above it here. Nothing here
    // knows a service. The ground: coordinates, time, JSON, hashes, files.
    shared("Geography", uses: ["Algorithms", "Memberwise"]),
    shared("Time", uses: ["Memberwise"]),
    shared("JSON"),
    shared("Hashing", uses: ["CCrypto"]),
    shared("Algorithms"),
    shared("Files", uses: ["Memberwise"]),
    // The macro writes the initializers that Swift makes for internal structs only.
    shared("Memberwise", uses: ["MemberwiseMacro"]),
    .macro(
      name: "MemberwiseMacro", dependencies: ["StructSource"], path: "Shared/MemberwiseMacro",
      exclude: ["README.md"], swiftSettings: strict),
    shared("StructSource"),
    // Libraries about one subject.
    shared("Areas", uses: ["Geography", "Memberwise"]),
    shared("FoldedText"),
    shared(
      "PlaceWords", uses: ["FoldedText"], resources: [.embedInCode("Words")],
      without: ["gather.py"]),
    shared("OpeningHours", uses: ["CTables", "Geography", "Time"]),
    shared("Phrases", without: ["EmbedPhrases", "sheet.py"]),
    .plugin(
      name: "EmbedPhrases", capability: .buildTool(), path: "Shared/Phrases/EmbedPhrases",
      exclude: ["embed"]),
    shared("SQL", uses: ["Memberwise"]),
    shared("SQLite", uses: ["SQL", "CSQLite"]),
    shared("PostgreSQL", uses: ["SQL", "CPostgreSQL"]),
    shared("Interchange", uses: ["Geography", "Memberwise", "CExpat"]),
    shared("QRCodes", uses: ["CQREncode"]),
    shared("OpenStreetMap", uses: ["Geography", "Hashing", "Memberwise", "COsmium"]),
    shared("Countries", uses: ["CTables", "Geography", "OpenStreetMap"]),
    // The contract between services, and what is made of it.
    shared("Messages", uses: ["Geography", "Memberwise", "PlaceWords", "Time", "JSON"]),
    shared("Idempotency", uses: ["Hashing", "Messages", "SQL", "Time"]),
    // The bus, and what every executable stands on.
    shared("MessageBus", uses: ["Messages", "CAccept", "CResolver", "CZeroMQ"]),
    shared("Regions", uses: ["Algorithms", "Geography", "MessageBus", "Messages"]),
    shared("CommandLineKit", uses: ["Files", "Hashing", "MessageBus", "Messages", "Time"]),
    shared("MapFiles", uses: ["Files", "Geography", "Hashing", "Messages"]),
    shared("ServiceRuntime", uses: ["CCurl", "CommandLineKit", "MessageBus", "Messages", "Time"]),
    shared(
      "Stores",
      uses: ["CommandLineKit", "Hashing", "MessageBus", "Messages", "PostgreSQL", "SQL", "SQLite"]),

    // C and C++ libraries of the distribution.
    systemLibrary("CCrypto"),
    systemLibrary("CCurl"),
    systemLibrary("CExpat"),
    systemLibrary("CZeroMQ"),
    systemLibrary("CSQLite"),
    systemLibrary("CPostgreSQL"),
    systemLibrary("CMicroHTTPD"),
    systemLibrary("CQREncode"),
    systemLibrary("CZlib"),
    systemLibrary("CResolver"),
    .target(
      name: "CAccept", path: "Shared/CAccept", exclude: ["README.md"],
      cSettings: [.unsafeFlags(["-std=gnu23"])]),
    // Tables that the compiler embeds: in no time in C, in minutes in Swift.
    .target(
      name: "CTables", path: "Shared/CTables",
      exclude: [
        "README.md", "gather-holidays.py", "gather-zones.py", "holidays.txt", "zones.txt",
      ],
      cSettings: [.unsafeFlags(["-std=gnu23"])]),
    .target(
      name: "CMetis", path: "Shared/CMetis", exclude: ["README.md"],
      cSettings: [.define("_GNU_SOURCE"), .unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("metis")]),
    .target(
      name: "CFreeType", path: "Shared/CFreeType", exclude: ["README.md"],
      // FreeType's headers include one another by paths within their own folder.
      cSettings: [.unsafeFlags(["-O2", "-I/usr/include/freetype2"])],
      linkerSettings: [.linkedLibrary("freetype")]),
    .target(
      name: "COsmium", path: "Shared/COsmium", exclude: ["README.md"],
      cxxSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("z"), .linkedLibrary("bz2"), .linkedLibrary("expat")]),
  ]
    // The services. None uses another.
    + service(
      "Geocoder",
      uses: ["Countries", "OpenStreetMap", "FoldedText", "Phrases", "PlaceWords", "SQL", "SQLite"],
      without: ["Phrases"], plugins: ["EmbedPhrases"])
    + service(
      "Router", uses: ["Areas", "Countries", "OpenStreetMap", "OpeningHours", "Phrases", "CMetis"],
      without: ["Phrases"], plugins: ["EmbedPhrases"])
    + service(
      "VenueStore",
      uses: [
        "CCurl", "Idempotency", "OpenStreetMap", "PlaceWords", "PostgreSQL", "SQL", "SQLite",
        "Stores",
      ])
    + service("ShopSearch", uses: ["Areas", "OpeningHours", "FoldedText"])
    + service(
      "GeofenceMonitor",
      uses: ["Areas", "Idempotency", "Interchange", "SQL", "SQLite", "Stores"])
    + service(
      "Planner",
      uses: ["Countries", "Idempotency", "OpenStreetMap", "OpeningHours", "SQL", "Stores"])
    // Profile and style, like the gateway's page, are part of the executable, which then runs
    // wherever it is copied. A plugin makes one script of the page's modules.
    + service(
      "MapTiles", uses: ["CFreeType", "OpenStreetMap", "SQL", "SQLite"],
      resources: [.embedInCode("Profile")])
    + service(
      "WebGateway", uses: ["CCurl", "CMicroHTTPD", "CZlib", "QRCodes", "Regions"],
      without: ["BundlePage", "Page"], plugins: ["BundlePage"])
    + [
      .plugin(
        name: "BundlePage", capability: .buildTool(), path: "Services/WebGateway/BundlePage",
        exclude: ["bundle"])
    ]
    // The client speaks messages only.
    + [
      .target(
        name: "QuickBrew",
        dependencies: [
          "Algorithms", "CommandLineKit", "Files", "FoldedText", "Geography", "Interchange", "JSON",
          "MessageBus", "Messages", "OpeningHours", "Phrases", "PlaceWords", "QRCodes", "Regions",
          "Time",
        ],
        path: "Clients/QuickBrew", exclude: ["Main", "Phrases", "README.md"],
        resources: [.embedInCode("Assistants/Schemas")], swiftSettings: strict,
        plugins: ["EmbedPhrases"]),
      .executableTarget(
        name: "QuickBrewMain", dependencies: ["QuickBrew"],
        path: "Clients/QuickBrew/Main", swiftSettings: strict),
    ]
    // Tests mirror the modules.
    + [
      .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
      .target(
        name: "TestSupport",
        dependencies: [
          "CSpawn", "CommandLineKit", "Geography", "MessageBus", "Messages", "OpenStreetMap",
          "PostgreSQL", "SQL", "Stores",
        ],
        path: "Tests/TestSupport",
        swiftSettings: strict),
      // The measurements: `swift run -c release quickbrew-bench`.
      .target(
        name: "Benchmarks",
        dependencies: [
          "Areas", "CommandLineKit", "Countries", "FoldedText", "Geocoder", "GeofenceMonitor",
          "Geography", "JSON", "MessageBus", "Messages", "OpeningHours", "OpenStreetMap", "Planner",
          "Router", "ShopSearch", "TestSupport", "Time",
        ],
        path: "Tests/Benchmarks", exclude: ["Capacity", "Main", "Peers", "Questions"],
        swiftSettings: strict),
      .executableTarget(
        name: "BenchmarksMain", dependencies: ["Benchmarks"], path: "Tests/Benchmarks/Main",
        swiftSettings: strict),
      tests("Geography", uses: ["Geography", "TestSupport"]),
      tests("Time", uses: ["Time", "Messages", "TestSupport"]),
      tests("JSON", uses: ["JSON", "Messages", "TestSupport"]),
      tests("Hashing", uses: ["Hashing"]),
      tests("Files", uses: ["Files", "TestSupport"]),
      tests("Algorithms", uses: ["Algorithms", "TestSupport"]),
      tests("Idempotency", uses: ["Idempotency", "Messages", "SQL", "SQLite", "TestSupport"]),
      tests("CommandLineKit", uses: ["CommandLineKit", "TestSupport"]),
      tests("MapFiles", uses: ["MapFiles", "TestSupport"]),
      tests("StructSource", uses: ["StructSource"]),
      tests("Messages", uses: ["Messages", "TestSupport"]),
      tests("MessageBus", uses: ["MessageBus", "Messages", "TestSupport"]),
      tests(
        "Regions",
        uses: [
          "CommandLineKit", "Geography", "MessageBus", "Messages", "Regions", "TestSupport",
        ]),
      tests("ServiceRuntime", uses: ["ServiceRuntime", "TestSupport"]),
      tests("Areas", uses: ["Areas", "TestSupport"]),
      tests("Interchange", uses: ["Geography", "Interchange"]),
      tests("QRCodes", uses: ["QRCodes"]),
      tests("FoldedText", uses: ["FoldedText", "TestSupport"]),
      tests("PlaceWords", uses: ["FoldedText", "PlaceWords", "TestSupport"]),
      tests("OpenStreetMap", uses: ["OpenStreetMap", "TestSupport"]),
      tests("Countries", uses: ["Countries", "OpenStreetMap", "TestSupport"]),
      tests("Phrases", uses: ["Phrases"]),
      tests("OpeningHours", uses: ["OpeningHours", "OpenStreetMap", "TestSupport"]),
      tests("SQL", uses: ["SQL", "SQLite", "PostgreSQL", "Stores", "TestSupport"]),
      tests("Geocoder", uses: ["Benchmarks", "Geocoder", "FoldedText", "Phrases", "TestSupport"]),
      tests("Router", uses: ["Phrases", "Router", "TestSupport"]),
      tests(
        "VenueStore",
        uses: ["Idempotency", "PostgreSQL", "SQL", "SQLite", "TestSupport", "VenueStore"]),
      tests("ShopSearch", uses: ["OpeningHours", "ShopSearch", "TestSupport"]),
      tests("GeofenceMonitor", uses: ["Areas", "GeofenceMonitor", "TestSupport"]),
      tests("Planner", uses: ["Planner", "TestSupport"]),
      tests("MapTiles", uses: ["MapTiles", "OpenStreetMap", "SQL", "SQLite", "TestSupport"]),
      tests("WebGateway", uses: ["Geography", "JSON", "WebGateway", "TestSupport"]),
      // The store is the other half of what a device does while nobody answers.
      tests("QuickBrew", uses: ["QuickBrew", "VenueStore", "TestSupport"]),
      // All of it under one seed and one clock.
      tests(
        "Simulation",
        uses: [
          "GeofenceMonitor", "Geography", "Idempotency", "MessageBus", "Messages", "SQL",
          "ShopSearch", "Stores", "TestSupport", "Time", "VenueStore",
        ]),
      // The targets of `deploy/fuzz`, on the inputs that were found.
      tests(
        "Fuzz",
        uses: [
          "Geocoder", "Geography", "Hashing", "Interchange", "JSON", "MessageBus", "Messages",
          "OpeningHours", "OpenStreetMap", "Router", "SQL", "SQLite", "Time", "VenueStore",
          "WebGateway",
        ], without: ["Seeds", "fixtures.py"]),
      tests("System", uses: ["Geography", "Messages", "MessageBus", "TestSupport"]),
      tests("Style", uses: ["TestSupport"]),
    ],
  cxxLanguageStandard: .cxx17
)

// `deploy/demo` builds what it runs.
if Context.environment["QUICKBREW_BUILD"] == "product" {
  package.products.removeAll { $0.name == "quickbrew-bench" }
  package.targets.removeAll { $0.path?.hasPrefix("Tests/") == true }
}

// `deploy/fuzz` watches all but what runs within the compiler. Its own `main` is the library's.
if Context.environment["QUICKBREW_BUILD"] == "fuzz" {
  for target in package.targets where [.regular, .test].contains(target.type) {
    if target.name == "StructSource" { continue }
    let watched = ["-fsanitize=fuzzer-no-link,address"]
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(watched)]
    target.cxxSettings = (target.cxxSettings ?? []) + [.unsafeFlags(watched)]
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer,address"])]
    if target.name == "FuzzTests" { target.exclude.append("SeedTests.swift") }
  }
}

// `QUICKBREW_TESTS="Router Planner" swift test` builds those test modules and what they need, for
// the inner loop; "System" brings every executable along.
if let wanted = Context.environment["QUICKBREW_TESTS"]?.split(separator: " ").map(String.init) {
  let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  var left = wanted.map { "\($0)Tests" }
  left += package.targets.filter {
    $0.type == .plugin || $0.type == .macro || ($0.type == .executable && wanted.contains("System"))
  }.map(\.name)
  var kept: Set<String> = []
  while let name = left.popLast() {
    guard let target = targets[name], kept.insert(name).inserted else { continue }
    left += target.dependencies.compactMap {
      switch $0 {
      case .targetItem(let name, _), .byNameItem(let name, _): name
      default: nil
      }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { product in
    (product as? Product.Executable)?.targets.contains { !kept.contains($0) } ?? false
  }
}

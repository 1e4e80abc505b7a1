// swift-tools-version: 6.2

import PackageDescription

/// One strict set of rules for every Swift module: language mode 6, warnings are errors.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

/// A module of `Shared/`.
func shared(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Shared/\(name)", exclude: ["README.md"],
    swiftSettings: strict)
}

/// A system library of Debian's, reached through a module map and a shim of `static inline`
/// wrappers.
func systemLibrary(_ name: String) -> Target {
  .systemLibrary(name: name, path: "Shared/\(name)")
}

/// A service: the library `Name` holds everything a test may want, the executable is its doorstep.
func service(
  _ name: String, uses dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> [Target] {
  let path = "Services/\(name)"
  return [
    .target(
      name: name,
      dependencies: ["Geography", "Messages", "MessageBus", "ServiceRuntime"] + dependencies,
      path: path, exclude: ["Main", "README.md"], resources: resources, swiftSettings: strict),
    .executableTarget(
      name: "\(name)Main", dependencies: [.byName(name: name), "ServiceRuntime"],
      path: "\(path)/Main", swiftSettings: strict),
  ]
}

func tests(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)Tests",
    swiftSettings: strict)
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
    executable("web-gateway", of: "WebGatewayMain"),
    executable("quickbrew", of: "QuickBrewMain"),
  ],
  targets: [
    // What everybody may use. Nothing here knows a service.
    shared("Geography"),
    shared("Messages", uses: ["Geography"]),
    shared("MessageBus", uses: ["Messages", "CZeroMQ"]),
    shared("ServiceRuntime", uses: ["Messages", "MessageBus"]),
    shared("Areas", uses: ["Geography", "Messages"]),
    shared("FoldedText"),
    shared("OpenStreetMap", uses: ["Geography", "COsmium"]),
    shared("OpeningHours", uses: ["Geography", "Messages"]),
    shared("SQL", uses: ["Messages"]),
    shared("SQLite", uses: ["SQL", "CSQLite"]),
    shared("PostgreSQL", uses: ["SQL", "CPostgreSQL"]),

    // C and C++ libraries of the distribution.
    systemLibrary("CZeroMQ"),
    systemLibrary("CSQLite"),
    systemLibrary("CPostgreSQL"),
    systemLibrary("CMicroHTTPD"),
    systemLibrary("CMetis"),
    .target(
      name: "COsmium", path: "Shared/COsmium", exclude: ["README.md"],
      cxxSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("z"), .linkedLibrary("bz2"), .linkedLibrary("expat")]),
  ]
    // The services. None uses another.
    + service("Geocoder", uses: ["OpenStreetMap", "FoldedText", "SQL", "SQLite"])
    + service("Router", uses: ["OpenStreetMap", "CMetis"])
    + service("VenueStore", uses: ["OpenStreetMap", "SQL", "SQLite", "PostgreSQL"])
    + service("ShopSearch", uses: ["Areas", "OpeningHours", "FoldedText"])
    + service("GeofenceMonitor", uses: ["Areas", "SQL", "SQLite"])
    + service("Planner", uses: ["OpenStreetMap", "OpeningHours", "SQL", "SQLite"])
    // The page is part of the executable, which then runs wherever it is copied.
    + service("WebGateway", uses: ["CMicroHTTPD"], resources: [.embedInCode("Page")])
    // The client speaks messages only.
    + [
      .target(
        name: "QuickBrew",
        dependencies: ["Geography", "Messages", "MessageBus", "OpeningHours", "ServiceRuntime"],
        path: "Clients/QuickBrew", exclude: ["Main", "README.md"], swiftSettings: strict),
      .executableTarget(
        name: "QuickBrewMain", dependencies: ["QuickBrew"],
        path: "Clients/QuickBrew/Main", swiftSettings: strict),
    ]
    // Tests mirror the modules.
    + [
      .target(
        name: "TestSupport",
        dependencies: ["Geography", "OpenStreetMap", "PostgreSQL", "ServiceRuntime"],
        path: "Tests/TestSupport",
        swiftSettings: strict),
      tests("Geography", uses: ["Geography", "TestSupport"]),
      tests("Messages", uses: ["Messages", "TestSupport"]),
      tests("MessageBus", uses: ["MessageBus", "Messages", "TestSupport"]),
      tests("ServiceRuntime", uses: ["ServiceRuntime", "TestSupport"]),
      tests("Areas", uses: ["Areas", "TestSupport"]),
      tests("FoldedText", uses: ["FoldedText", "TestSupport"]),
      tests("OpenStreetMap", uses: ["OpenStreetMap", "TestSupport"]),
      tests("OpeningHours", uses: ["OpeningHours", "OpenStreetMap", "TestSupport"]),
      tests("SQL", uses: ["SQL", "SQLite", "PostgreSQL", "TestSupport"]),
      tests("Geocoder", uses: ["Geocoder", "FoldedText", "TestSupport"]),
      tests("Router", uses: ["Router", "TestSupport"]),
      tests("VenueStore", uses: ["VenueStore", "SQL", "SQLite", "PostgreSQL", "TestSupport"]),
      tests("ShopSearch", uses: ["OpeningHours", "ShopSearch", "TestSupport"]),
      tests("GeofenceMonitor", uses: ["Areas", "GeofenceMonitor", "TestSupport"]),
      tests("Planner", uses: ["Planner", "TestSupport"]),
      tests("WebGateway", uses: ["WebGateway", "TestSupport"]),
      // The store is the other half of what a device does while nobody answers.
      tests("QuickBrew", uses: ["QuickBrew", "VenueStore", "TestSupport"]),
      tests("System", uses: ["Geography", "Messages", "MessageBus", "TestSupport"]),
      tests("Style", uses: []),
    ],
  cxxLanguageStandard: .cxx17
)

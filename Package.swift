// swift-tools-version: 6.1
import PackageDescription

/// Swift 6 language mode everywhere; script/test fails on warnings.
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]

let package = Package(
  name: "Kartoteka",
  defaultLocalization: "en",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "kartoteka", targets: ["KartotekaMain"]),
    .executable(name: "kartoteka-bench", targets: ["KartotekaBench"]),
    // For a package of one's own: declarations; the server; the command line with both; tests; embedded resources.
    .library(name: "Kartoteka", targets: ["Kartoteka"]),
    .library(name: "KartotekaWeb", targets: ["KartotekaWeb"]),
    .library(name: "KartotekaCommand", targets: ["KartotekaCommand"]),
    .library(name: "KartotekaTestSupport", targets: ["KartotekaTestSupport"]),
    // Languages besides English, Polish and Russian.
    .library(name: "KartotekaGerman", targets: ["KartotekaGerman"]),
    .library(name: "KartotekaUkrainian", targets: ["KartotekaUkrainian"]),
    .plugin(name: "EmbedResources", targets: ["EmbedResources"]),
  ],
  traits: [
    .trait(
      name: "Geography", description: "The outlines of countries and the cities of the world: maps, choosing places."),
    .trait(name: "SampleData", description: "The command `mock`, and what generates its records."),
    .default(enabledTraits: ["Geography", "SampleData"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Without its trait ConfigurationSupport, which adds the module Configuration to each first build.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
  ],
  targets: [
    .target(name: "KartotekaModel", swiftSettings: settings),
    .target(
      name: "KartotekaGeography",
      dependencies: ["KartotekaModel", .target(name: "KartotekaWorldData", condition: .when(traits: ["Geography"]))],
      swiftSettings: settings),
    .target(
      name: "KartotekaWorldData", exclude: ["Data", "Resources"], swiftSettings: settings, plugins: ["EmbedResources"]),
    .target(
      name: "KartotekaServices",
      dependencies: [
        "KartotekaModel", "KartotekaGeography", .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .target(
      name: "KartotekaStore",
      dependencies: [
        "KartotekaModel", "COpenSSL", "CSQLiteSession",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .target(
      name: "KartotekaTransfer", dependencies: ["CZlib", "KartotekaModel", "KartotekaStore"], swiftSettings: settings),
    // Serving from PostgreSQL, and copies to and from it. libpq is loaded when it is needed.
    .target(
      name: "KartotekaPostgres", dependencies: ["COpenSSL", "KartotekaModel", "KartotekaStore"], swiftSettings: settings
    ),
    // Generated sample records, and the words that they are of.
    .target(
      name: "KartotekaSampleData", dependencies: ["KartotekaModel", "KartotekaStore", "KartotekaTransfer"],
      swiftSettings: settings),
    // Accounts: people, passwords, sessions, tokens, invitations.
    .target(
      name: "KartotekaPeople", dependencies: ["COpenSSL", "KartotekaModel", "KartotekaStore"], exclude: ["Resources"],
      swiftSettings: settings, plugins: ["EmbedResources"]),
    // HTTPS. libcrypto reads certificates: swift-certificates comes with a second copy of BoringSSL.
    .target(
      name: "KartotekaTLS",
      dependencies: [
        "COpenSSL", "KartotekaModel", .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .target(name: "KartotekaScreens", dependencies: ["KartotekaModel"], swiftSettings: settings),
    .target(
      name: "KartotekaApplication",
      dependencies: [
        "KartotekaModel", "KartotekaHTML", "KartotekaServices", "KartotekaStore", "KartotekaTransfer",
        "KartotekaScreens",
      ],
      swiftSettings: settings),
    // HTML: the writer, the components, style sheets and scripts, and the words of all screens.
    .target(
      name: "KartotekaHTML", dependencies: ["CZlib", "KartotekaModel", "KartotekaGeography", "KartotekaScreens"],
      exclude: ["Resources"], swiftSettings: settings, plugins: ["EmbedResources"]),
    // Libraries of the system: zlib, SQLite's session extension, and OpenSSL's libcrypto. swift-crypto takes minutes to
    // compile, for one hash.
    .systemLibrary(name: "CZlib"),
    .systemLibrary(name: "CSQLiteSession"),
    .systemLibrary(name: "COpenSSL"),
    // What API and pages have in common: requests, problems, checks, limits, compression, running applications.
    .target(
      name: "KartotekaHTTP",
      dependencies: [
        "CZlib", "KartotekaModel", "KartotekaServices", "KartotekaStore", "KartotekaTransfer", "KartotekaScreens",
        "KartotekaApplication", "KartotekaHTML", "KartotekaPeople",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .target(
      name: "KartotekaAPI",
      dependencies: [
        "KartotekaModel", "KartotekaStore", "KartotekaTransfer", "KartotekaScreens", "KartotekaApplication",
        "KartotekaHTML", "KartotekaHTTP", .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: settings),
    .target(
      name: "KartotekaPages",
      dependencies: [
        "KartotekaModel", "KartotekaGeography", "KartotekaServices", "KartotekaStore", "KartotekaTransfer",
        "KartotekaScreens", "KartotekaApplication", "KartotekaHTML", "KartotekaHTTP", "KartotekaPeople",
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: settings),
    .target(
      name: "KartotekaWeb",
      dependencies: [
        "KartotekaModel", "KartotekaServices", "KartotekaStore", "KartotekaScreens", "KartotekaApplication",
        "KartotekaHTTP", "KartotekaAPI", "KartotekaPages", "KartotekaPeople", "KartotekaTLS",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .target(
      name: "Kartoteka",
      dependencies: [
        "KartotekaModel", "KartotekaGeography", "KartotekaHTML", "KartotekaServices", "KartotekaStore",
        "KartotekaTransfer", "KartotekaScreens", "KartotekaApplication",
        .target(name: "KartotekaSampleData", condition: .when(traits: ["SampleData"])),
      ],
      swiftSettings: settings),
    .target(
      name: "UsersCRUD", dependencies: ["Kartoteka"], path: "Apps/UsersCRUD", exclude: ["Resources"],
      swiftSettings: settings, plugins: ["EmbedResources"]),
    .target(
      name: "Travellers", dependencies: ["Kartoteka"], path: "Apps/Travellers", exclude: ["Resources"],
      swiftSettings: settings, plugins: ["EmbedResources"]),
    .target(
      name: "Courses", dependencies: ["Kartoteka"], path: "Apps/Courses", exclude: ["Resources"],
      swiftSettings: settings, plugins: ["EmbedResources"]),
    .target(
      name: "Northwind", dependencies: ["Kartoteka"], path: "Apps/Northwind", exclude: ["Resources", "Sample"],
      swiftSettings: settings, plugins: ["EmbedResources"]),
    .target(
      name: "TravelMap", dependencies: ["Kartoteka"], path: "Apps/TravelMap", exclude: ["Resources"],
      swiftSettings: settings, plugins: ["EmbedResources"]),
    .target(
      name: "KartotekaCommand",
      dependencies: [
        "Kartoteka", "KartotekaHTML", "KartotekaHTTP", "KartotekaPeople", "KartotekaPostgres", "KartotekaTLS",
        "KartotekaTransfer", "KartotekaWeb",
        .target(name: "KartotekaSampleData", condition: .when(traits: ["SampleData"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    // Languages as packages add them, with what is public alone.
    .target(
      name: "KartotekaGerman", dependencies: ["Kartoteka"], exclude: ["Resources"], packageAccess: false,
      swiftSettings: settings, plugins: ["EmbedResources"]),
    .target(
      name: "KartotekaUkrainian", dependencies: ["Kartoteka"], exclude: ["Resources"], packageAccess: false,
      swiftSettings: settings, plugins: ["EmbedResources"]),
    .executableTarget(
      name: "KartotekaMain",
      dependencies: [
        "KartotekaCommand", "KartotekaGerman", "KartotekaUkrainian", "UsersCRUD", "Travellers", "Northwind",
        "TravelMap", "Courses",
      ],
      swiftSettings: settings),

    // What Tests/Bench measures that no command does. It isn't shipped.
    .executableTarget(
      name: "KartotekaBench", dependencies: ["Kartoteka", "UsersCRUD"],
      path: "Tests/Bench/KartotekaBench", swiftSettings: settings),

    // The examples of packages of one's own, which use only what is public. Built here, they share the build of the tests.
    .executableTarget(
      name: "Clinic", dependencies: ["KartotekaCommand"], path: "Examples/Clinic/Sources/Clinic",
      exclude: ["Resources"], packageAccess: false, swiftSettings: settings, plugins: ["EmbedResources"]),
    .testTarget(
      name: "ClinicTests", dependencies: ["Clinic", "KartotekaTestSupport"],
      path: "Examples/Clinic/Tests/ClinicTests", packageAccess: false, swiftSettings: settings),
    .executableTarget(
      name: "Choir", dependencies: ["KartotekaCommand", "KartotekaGerman"], path: "Examples/Choir/Sources/Choir",
      exclude: ["Resources"], packageAccess: false, swiftSettings: settings, plugins: ["EmbedResources"]),
    .testTarget(
      name: "ChoirTests", dependencies: ["Choir", "KartotekaTestSupport"],
      path: "Examples/Choir/Tests/ChoirTests", packageAccess: false, swiftSettings: settings),

    // An application of the browser tests. It isn't shipped.
    .executableTarget(
      name: "KartotekaTestSite",
      dependencies: [
        "Kartoteka", "KartotekaHTTP", "KartotekaWeb", .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/KartotekaTestSite", swiftSettings: settings),

    // What puts a target's Resources folder into its code.
    .plugin(name: "EmbedResources", capability: .buildTool(), dependencies: ["EmbedResourcesTool"]),
    .executableTarget(name: "EmbedResourcesTool", swiftSettings: settings),

    // A client for tests of servers. HummingbirdTesting's comes with async-http-client and what that depends on.
    .target(
      name: "HTTPTesting", dependencies: ["KartotekaServices", .product(name: "Hummingbird", package: "hummingbird")],
      path: "Tests/HTTPTesting", swiftSettings: settings),

    // The number of operations and seeds of random tests.
    .target(name: "RandomTests", path: "Tests/RandomTests", swiftSettings: settings),

    // What tests of several applications need.
    .target(
      name: "KartotekaTestSupport",
      dependencies: [
        "HTTPTesting", "Kartoteka", "KartotekaApplication", "KartotekaHTTP", "KartotekaModel", "KartotekaStore",
        "KartotekaWeb",
      ],
      path: "Tests/KartotekaTestSupport", swiftSettings: settings),
    .testTarget(
      name: "KartotekaModelTests",
      dependencies: ["KartotekaModel", "KartotekaScreens", "KartotekaApplication", "KartotekaStore", "RandomTests"],
      swiftSettings: settings),
    .testTarget(
      name: "KartotekaLanguagesTests",
      dependencies: [
        "KartotekaGerman", "KartotekaUkrainian", "KartotekaHTML", "KartotekaModel", "Courses", "Northwind", "TravelMap",
        "Travellers", "UsersCRUD",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "KartotekaGeographyTests", dependencies: ["KartotekaModel", "KartotekaGeography", "KartotekaWorldData"],
      swiftSettings: settings),
    .testTarget(
      name: "KartotekaServicesTests",
      dependencies: ["KartotekaServices", .product(name: "Hummingbird", package: "hummingbird")],
      swiftSettings: settings),
    .testTarget(
      name: "KartotekaStoreTests",
      dependencies: [
        "KartotekaServices", "KartotekaStore", "KartotekaTransfer", "KartotekaSampleData", "RandomTests",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "KartotekaPostgresTests",
      dependencies: [
        "HTTPTesting", "Kartoteka", "KartotekaHTTP", "KartotekaPages", "KartotekaPeople", "KartotekaPostgres",
        "KartotekaTransfer",
        "KartotekaWeb", "RandomTests", "Courses", "Northwind", "TravelMap", "Travellers", "UsersCRUD",
        .product(name: "GRDB", package: "GRDB.swift"), "CTestStart",
      ],
      swiftSettings: settings),
    // Runs before the first test.
    .target(name: "CTestStart", path: "Tests/CTestStart"),
    .testTarget(
      name: "KartotekaPeopleTests", dependencies: ["COpenSSL", "KartotekaModel", "KartotekaPeople", "KartotekaStore"],
      swiftSettings: settings),
    .testTarget(name: "KartotekaTLSTests", dependencies: ["HTTPTesting", "KartotekaTLS"], swiftSettings: settings),
    .testTarget(
      name: "KartotekaTransferTests",
      dependencies: [
        "CZlib", "KartotekaModel", "KartotekaServices", "KartotekaStore", "KartotekaTransfer", "KartotekaSampleData",
        "RandomTests",
      ],
      exclude: ["Spreadsheets/Files"],
      swiftSettings: settings),
    .testTarget(
      name: "KartotekaWebTests",
      dependencies: [
        "CZlib", "HTTPTesting", "Kartoteka", "KartotekaHTML", "KartotekaHTTP", "KartotekaAPI", "KartotekaPages",
        "KartotekaPeople", "KartotekaSampleData", "KartotekaTLS", "KartotekaTestSupport", "KartotekaWeb", "RandomTests",
        "Courses", "Northwind", "TravelMap", "Travellers", "UsersCRUD", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GeneratedDeclarationTests",
      dependencies: ["Kartoteka", "Courses", "Northwind", "TravelMap", "Travellers", "UsersCRUD"],
      exclude: ["everything.json"], swiftSettings: settings),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Kartoteka", "KartotekaWeb", .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(name: "UsersCRUDTests", dependencies: ["Kartoteka", "UsersCRUD"], swiftSettings: settings),
    .testTarget(
      name: "TravellersTests",
      dependencies: [
        "Kartoteka", "KartotekaTestSupport", "KartotekaWeb", "Travellers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CoursesTests",
      dependencies: [
        "Kartoteka", "KartotekaTestSupport", "KartotekaWeb", "Courses",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "NorthwindTests",
      dependencies: [
        "Kartoteka", "KartotekaHTML", "KartotekaTestSupport", "KartotekaTransfer", "KartotekaWeb", "Northwind",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TravelMapTests",
      dependencies: [
        "HTTPTesting", "Kartoteka", "KartotekaHTML", "KartotekaHTTP", "KartotekaPages", "KartotekaTestSupport",
        "KartotekaWeb", "TravelMap",
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "KartotekaCommandTests",
      dependencies: [
        "HTTPTesting", "Kartoteka", "KartotekaCommand", "KartotekaHTML", "KartotekaHTTP", "KartotekaMain",
        "KartotekaTLS", "KartotekaTransfer", "KartotekaWeb", "UsersCRUD", "Travellers",
      ],
      swiftSettings: settings),
  ]
)

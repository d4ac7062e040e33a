// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "choir",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "choir", targets: ["Choir"])],
  dependencies: [
    // In a package of your own: .package(url: "https://github.com/kartoteka/kartoteka.git", from: "0.2.0")
    .package(name: "kartoteka", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Choir",
      dependencies: [
        .product(name: "KartotekaCommand", package: "kartoteka"),
        .product(name: "KartotekaGerman", package: "kartoteka"),
      ],
      exclude: ["Resources"], plugins: [.plugin(name: "EmbedResources", package: "kartoteka")]),
    .testTarget(
      name: "ChoirTests",
      dependencies: ["Choir", .product(name: "KartotekaTestSupport", package: "kartoteka")]),
  ],
  swiftLanguageModes: [.v6]
)

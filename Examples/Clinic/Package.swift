// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "clinic",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "clinic", targets: ["Clinic"])],
  dependencies: [
    // In a package of your own: .package(url: "https://github.com/kartoteka/kartoteka.git", from: "0.2.0")
    .package(name: "kartoteka", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Clinic", dependencies: [.product(name: "KartotekaCommand", package: "kartoteka")],
      exclude: ["Resources"], plugins: [.plugin(name: "EmbedResources", package: "kartoteka")]),
    .testTarget(
      name: "ClinicTests",
      dependencies: ["Clinic", .product(name: "KartotekaTestSupport", package: "kartoteka")]),
  ],
  swiftLanguageModes: [.v6]
)

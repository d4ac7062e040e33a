import KartotekaModel

/// An application's name is none that the server's own addresses have: `/api`, `/health`.
struct AppNameReserved: AppRule {
  let id = "app-name-reserved"

  static let names: Set<String> = [
    "api", "apps", "assets", "health", "shortcuts", "search", "language", "favicon.svg", "favicon.ico", "robots.txt",
    "manifest.webmanifest",
  ]

  func faults(in app: AppDescription) -> [DescriptionFault] {
    Self.names.contains(app.name)
      ? [fault("The server needs the address /\(app.name) itself.", hint: "Choose another name.")] : []
  }
}

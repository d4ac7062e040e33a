import KartotekaModel

/// An application's name is none that the server's own addresses have: `/api`, `/health`.
package struct AppNameReserved: AppRule {
  package let id = "app-name-reserved"

  /// The names.
  package static let names: Set<String> = [
    "api", "apps", "assets", "health", "shortcuts", "search", "language", "favicon.svg", "favicon.ico", "robots.txt",
    "manifest.webmanifest",
  ]

  package func faults(in app: AppDescription) -> [DescriptionFault] {
    Self.names.contains(app.name)
      ? [fault("The server needs the address /\(app.name) itself.", hint: "Choose another name.")] : []
  }
}

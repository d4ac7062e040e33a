@_exported import Kartoteka
import KartotekaHTTP
@_exported import KartotekaWeb

import struct Foundation.URL

/// A program of one's own: the type that is marked `@main`. It has every command of `kartoteka`.
///
/// ```swift
/// import KartotekaCommand
///
/// @main
/// struct Clinic: KartotekaProgram {
///   static let apps = [clinic]
/// }
/// ```
/// `swift run Clinic` serves the applications; `swift run Clinic --help` lists the commands. A program with one application
/// serves it at `/`: that address leads to its first screen.
public protocol KartotekaProgram {
  /// The applications, in the order of the home screen.
  static var apps: [App] { get }
  /// The languages that it speaks besides English, Polish and Russian, in the order of menus. Empty by default.
  static var languages: [Language] { get }
  /// The name of the program in messages, and of its usual data folder; by default that of the executable file.
  static var name: String { get }
  /// The name of the product on screens, a key into the catalogue; by default the title of the only application, else
  /// "Kartoteka".
  static var title: String { get }
  /// The logo, an SVG file; nil for that of Kartoteka. It is shown on the home screen and in the tabs of browsers.
  static var logo: Data? { get }
  /// Functions around every request, the first one outermost; see `Server.Middleware`. Empty by default.
  static var middleware: [Server.Middleware] { get }
  /// Commands beside the platform's. Empty by default.
  static var commands: [Command] { get }
}

extension KartotekaProgram {
  /// The name of the executable file.
  public static var name: String {
    CommandLine.arguments.first.map { URL(filePath: $0).lastPathComponent } ?? "kartoteka"
  }

  /// No others.
  public static var languages: [Language] { [] }

  /// The title of the only application, else "Kartoteka".
  public static var title: String { apps.count == 1 ? apps[0].description.title : "Kartoteka" }

  /// Kartoteka's own logo.
  public static var logo: Data? { nil }

  /// None.
  public static var middleware: [Server.Middleware] { [] }

  /// None.
  public static var commands: [Command] { [] }

  /// Runs the command that the arguments name, and ends the process with its exit status.
  public static func main() async {
    Language.add(languages)
    let program = Program(
      name: name, apps: apps, branding: Branding(title: title, logo: logo), middleware: middleware, commands: commands)
    await Program.$current.withValue(program) { await program.run() }
  }
}

import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Logging

/// An application that could not be opened. The server responds to its addresses with 503 and the reason.
public struct UnavailableApp: Sendable {
  /// The application as declared.
  public let app: App
  /// The error that prevented opening.
  public let error: any Error

  /// Makes the value from an application's declaration and the error.
  public init(_ app: App, because error: any Error) {
    self.app = app
    self.error = error
  }

  /// The name, which is the first component of its addresses.
  public var name: String { app.description.name }

  /// The problem that its addresses respond with: the reason and the remedy.
  package var problem: Problem {
    if let clash = error as? RouteClash {
      return Problem(
        .dataFile,
        Phrase(
          "Two parts of the application have the same address: {address}. Give one of them another name.",
          ["address": .text(clash.address)]))
    }
    guard let error = error as? StoreError else {
      return Problem(.dataFile, "The database file on the server can't be opened. The server's log says why.")
    }
    if case .primary(_, _, let refusal) = error {
      var problem = Problem(
        .databaseServer,
        Phrase(
          "{reason} Nothing is lost. The application opens by itself as soon as the database can be used.",
          ["reason": .phrase(refusal.phrase)]))
      problem.headers = [.retryAfter: refusal.isTemporary ? "2" : "60"]
      return problem
    }
    let reason = named(error).phrase(in: app.description.model)
    return Problem(
      .dataFile,
      error.remedy.map { Phrase("{reason}. {remedy}", ["reason": .phrase(reason), "remedy": .phrase($0)]) } ?? reason)
  }

  /// Whether it is opened as soon as its primary database can be used.
  package var waitsForPrimary: Bool { if case StoreError.primary = error { true } else { false } }

  /// Its state in a few words.
  package var state: Phrase { waitsForPrimary ? "Waits for the database server" : "Can't be opened" }

  // The path is private to the server. The file's name is not.
  private func named(_ error: StoreError) -> StoreError {
    switch error {
    case .unusable(let path, let problem):
      .unusable(path: URL(filePath: path).lastPathComponent, problem: problem)
    case .cannotOpen(let path, let problem):
      .cannotOpen(path: URL(filePath: path).lastPathComponent, problem: problem)
    default: error
    }
  }

  /// The platform's translations and the application's own, which take precedence.
  package var catalogue: Catalogue {
    var words = Catalogue.platform
    words.merge(app.catalogue)
    return words
  }

  /// A localizer for the preferred languages of an Accept-Language header. English if the header is missing.
  package func localizer(acceptLanguage header: String?) -> Localizer {
    Localizer(language: header.map { .preferred(acceptLanguage: $0) } ?? .english, catalogue: catalogue)
  }
}

/// Two routes of an application have the same method and path.
package struct RouteClash: Error {
  /// The method and the path.
  package let address: String

  package init(address: String) { self.address = address }
}

/// The results of opening several applications.
public struct OpenedApps: Sendable {
  /// The running applications, in the given order.
  public var running: [RunningApp] = []
  /// The applications that could not be opened.
  public var unavailable: [UnavailableApp] = []

  /// Opens the files of other programs in a data folder.
  package mutating func add(_ folder: OpenedFolder, options: StoreOptions, logger: Logger) {
    let taken = Set(running.map(\.name) + unavailable.map(\.name))
    for (name, file) in folder.files() {
      guard !taken.contains(name) else {
        logger.error("Another application has the name of the file", metadata: ["file": "\(file.url.path())"])
        continue
      }
      do {
        running.append(try RunningApp(try OpenedApp(file, named: name), options: options))
      } catch {
        let title = file.url.deletingPathExtension().lastPathComponent
        var app = App(
          AppDescription(
            name: name, title: title, summary: file.url.lastPathComponent, symbol: .box, hue: 210,
            model: ModelDescription(entities: []), tabs: []))
        app.openedFile = file
        unavailable.append(UnavailableApp(app, because: error))
        logger.error("File can't be opened", metadata: ["app": "\(name)", "reason": "\(error)"])
      }
    }
  }
}

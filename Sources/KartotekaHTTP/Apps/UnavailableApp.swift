import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// An application that could not be opened. The others run; its addresses answer 503 with the reason.
public struct UnavailableApp: Sendable {
  /// The application as declared.
  public let app: App
  /// Why it could not be opened.
  public let error: any Error

  /// An application that could not be opened, and why.
  public init(_ app: App, because error: any Error) {
    self.app = app
    self.error = error
  }

  /// The name in addresses.
  public var name: String { app.description.name }

  /// What its addresses answer: why it can't be opened, and what to do.
  package var problem: Problem {
    guard let error = error as? StoreError else {
      return Problem(.dataFile, "The database file on the server can't be opened. The server's log says why.")
    }
    let reason = named(error).phrase(in: app.description.model)
    return Problem(
      .dataFile,
      error.remedy.map { Phrase("{reason}. {remedy}", ["reason": .phrase(reason), "remedy": .phrase($0)]) } ?? reason)
  }

  // Where the file lies is nobody's business, but its name is.
  private func named(_ error: StoreError) -> StoreError {
    guard case .unusable(let path, let problem) = error else { return error }
    return .unusable(path: URL(filePath: path).lastPathComponent, problem: problem)
  }

  /// All words: the platform's and, over them, the application's own.
  package var catalogue: Catalogue {
    var words = Catalogue.platform
    words.merge(app.catalogue)
    return words
  }

  /// The words for one who prefers these languages (the header Accept-Language).
  package func localizer(acceptLanguage header: String?) -> Localizer {
    Localizer(language: header.map { .preferred(acceptLanguage: $0) } ?? .english, catalogue: catalogue)
  }
}

/// Applications that were opened together, each by itself.
public struct OpenedApps: Sendable {
  /// Those that run, in the order in which they were given.
  public var running: [RunningApp] = []
  /// Those that could not be opened.
  public var unavailable: [UnavailableApp] = []
}

import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaServices
import KartotekaStore

/// An application with its data open: what the server, the screens and the API work with.
public struct RunningApp: Sendable {
  /// The application as declared.
  public let app: App
  /// Its records.
  public let store: Store
  /// The services on the internet that it asks.
  public var services: Services
  /// Has long undos begin.
  package let undoRequests = UndoRequests()
  /// Tells when another description has taken its place.
  package let retirement = Retirement()
  /// All words: the platform's and, over them, the application's own.
  public let catalogue: Catalogue

  /// An application that runs on a store of its model.
  public init(_ app: App, on store: Store, services: Services = .none) {
    self.app = app
    self.store = store
    self.services = services
    var words = Catalogue.platform
    words.merge(app.catalogue)
    catalogue = words
  }

  /// The name in addresses.
  public var name: String { app.description.name }

  /// Everything about the application that is data.
  public var description: AppDescription { app.description }

  /// The words for one who prefers these languages (the header Accept-Language).
  package func localizer(acceptLanguage header: String?) -> Localizer {
    Localizer(language: header.map { .preferred(acceptLanguage: $0) } ?? .english, catalogue: catalogue)
  }
}

import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// A row of the table of all addresses of the screens (``ScreenRoutes/table``).
package struct ScreenRoute: AddressRow {
  typealias Handler = @Sendable (ScreenCall) async throws -> ScreenDocument

  /// The handler of a request.
  enum Answer: Sendable {
    case document(Handler)
    /// A file that is the same for everybody.
    case file(@Sendable (Request) -> Response)
  }

  package let method: HTTPRequest.Method
  package private(set) var path: RouterPath
  package let need: Need
  /// The query parameters of the screen beside ``ScreenRequest/parameters``, if its response may be cached; nil for a response
  /// that is not cached.
  package let cacheable: Set<String>?
  /// Whether its form may contain files.
  package let takesFiles: Bool
  /// The application of the screen; nil for a page outside of applications.
  private(set) var screens: AppScreens?
  let answer: Answer
  /// The access of those for whom the screens are; nil for a row that is not in the table.
  private var access: Access?
  /// The rows for those with other rights; nil on a server without people.
  private var variants: ScreenVariants?
  /// The key by which they are found; nil on a server without people. Nearly each request of a person has to find one.
  private(set) var variedKey: String?

  init(
    _ method: HTTPRequest.Method, _ path: RouterPath, needs need: Need, caching cacheable: Set<String>? = nil,
    takesFiles: Bool = false, _ answer: Answer
  ) {
    self.method = method
    self.path = path
    self.need = need
    self.cacheable = cacheable
    self.takesFiles = takesFiles
    self.answer = answer
  }

  /// The same row, which answers only requests of those with an access.
  func only(for access: Access) -> ScreenRoute {
    var route = self
    route.access = access
    return route
  }

  /// The same row, which leaves those with other rights to the rows that are made for them.
  func varied(by variants: ScreenVariants) -> ScreenRoute {
    var route = self
    (route.variants, route.variedKey) = (variants, key)
    return route
  }

  /// The method and path, which tell the row apart.
  var key: String { "\(method.rawValue) \(path.description)" }

  /// The same row in the words of an application.
  func of(_ screens: AppScreens?) -> ScreenRoute {
    var route = self
    route.screens = screens
    return route
  }

  /// The same row below the address of an application.
  func below(_ screens: AppScreens) -> ScreenRoute {
    var route = of(screens)
    route.path = RouterPath(screens.app.pathName).appendingPath(path)
    return route
  }

  /// The same without names that only one application or version has: `POST /{app}/{entities} change files`.
  package var outline: String {
    var parts = path.map(\.description)
    if let screens, parts.first == screens.app.pathName {
      let description = screens.description
      parts[0] = "{app}"
      if parts.count > 1, let entity = description.model.entities.first(where: { $0.pathName == parts[1] }) {
        parts[1] = "{entities}"
        if parts.count > 3, entity.relationships.contains(where: { $0.pathName == parts[3] }) {
          parts[3] = "{relationship}"
        }
      } else if parts.count > 1, description.tabs.contains(where: { $0.path == parts[1] && $0.settings == nil }) {
        parts[1] = "{tab}"
      } else if parts.count > 2, parts[1] == "pages" {
        parts[2] = "{page}"
      }
    } else if parts.count > 1, parts[0] == "assets" {
      let name = parts[1].split(separator: ".")
      // A folder, a file with its version, or a file whose address stays.
      if parts.count > 2 { parts[1] = (name.first ?? "") + ".{version}" } else if name.count > 2 { parts[1] = "{file}" }
    }
    return line("/" + parts.joined(separator: "/"))
  }

  package func response(to request: Request, _ context: WebContext) async throws -> Response {
    // Screens answer only the access for which they were made.
    if need != .public, access != context.access {
      guard let own = variants?.row(like: self, for: context.access) else { throw ScreenFault.noSuchPage }
      return try await own.response(to: request, context)
    }
    let handler: Handler
    switch answer {
    case .file(let response): return response(request)
    case .document(let found): handler = found
    }
    var asked = ScreenRequest(request, of: screens)
    asked.isOnThisMachine = context.isOnThisMachine(request)
    let call = ScreenCall(request: request, context: context, asked: asked)
    let (document, read) = try await Dependencies.tracking { [asked] in
      if let screens, request.method == .get, let browser = StatementHistory.browser(request) {
        return try await screens.statements.recording(asked.address, of: browser) { try await handler(call) }
      }
      return try await handler(call)
    }
    let dependencies = read.union(document.dependencies)
    if let parameters = cacheable,
      asked.query.names.allSatisfy(parameters.union(ScreenRequest.parameters).contains)
    {
      context.dependencies?.state(dependencies)
    }
    return DocumentRenderer(screens: screens, reach: Reach(context)).response(to: asked, document, dependencies)
  }

  package var remarks: [String] { [cacheable == nil ? nil : "cached", takesFiles ? "files" : nil].compactMap(\.self) }
}

/// A request to a route.
struct ScreenCall: Sendable {
  let request: Request
  let context: WebContext
  let asked: ScreenRequest

  var say: Localizer { asked.say }

  /// A part of the address, by its name in the row's path.
  func text(_ name: String) -> String { context.parameters.get(name) ?? "" }

  /// A part of the address that is a number.
  func number(_ name: String) throws -> Int64 {
    guard let number = Int64(text(name)) else { throw ScreenFault.noSuchPage }
    return number
  }

  /// The id in the address of a screen's record.
  func id(_ screen: ListScreen, _ name: String = "id") async throws -> RecordID {
    guard let id = try await screen.screens.store.id(of: screen.entity, atPage: text(name)) else {
      throw ScreenFault.noSuchRecord(screen)
    }
    return id
  }

  /// The id in the address of a record.
  func id(_ entity: EntityDescription, _ screens: AppScreens) async throws -> RecordID {
    guard let id = try await screens.store.id(of: entity, atPage: text("id")) else { throw ScreenFault.noSuchPage }
    return id
  }

  /// The submitted form. It has no files.
  func form() async throws -> SubmittedForm { try await SubmittedForm(request) }

  /// The document for the form of an entity's record with its pictures and files.
  func receiving(
    _ entity: EntityDescription, _ screens: AppScreens, galleries: [Gallery] = [],
    _ body: (SubmittedForm, ScreenRequest) async throws -> ScreenDocument
  ) async throws -> ScreenDocument {
    let form = try await SubmittedForm.receiving(request, for: entity, screens, galleries: galleries)
    let document = try await body(form, asked.coming(from: form))
    // If this fails, the other servers ask for the file again.
    try? await screens.chosenFiles.share(form.chosen.values)
    return document
  }
}

/// Builds the rows of a room of the screens.
typealias ScreenRouteBuilder = RowBuilder<ScreenRoute>

// The rows as they are written. No argument of a need has a default.
extension ScreenRoutes {
  func get(
    _ path: RouterPath = "", needs need: Need, caching cacheable: Set<String>? = nil,
    _ handler: @escaping ScreenRoute.Handler
  ) -> ScreenRoute {
    ScreenRoute(.get, path, needs: need, caching: cacheable, .document(handler))
  }

  /// A page that needs nothing but the request.
  func page(
    _ path: RouterPath, needs need: Need, caching cacheable: Set<String>? = nil,
    _ page: @escaping @Sendable (ScreenRequest) async throws -> ScreenDocument
  ) -> ScreenRoute {
    get(path, needs: need, caching: cacheable) { try await page($0.asked) }
  }

  func post(
    _ path: RouterPath, needs need: Need, takesFiles: Bool = false, _ handler: @escaping ScreenRoute.Handler
  ) -> ScreenRoute {
    ScreenRoute(.post, path, needs: need, takesFiles: takesFiles, .document(handler))
  }

  /// A form that needs nothing but its fields and the request.
  func form(
    _ path: RouterPath, needs need: Need,
    _ answer: @escaping @Sendable (SubmittedForm, ScreenRequest) async throws -> ScreenDocument
  ) -> ScreenRoute {
    post(path, needs: need) { try await answer($0.form(), $0.asked) }
  }
}

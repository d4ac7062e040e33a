import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// Makes responses from documents: body, headers, cookies, and the entities whose changes concern the page.
///
/// Entity tags, `304`, compression and caching are derived from the dependencies that ``ScreenRoutes`` declares, as for
/// responses of the API.
struct DocumentRenderer {
  /// The application of the screen; nil for a page outside of applications.
  let screens: AppScreens?
  /// The rights of the asker; nil on a server without people.
  var reach: Reach?

  /// The header of a partial response with its entities; a complete page contains them.
  private static let shownEntities = HTTPField.Name("Kartoteka-Entities")

  // Not the cookies: they would go of all ports and neighbouring hosts.
  private static let clearing = HTTPField.Name("Clear-Site-Data")

  /// The response with a document.
  /// - Parameter dependencies: all dependencies of the document.
  func response(
    to request: ScreenRequest, _ document: ScreenDocument, _ dependencies: Dependencies
  ) -> Response {
    var response = content(of: document, to: request, dependencies)
    if document.clearsStorage, let header = Self.clearing { response.headers[header] = #""cache", "storage""# }
    guard let screens else {
      response.headers[values: .setCookie] = document.cookies
      return response
    }
    response.headers[values: .setCookie] = document.cookies + undoCookie(of: document, request, screens.app)
    if document.confirmsForm, request.isForm { response.confirmSaved(request.sentForm) }
    return response
  }

  private func content(
    of document: ScreenDocument, to request: ScreenRequest, _ dependencies: Dependencies
  ) -> Response {
    // The response to a form may show data read in a refused transaction, which are not tracked.
    let entities = request.isForm ? nil : screens?.entities(dependencies)
    switch document.content {
    case .page(var page, let columns):
      if page.changes != nil { page.entities = entities }
      var html = HTMLWriter(request.say, reach: reach)
      html.page(page) { html in for column in columns { column.write(to: &html) } }
      return .html(html, document)
    case .part(let component):
      var html = HTMLWriter(request.say, reach: reach)
      component.write(to: &html)
      var response = Response.html(html, document)
      if let header = Self.shownEntities { response.headers[header] = entities?.joined(separator: " ") }
      return response
    case .redirect(let path): return Response(status: document.status, headers: [.location: path.text])
    case .noContent: return Response(status: document.status)
    case .file(let headers, let body): return Response(status: document.status, headers: headers, body: body)
    }
  }

  private func undoCookie(of document: ScreenDocument, _ request: ScreenRequest, _ app: RunningApp) -> [String] {
    guard let step = document.undoStep ?? document.changeSet.map(UndoStep.add) else { return [] }
    return [request.changeSets.stored(after: step, for: app, in: request.undoCookie)]
  }
}

extension AppScreens {
  /// The sorted, percent-encoded plurals of entities whose changes concern the dependencies; nil if any change may.
  fileprivate func entities(_ dependencies: Dependencies) -> [String]? {
    if dependencies.isEverything || dependencies.isOutside { return nil }
    return description.model.entities.filter { dependencies.entities.contains($0.name) }
      .map { URLPath.encoded($0.plural) }.sorted()
  }
}

extension Response {
  /// A page or a part of one. Browsers may cache it for going back, and revalidate it otherwise.
  fileprivate static func html(_ html: consuming HTMLWriter, _ document: ScreenDocument) -> Response {
    Response(
      status: document.status,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: document.isStorable ? "no-cache" : "no-store",
        .vary: "Cookie, Accept-Language",
      ], body: ResponseBody(byteBuffer: html.finish()))
  }

  /// Confirms to the script which form was saved, so that it discards the stored input.
  ///
  /// The script sends an id in the cookie `form-sent`. A redirect or an action's result returns it in `form-saved`; a response
  /// that shows the form again does not.
  fileprivate mutating func confirmSaved(_ id: String?) {
    guard let id, id.utf8.count <= 20,
      id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) })
    else { return }
    headers[values: .setCookie] += ["form-saved=\(id); Path=/; Max-Age=60; SameSite=Lax"]
  }
}

extension HTMLWriter {
  /// The written HTML as a body.
  consuming func finish() -> ByteBuffer { withBytes { ByteBuffer(bytes: $0) } }
}

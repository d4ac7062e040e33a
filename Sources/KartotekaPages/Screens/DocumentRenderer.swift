import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// Makes responses out of documents: the bytes, the headers, the cookies, and the entities by which a script knows which
/// changes concern the page.
///
/// Entity tags, `304`, compression and caching follow from the dependencies that ``ScreenRoutes`` states for the response;
/// the API's responses get them in the same way.
struct DocumentRenderer {
  /// The application whose screen it is; nil for a page outside of every application.
  let screens: AppScreens?

  /// The header of a part of a page with the entities that it shows; a whole page says it within.
  private static let shownEntities = HTTPField.Name("Kartoteka-Entities")

  /// The response with a document.
  /// - Parameter dependencies: all that the document depends on.
  func response(
    to request: ScreenRequest, _ document: ScreenDocument, _ dependencies: Dependencies
  ) -> Response {
    var response = content(of: document, to: request, dependencies)
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
    // What a form answers may show what a refused transaction has read, which nothing tracks.
    let entities = request.isForm ? nil : screens?.entities(dependencies)
    switch document.content {
    case .page(var page, let columns):
      if page.changes != nil { page.entities = entities }
      var html = HTMLWriter(request.say)
      html.page(page) { html in for column in columns { column.write(to: &html) } }
      return .html(html, document)
    case .part(let component):
      var html = HTMLWriter(request.say)
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
    if let changeSets = document.changeSets { return [changeSets.header(of: app)] }
    guard let changeSet = document.changeSet else { return [] }
    var changeSets = request.changeSets
    changeSets.add(changeSet)
    return [changeSets.header(of: app)]
  }
}

extension AppScreens {
  /// The entities whose changes concern what has these dependencies, by their names in addresses, in alphabetical order;
  /// nil where any change may.
  fileprivate func entities(_ dependencies: Dependencies) -> [String]? {
    if dependencies.isEverything || dependencies.isOutside { return nil }
    return description.model.entities.filter { dependencies.entities.contains($0.name) }.map(\.plural).sorted()
  }
}

extension Response {
  /// A page, or a part of one. Browsers may keep it for going back, and ask again before they show it anew.
  fileprivate static func html(_ html: consuming HTMLWriter, _ document: ScreenDocument) -> Response {
    Response(
      status: document.status,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: document.isStorable ? "no-cache" : "no-store",
        .vary: "Cookie, Accept-Language",
      ], body: ResponseBody(byteBuffer: html.finish()))
  }

  /// Confirms to the script which form was saved: it forgets what it kept of that form.
  ///
  /// The script sends an id in the cookie `form-sent`. A response that leads on, or says what an action did, returns it in
  /// `form-saved`; one that shows the form again doesn't.
  fileprivate mutating func confirmSaved(_ id: String?) {
    guard let id, id.utf8.count <= 20,
      id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) })
    else { return }
    headers[values: .setCookie] += ["form-saved=\(id); Path=/; Max-Age=60; SameSite=Lax"]
  }
}

extension HTMLWriter {
  /// What has been written, as a body.
  consuming func finish() -> ByteBuffer { withBytes { ByteBuffer(bytes: $0) } }
}

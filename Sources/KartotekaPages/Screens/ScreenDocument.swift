import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// What a screen returns: what is shown, with which status, and what it depends on. A ``DocumentRenderer`` makes the
/// response out of it.
struct ScreenDocument {
  /// What is shown or sent.
  enum Content {
    /// A whole page with its columns. The renderer adds the entities that it shows.
    case page(Page, columns: [any Component])
    /// A part of a page, for a script.
    case part(any Component)
    /// Leads on to another page, so that reloading does not send a form again (RFC 9110, 15.4.4).
    case redirect(URLPath)
    /// No content: the browser stays where it is.
    case noContent
    /// Bytes that are no page, with their headers.
    case file(HTTPFields, ResponseBody)
  }

  var content: Content
  var status = HTTPResponse.Status.ok
  /// What it depends on beside what was read from the store: the day, or something that the store can't follow. Reads of
  /// the store are tracked; see ``Dependencies/tracking(_:)``.
  var dependencies = Dependencies()
  /// Whether a browser may keep it for going back.
  var isStorable = true
  /// The change set that a form has made, whose undo the next pages offer.
  var changeSet: Int64?
  /// The change sets that can be undone from now on, where others were undone or done again.
  var changeSets: UndoStack?
  /// What else the browser is to remember: values of `Set-Cookie`.
  var cookies: [String] = []
  /// Whether the form that it answers was carried out, so that the script forgets what was typed there.
  var confirmsForm = false

  private init(_ content: Content, status: HTTPResponse.Status = .ok) {
    self.content = content
    self.status = status
  }

  /// A whole page.
  static func page(
    _ page: Page, columns: [any Component], status: HTTPResponse.Status = .ok
  ) -> ScreenDocument {
    ScreenDocument(.page(page, columns: columns), status: status)
  }

  /// A part of a page, for a script.
  static func part(
    status: HTTPResponse.Status = .ok, _ write: @escaping (inout HTMLWriter) -> Void
  ) -> ScreenDocument {
    ScreenDocument(.part(Part(write: write)), status: status)
  }

  /// Leads on to another page.
  /// - Parameter changeSet: the change set that a form has made, whose undo that page offers.
  static func seeOther(_ path: URLPath, changeSet: Int64? = nil) -> ScreenDocument {
    var document = ScreenDocument(.redirect(path), status: .seeOther)
    document.changeSet = changeSet
    document.confirmsForm = true
    return document
  }

  /// No content: the browser stays where it is.
  static var noContent: ScreenDocument { ScreenDocument(.noContent, status: .noContent) }

  /// Bytes that are no page.
  static func file(_ headers: HTTPFields, _ body: ResponseBody) -> ScreenDocument {
    ScreenDocument(.file(headers, body))
  }

  /// The same with further dependencies beside the store.
  func depending(on dependencies: Dependencies) -> ScreenDocument {
    var copy = self
    copy.dependencies.formUnion(dependencies)
    return copy
  }

  /// A component that a function writes, such as a part of another component.
  private struct Part: Component {
    let write: (inout HTMLWriter) -> Void

    func write(to html: inout HTMLWriter) { write(&html) }
  }
}

extension Manifest {
  /// The file that a browser reads.
  var document: ScreenDocument {
    var writer = JSONWriter()
    writer.value(json)
    return .file(
      [.contentType: "application/manifest+json", .cacheControl: "no-cache", .vary: "Cookie, Accept-Language"],
      ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
  }
}

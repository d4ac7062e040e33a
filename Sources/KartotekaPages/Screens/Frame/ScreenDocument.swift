import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The result of a screen: the content, the status and the dependencies. A ``DocumentRenderer`` makes the response.
struct ScreenDocument {
  /// The content.
  enum Content {
    /// A complete page with its columns. The renderer adds the entities that it shows.
    case page(Page, columns: [any Component])
    /// A part of a page, for a script.
    case part(any Component)
    /// A redirect, so that reloading does not submit a form again (RFC 9110, section 15.4.4).
    case redirect(URLPath)
    /// No content: the browser stays on its page.
    case noContent
    /// Bytes other than a page, with their headers.
    case file(HTTPFields, ResponseBody)
  }

  var content: Content
  var status = HTTPResponse.Status.ok
  /// The dependencies beside reads of the store: the date, or something that the store can't follow. Reads of the store are
  /// tracked; see ``Dependencies/tracking(_:)``.
  var dependencies = Dependencies()
  /// Whether a browser may store it for going back.
  var isStorable = true
  /// The change set of a form, whose undo the next pages offer.
  var changeSet: Int64?
  /// An undo or redo, which changes the undo stack.
  var undoStep: UndoStep?
  /// Further cookies: values of `Set-Cookie`.
  var cookies: [String] = []
  /// Whether the browser removes what it has stored of this server: pages, files, what was typed.
  var clearsStorage = false
  /// Whether the form was accepted, so that the script discards its input.
  var confirmsForm = false

  private init(_ content: Content, status: HTTPResponse.Status = .ok) {
    self.content = content
    self.status = status
  }

  /// A complete page.
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

  /// A redirect.
  /// - Parameter changeSet: the change set of a form, whose undo the next page offers.
  static func seeOther(_ path: URLPath, changeSet: Int64? = nil) -> ScreenDocument {
    var document = ScreenDocument(.redirect(path), status: .seeOther)
    document.changeSet = changeSet
    document.confirmsForm = true
    return document
  }

  /// The same form at another address, which needs another right: the browser sends it there again. Nothing was done yet.
  static func sameForm(at path: URLPath) -> ScreenDocument {
    ScreenDocument(.redirect(path), status: .temporaryRedirect)
  }

  /// No content: the browser stays on its page.
  static var noContent: ScreenDocument { ScreenDocument(.noContent, status: .noContent) }

  /// Bytes other than a page.
  static func file(_ headers: HTTPFields, _ body: ResponseBody) -> ScreenDocument {
    ScreenDocument(.file(headers, body))
  }

  /// The document with further dependencies.
  func depending(on dependencies: Dependencies) -> ScreenDocument {
    var copy = self
    copy.dependencies.formUnion(dependencies)
    return copy
  }

  /// A component that is written by a function, such as a part of another one.
  private struct Part: Component {
    let write: (inout HTMLWriter) -> Void

    func write(to html: inout HTMLWriter) { write(&html) }
  }
}

extension Manifest {
  /// The file as a document.
  var document: ScreenDocument {
    var writer = JSONWriter()
    writer.value(json)
    return .file(
      [.contentType: "application/manifest+json", .cacheControl: "no-cache", .vary: "Cookie, Accept-Language"],
      ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
  }
}

extension PixelIcon {
  /// The file as a document.
  var document: ScreenDocument {
    .file([.contentType: "image/png", .cacheControl: "no-cache"], ResponseBody(byteBuffer: ByteBuffer(bytes: file)))
  }
}

extension AppIcon {
  /// The file as a document.
  func document(_ hue: Int, _ say: Localizer) -> ScreenDocument {
    .file(
      [.contentType: "image/svg+xml", .cacheControl: "no-cache"],
      ResponseBody(byteBuffer: ByteBuffer(bytes: file(hue: hue, say))))
  }
}

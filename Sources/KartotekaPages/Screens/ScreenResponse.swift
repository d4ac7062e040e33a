import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaStore

extension Response {
  /// A page, or a piece of one. Browsers may keep it for going back, and ask again before they show it anew.
  static func html(_ page: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache", .vary: "Cookie, Accept-Language",
      ], body: ResponseBody(byteBuffer: page))
  }

  /// Goes on to another page after a form was sent, so that reloading doesn't send it again (RFC 9110, 15.4.4).
  static func seeOther(_ path: URLPath, changeSet: Int64? = nil, of app: RunningApp? = nil) -> Response {
    var response = Response(status: .seeOther, headers: [.location: path.text])
    if let changeSet, let app {
      response.headers[values: .setCookie] = [UndoStack.header(adding: changeSet, of: app)]
    }
    return response
  }

  /// Confirms to the script which form was saved: it forgets what it kept of that form.
  ///
  /// The script sends an id in the cookie `form-sent`. A response that leads on, or says what an action did, returns it in
  /// `form-saved`; one that shows the form again doesn't.
  mutating func confirmSaved(_ id: String?) {
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

import Hummingbird
import KartotekaHTML
import KartotekaModel

/// Choosing a language, which a cookie remembers for a year.
enum LanguageScreen {
  static func choose(_ form: SubmittedForm) -> Response {
    var response = Response.seeOther(form["returnTo"].flatMap { URLPath(local: $0) } ?? URLPath())
    if let language = form["language"].flatMap({ Language.named($0) }) {
      response.headers[values: .setCookie] = [
        "language=\(language.code); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
      ]
    }
    return response
  }
}

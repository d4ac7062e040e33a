import Hummingbird
import KartotekaHTML
import KartotekaModel

/// Choosing a language, which a cookie remembers for a year.
enum LanguageScreen {
  static func choose(_ form: SubmittedForm) -> ScreenDocument {
    var document = ScreenDocument.seeOther(form["returnTo"].flatMap { URLPath(local: $0) } ?? URLPath())
    if let language = form["language"].flatMap({ Language.named($0) }) {
      document.cookies = [
        "language=\(language.code); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
      ]
    }
    return document
  }
}

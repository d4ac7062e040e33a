import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

/// The choice of a language, which a cookie stores for a year. That of somebody who is signed in is stored with the person, too, and
/// holds on every device.
enum LanguageScreen {
  static func choose(_ form: SubmittedForm, _ call: ScreenCall, _ people: People?) async throws -> ScreenDocument {
    var document = ScreenDocument.seeOther(form["returnTo"].flatMap { URLPath(local: $0) } ?? URLPath())
    if let language = form["language"].flatMap({ Language.named($0) }) {
      await people?.store(call) { $0.language = language.code }
      document.cookies = [cookie(language)]
    }
    return document
  }

  /// The header that removes the cookie.
  static let forgotten = "language=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"

  /// The header that sets the cookie.
  static func cookie(_ language: Language) -> String {
    "language=\(language.code); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
  }
}

extension People {
  /// Stores a choice with the person who is signed in. Before the second factor that the server requires, nothing of the account is
  /// changed. Where people can't be written, the choice holds in this browser.
  fileprivate func store(_ call: ScreenCall, _ change: (inout Preferences) -> Void) async {
    guard let signed = call.context.asker.signed, signed.isSession, !signed.needsFactor else { return }
    var preferences = signed.person.preferences
    change(&preferences)
    do {
      try await set(name: signed.person.name, preferences, of: signed.person.id, by: .person(signed))
    } catch {
      call.context.logger.error("A choice could not be stored with the person", metadata: ["error": "\(error)"])
    }
  }
}

/// Switches single-key shortcuts off and on, which WCAG 2.1.4 requires. A cookie stores the choice for a year. That of somebody who is
/// signed in is stored with the person, too, and holds on every device.
package enum ShortcutScreen {
  private static let cookie = "single-keys"

  /// Stores the choice of the form and redirects to its page.
  static func choose(_ form: SubmittedForm, _ call: ScreenCall, _ people: People?) async throws -> ScreenDocument {
    var document = ScreenDocument.seeOther(form["returnTo"].flatMap { URLPath(local: $0) } ?? URLPath())
    let isOff = form["shortcuts"] == "off"
    await people?.store(call) { $0.singleKeys = !isOff }
    document.cookies = [
      "\(cookie)=off; Path=/; Max-Age=\(isOff ? 31_536_000 : 0); HttpOnly; SameSite=Lax"
    ]
    return document
  }

  /// Whether single-key shortcuts are on for the person, else for the requesting browser.
  package static func areOn(in request: Request) -> Bool {
    PersonalSettings.current?.singleKeys ?? (!request.hasCookies || request.cookie(cookie) != "off")
  }
}

/// Hides the examples on the home screen and shows them again. A cookie stores the choice for a year.
enum ExamplesChoice {
  private static let cookie = "examples"

  /// Stores the choice of the form and redirects to the home screen.
  static func choose(_ form: SubmittedForm) -> ScreenDocument {
    var document = ScreenDocument.seeOther(URLPath())
    let areHidden = form["examples"] == "off"
    document.cookies = ["\(cookie)=off; Path=/; Max-Age=\(areHidden ? 31_536_000 : 0); HttpOnly; SameSite=Lax"]
    return document
  }

  /// Whether the requesting browser has hidden the examples.
  static func areHidden(in request: Request) -> Bool { request.cookie(cookie) == "off" }
}

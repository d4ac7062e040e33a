import Hummingbird
import KartotekaModel
import KartotekaStore

/// What a screen is asked for: by whom in which language, and with which words in the address.
struct ScreenRequest: Sendable {
  /// Which piece of a page a script asks for.
  enum Part: String {
    /// Everything below a list's search field.
    case list
    /// The rows of one page.
    case rows
    /// The record's column.
    case record
  }

  let say: Localizer
  /// What is searched for.
  var search: String
  /// The record that is to stand out in the list.
  var selected: RecordID?
  /// The record that the list is to be opened at without standing out.
  let near: RecordID?
  /// The text that the first row is to begin with.
  let from: String?
  let after: FetchCursor?
  let before: FetchCursor?
  let part: Part?
  /// The deed that this person did last and may want to undo.
  let deed: Int64?
  /// The address, without what only scripts ask for.
  let address: URLPath

  init(_ request: Request, app: RunningApp?, catalogue: Catalogue) {
    say = Localizer(language: Self.language(of: request), catalogue: catalogue)
    let query = request.uri.queryParameters
    func value(_ name: Substring) -> String? { query[name].map(String.init) }
    search = String((value("search") ?? "").prefix(200))
    selected = value("selected").flatMap { RecordID($0) }
    near = value("near").flatMap { RecordID($0) }
    from = value("from").map { String($0.prefix(20)) }
    after = value("after").flatMap { FetchCursor(text: $0) }
    before = value("before").flatMap { FetchCursor(text: $0) }
    part = value("part").flatMap(Part.init)
    deed = app.flatMap { request.cookie(DeedCookie.name(of: $0)) }.flatMap { Int64($0) }
    address = (URLPath(local: request.uri.path) ?? URLPath()).with("search", unlessEmpty: search)
  }

  /// The language a person has chosen, else the one their browser prefers.
  static func language(of request: Request) -> Language {
    if let chosen = request.cookie("language").flatMap({ Language.named($0) }) { return chosen }
    return Language.preferred(acceptLanguage: request.headers[.acceptLanguage] ?? "")
  }
}

extension Request {
  /// A cookie's value; nil when the browser sent none of that name.
  func cookie(_ name: String) -> String? {
    for header in headers[values: .cookie] {
      for pair in header.split(separator: ";") {
        let pair = pair.drop { $0 == " " }
        if pair.hasPrefix(name + "=") { return String(pair.dropFirst(name.count + 1)) }
      }
    }
    return nil
  }
}

/// The cookie that remembers a person's last deed, so that undo is offered on whatever screen comes next.
enum DeedCookie {
  /// What the names of all such cookies begin with.
  static let prefix = "deed-"

  static func name(of app: RunningApp) -> String { prefix + app.description.name }

  /// The header that sets it. News that can't be undone are soon forgotten.
  static func header(_ deed: Int64, of app: RunningApp, canUndo: Bool = true) -> String {
    "\(name(of: app))=\(deed); Path=/\(app.description.name); Max-Age=\(canUndo ? 900 : 5); HttpOnly; SameSite=Strict"
  }
}

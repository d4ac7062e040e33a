import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// What a screen is asked for: by whom in which language, and with which words in the address.
package struct ScreenRequest: Sendable {
  /// Which piece of a page a script asks for.
  enum Part: String {
    /// Everything below a list's search field.
    case list
    /// The rows of one page.
    case rows
    /// The record's column.
    case record
    /// What a sheet suggests.
    case found
    /// How far work in the background is.
    case progress
  }

  let say: Localizer
  /// What is searched for.
  var search: String
  /// What the list is narrowed down to (``ListNarrowing``); empty for nothing.
  var only: String
  /// The record that is to stand out in the list.
  var selected: RecordID?
  /// The record that the list is to be opened at without standing out.
  let near: RecordID?
  /// The text that the first row is to begin with.
  let from: String?
  let after: FetchCursor?
  let before: FetchCursor?
  /// The place of the first row that a script shows already.
  let at: FetchCursor?
  /// How many rows a script shows already: it asks for as many anew.
  let rows: Int?
  let part: Part?
  /// From where a record was opened, below the app's address: a screen (`teachers`) or a record (`courses/3`).
  var via: String?
  /// The path of the tab where a sheet was opened, if that is no list (``AppScreens/recordView(of:)``); empty for a list
  /// and a record's page.
  var on: String
  /// Whether shortcuts of a single key are switched on.
  let hasShortcuts: Bool
  /// Whether it brings a form.
  let isForm: Bool
  /// The id that a script has given to the form that it sent.
  let sentForm: String?
  /// What this person did lately and may want to undo, or to do again.
  var changeSets: UndoStack
  /// Why some of what was sent was not taken, where the rest was.
  var problems: [String] = []
  /// How far the app's changes have come: what is shown is at least as new.
  let place: String
  /// The address, without what only scripts ask for.
  var address: URLPath
  /// Everything that stands behind the address's question mark.
  let query: SubmittedForm

  init(_ request: Request, app: RunningApp?, catalogue: Catalogue) {
    say = Localizer(language: Self.language(of: request), catalogue: catalogue)
    // As forms are read: what a browser or a script sends for a space is a plus.
    let query = SubmittedForm.query(of: request.uri.string)
    func value(_ name: String) -> String? { query[name] }
    search = String((value("search") ?? "").prefix(200))
    only = String((value(ListNarrowing.parameter) ?? "").prefix(FormMessage.longestNarrowing))
    selected = value("selected").flatMap { RecordID($0) }
    near = value("near").flatMap { RecordID($0) }
    from = value("from").map { String($0.prefix(20)) }
    after = value("after").flatMap { FetchCursor(text: $0) }
    before = value("before").flatMap { FetchCursor(text: $0) }
    at = value("at").flatMap { FetchCursor(text: $0) }
    rows = value("rows").flatMap { Int($0) }
    place = app.map { ChangePlace.text($0.store.feed.last, in: $0.store.feed) } ?? ""
    part = value("part").flatMap(Part.init)
    via = Self.trail(value("via"))
    on = String((value("on") ?? "").prefix(20))
    hasShortcuts = ShortcutScreen.areOn(in: request)
    isForm = request.method == .post
    sentForm = request.cookie("form-sent")
    changeSets = UndoStack(app.flatMap { request.cookie(UndoStack.cookie(of: $0)) } ?? "")
    self.query = query
    address = (URLPath(local: request.uri.path) ?? URLPath()).with("search", unlessEmpty: search)
      .with(ListNarrowing.parameter, unlessEmpty: only).with("via", unlessEmpty: via ?? "")
  }

  // What makes no sense in it goes no further.
  static func trail(_ text: String?) -> String? {
    let trail = RecordTrail(text.map { String($0.prefix(600)) }).text
    return trail.isEmpty ? nil : trail
  }

  /// How text is sorted: as in the list that a place is of, else as the person's language does.
  var collation: Collation { (after ?? before ?? at)?.collation ?? Collation(say.language) }

  /// The cookie with the language that a person has chosen.
  package static let languageCookie = "language"

  /// The query parameters that screens know. A page with others is not cached: they would make many copies of one page.
  static let parameters: Set<String> = [
    "search", ListNarrowing.parameter, "selected", "near", "from", "after", "before", "at", "rows", "part", "via", "on",
    "more", "sort",
  ]

  /// The language a person has chosen, else the one their browser prefers.
  static func language(of request: Request) -> Language {
    if let chosen = request.cookie(languageCookie).flatMap({ Language.named($0) }) { return chosen }
    return Language.preferred(acceptLanguage: request.headers[.acceptLanguage] ?? "")
  }
}

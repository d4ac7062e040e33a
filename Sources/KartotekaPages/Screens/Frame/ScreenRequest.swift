import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The parsed request for a screen.
package struct ScreenRequest: Sendable {
  /// The part of a page that a script requests.
  enum Part: String {
    /// Everything below a list's search field.
    case list
    /// The rows of one page.
    case rows
    /// The record's column.
    case record
    /// The suggestions of a sheet.
    case found
    /// The progress of background work.
    case progress
  }

  let say: Localizer
  /// The search text.
  var search: String
  /// The filter of the list (``ListNarrowing``); empty for none.
  var only: String
  /// The shape of the list: its filters, sort order, columns, groups and layout.
  var shape: ListShape
  /// The highlighted record of the list.
  var selected: RecordID?
  /// The record at which the list is opened without highlighting it.
  let near: RecordID?
  /// The text with which the first row begins.
  let from: String?
  let after: FetchCursor?
  let before: FetchCursor?
  /// The position of the first row that a script shows.
  let at: FetchCursor?
  /// The number of rows that a script shows and requests.
  let rows: Int?
  let part: Part?
  /// The origin of a record's page relative to the application: a screen (`teachers`) or a record (`courses/3`).
  var via: String?
  /// The path of the tab where a sheet was opened, if it is another view (``AppScreens/recordView(of:)``); empty for a list and
  /// a record's page.
  var on: String
  /// Whether single-key shortcuts are on.
  let hasShortcuts: Bool
  /// Whether it is a submitted form.
  let isForm: Bool
  /// Whether it comes from this machine, so that places of files may be shown.
  var isOnThisMachine = false
  /// The id that a script has assigned to the form.
  let sentForm: String?
  /// The undo stack of the person.
  var changeSets: UndoStack
  /// The name of the cookie with it; empty outside of applications.
  let undoCookie: String
  /// The reasons why parts of the form were refused.
  var problems: [String] = []
  /// The position in the changes of the application. The page is at least as new.
  let place: String
  /// The address without parameters of scripts.
  var address: URLPath
  /// The query of the address.
  let query: SubmittedForm

  /// A request in the words of an application; in the platform's words without one.
  init(_ request: Request, of screens: AppScreens?) {
    self.init(request, app: screens?.app, catalogue: screens?.app.catalogue ?? .platform)
  }

  init(_ request: Request, app: RunningApp?, catalogue: Catalogue) {
    say = Localizer(language: Self.language(of: request), catalogue: catalogue)
    // Parsed as a form, because browsers and scripts encode a space as a plus sign.
    let query = SubmittedForm.query(of: request.uri.string)
    func value(_ name: String) -> String? { query[name] }
    search = String((value("search") ?? "").prefix(200))
    only = String((value(ListNarrowing.parameter) ?? "").prefix(FormMessage.longestNarrowing))
    shape = ListShape(value)
    selected = value("selected").flatMap { RecordID($0) }
    near = value("near").flatMap { RecordID($0) }
    from = value("from").map { String($0.prefix(20)) }
    after = value("after").flatMap { FetchCursor(text: $0) }
    before = value("before").flatMap { FetchCursor(text: $0) }
    at = value("at").flatMap { FetchCursor(text: $0) }
    rows = value("rows").flatMap { Int($0) }
    place = app.map { ChangePlace.text($0.feed.last, in: $0.feed) } ?? ""
    part = value("part").flatMap(Part.init)
    via = Self.trail(value("via"))
    on = String((value("on") ?? "").prefix(20))
    hasShortcuts = ShortcutScreen.areOn(in: request)
    isForm = request.method == .post
    sentForm = request.cookie("form-sent")
    changeSets = app.map { UndoStack(of: request, to: $0) } ?? UndoStack("", log: "")
    undoCookie = app.map { UndoStack.cookie(of: $0, for: request) } ?? ""
    self.query = query
    address = (URLPath(local: request.uri.path) ?? URLPath()).with("search", unlessEmpty: search)
      .with(ListNarrowing.parameter, unlessEmpty: only).with(shape).with("via", unlessEmpty: via ?? "")
  }

  // Invalid trails are ignored.
  static func trail(_ text: String?) -> String? {
    let trail = RecordTrail(text.map { String($0.prefix(600 + ListShape.longest)) }).text
    return trail.isEmpty ? nil : trail
  }

  /// The sort order of text: that of the cursor, else that of the person's language.
  var collation: Collation { (after ?? before ?? at)?.collation ?? Collation(say.language) }

  /// The cookie with the language that a person has chosen.
  package static let languageCookie = "language"

  /// The query parameters of screens. Pages with other parameters are not cached.
  static let parameters = Set(
    [
      "search", ListNarrowing.parameter, "selected", "near", "from", "after", "before", "at", "rows", "part", "via",
      "on",
      "more",
    ] + ListShape.names)

  /// The language of the person, else that of the browser's cookie, else the preferred language of the browser.
  static func language(of request: Request) -> Language {
    if let own = PersonalSettings.current?.language { return own }
    if let chosen = request.cookie(languageCookie).flatMap({ Language.named($0) }) { return chosen }
    return Language.preferred(acceptLanguage: request.headers[.acceptLanguage] ?? "")
  }
}

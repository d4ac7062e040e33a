import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaPages
import KartotekaStore

/// The inputs of a response beside its ``Dependencies``: who asks and with which rights, the address, the languages of the person and
/// the browser, the region and time zone, the change sets that the page can undo, and whether its shortcuts are on.
struct CacheKey: Hashable {
  /// The longest address with which a response is cached, in bytes.
  private static let longestAddress = 2_000

  private let access: Access
  /// The person, whose own views and notes are in pages; nil without people.
  private let person: Int64?
  /// The person's name, which values of pages may have.
  private let name: String?
  private let address: String
  /// The language that the person has chosen; nil if none was chosen.
  private let chosen: Language?
  /// The language that the browser prefers.
  private let preferred: Language
  private let region: Region
  private let changeSets: String?
  private let hasShortcuts: Bool
  private let timeZone: String
  /// Whether the person has chosen the time zone: pages name it to the script if not.
  private let isTimeZoneChosen: Bool

  /// The key of a request to an application; nil if its response is not cached: long addresses, ranges of files, and pages
  /// whose SQL statements are recorded.
  init?(_ request: Request, of app: RunningApp, for access: Access) {
    guard request.method == .get, request.headers[.range] == nil, request.uri.string.utf8.count <= Self.longestAddress
    else { return nil }
    let cookies = request.hasCookies
    if cookies, request.cookie(StatementHistory.cookie) != nil { return nil }
    self.access = access
    let author = Author.current
    (person, name) = (author?.id, author?.name)
    address = request.uri.string
    let told = cookies ? request.cookie(ScreenRequest.languageCookie).flatMap { Language.named($0) } : nil
    chosen = PersonalSettings.current?.language ?? told
    preferred = Language.preferred(acceptLanguage: request.headers[.acceptLanguage] ?? "")
    region = .current
    hasShortcuts = ShortcutScreen.areOn(in: request)
    (timeZone, isTimeZoneChosen) = (TaskTimeZone.current.identifier, TaskTimeZone.isChosen)
    // No page reads other cookies.
    changeSets =
      request.isForAPI ? nil : UndoStack.text(of: request, to: app)
  }

  /// The approximate size in bytes.
  var size: Int { address.utf8.count + (changeSets?.utf8.count ?? 0) }

  /// The part of an entity tag that distinguishes the pages of one address.
  var tag: String {
    let languages = "\(chosen?.code ?? "")-\(preferred.code)\(region == .unitedStates ? "-us" : "")"
    // Of another process are the tags others anyway.
    let named = name.map { "-" + String(UInt(bitPattern: $0.hashValue), radix: 36) } ?? ""
    let asker = "\(access.number)" + (person.map { "-\($0)" } ?? "") + named
    let zone = timeZone + (isTimeZoneChosen ? "-c" : "")
    return "\(languages)-\(changeSets ?? "")\(hasShortcuts ? "" : "-n")-\(zone)-\(asker)"
  }
}

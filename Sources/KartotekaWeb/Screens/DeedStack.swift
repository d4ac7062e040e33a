import HTTPTypes
import Hummingbird

/// What a person did lately, the newest first, so that undo is offered on whatever screen comes next and each undo takes
/// back the next older deed. It lies in a cookie: `12.11~15` are the deeds 12 and 11, which can be undone, and 15, which
/// undid another one and can be undone to do that again.
struct DeedStack: Sendable, Equatable {
  /// What the names of all such cookies begin with.
  static let prefix = "deed-"
  /// How many deeds are remembered.
  private static let most = 20
  /// For how many seconds.
  private static let age = 900

  private(set) var done: [Int64]
  private(set) var undone: [Int64]

  /// Reads a cookie; what makes no sense in it is left out.
  init(_ text: String) {
    let parts = text.split(separator: "~", omittingEmptySubsequences: false)
    func deeds(_ part: Int) -> [Int64] {
      guard parts.indices.contains(part) else { return [] }
      return parts[part].split(separator: ".").prefix(Self.most).compactMap { Int64($0) }
    }
    (done, undone) = (deeds(0), deeds(1))
  }

  /// The cookie's value.
  var text: String {
    func text(_ deeds: [Int64]) -> String { deeds.prefix(Self.most).map(String.init).joined(separator: ".") }
    return text(done) + "~" + text(undone)
  }

  /// Something new was done: what was undone before can't be done again.
  mutating func add(_ deed: Int64) {
    done = [deed] + done.filter { $0 != deed }
    undone = []
  }

  /// A deed was undone, by another one.
  mutating func undo(_ deed: Int64, by undoing: Int64) {
    done.removeAll { $0 == deed }
    undone = [undoing] + undone
  }

  /// What undid a deed was undone itself, by a deed that does it again.
  mutating func redo(_ undoing: Int64, by deed: Int64) {
    undone.removeAll { $0 == undoing }
    done = [deed] + done
  }

  static func cookie(of app: RunningApp) -> String { prefix + app.description.name }

  /// The header that sets the cookie.
  func header(of app: RunningApp) -> String { Self.header(text, of: app) }

  /// The header that adds a deed to the cookie, which ``remember(in:of:)`` turns into one that sets it.
  static func header(adding deed: Int64, of app: RunningApp) -> String { header(String(deed), of: app) }

  private static func header(_ value: String, of app: RunningApp) -> String {
    "\(cookie(of: app))=\(value); Path=/\(app.description.name); Max-Age=\(age); HttpOnly; SameSite=Strict"
  }

  /// Has an answer that tells of a new deed set the cookie to all deeds that the request's cookie knew and the new one.
  func remember(in response: inout Response, of app: RunningApp) {
    let start = Self.cookie(of: app) + "="
    let cookies = response.headers[values: .setCookie]
    guard let index = cookies.firstIndex(where: { $0.hasPrefix(start) }),
      let deed = Int64(cookies[index].dropFirst(start.count).prefix { $0 != ";" })
    else { return }
    var stack = self
    stack.add(deed)
    var changed = cookies
    changed[index] = stack.header(of: app)
    response.headers[values: .setCookie] = changed
  }
}

import HTTPTypes
import Hummingbird
import KartotekaHTTP

/// What a person did lately, the newest first, so that undo is offered on whatever screen comes next and each undo
/// takes back the next older change set. It lies in a cookie: `12.11~15` are the change sets 12 and 11, which can be
/// undone, and 15, which undid another one and can be undone to do that again.
package struct UndoStack: Sendable, Equatable {
  /// What the names of all such cookies begin with.
  static let prefix = "undo-"
  /// How many change sets are remembered.
  private static let most = 20
  /// For how many seconds.
  private static let age = 900

  private(set) var done: [Int64]
  private(set) var undone: [Int64]

  /// Reads a cookie; what makes no sense in it is left out.
  package init(_ text: String) {
    let parts = text.split(separator: "~", omittingEmptySubsequences: false)
    func changeSets(_ part: Int) -> [Int64] {
      guard parts.indices.contains(part) else { return [] }
      return parts[part].split(separator: ".").prefix(Self.most).compactMap { Int64($0) }
    }
    (done, undone) = (changeSets(0), changeSets(1))
  }

  /// The cookie's value.
  package var text: String {
    func text(_ changeSets: [Int64]) -> String { changeSets.prefix(Self.most).map(String.init).joined(separator: ".") }
    return text(done) + "~" + text(undone)
  }

  /// Something new was done: what was undone before can't be done again.
  mutating func add(_ changeSet: Int64) {
    done = [changeSet] + done.filter { $0 != changeSet }
    undone = []
  }

  /// A change set was undone, by another one.
  mutating func undo(_ changeSet: Int64, by undoing: Int64) {
    done.removeAll { $0 == changeSet }
    undone = [undoing] + undone
  }

  /// What undid a change set was undone itself, by a change set that does it again.
  mutating func redo(_ undoing: Int64, by changeSet: Int64) {
    undone.removeAll { $0 == undoing }
    done = [changeSet] + done
  }

  package static func cookie(of app: RunningApp) -> String { prefix + app.description.name }

  /// The header that sets the cookie.
  func header(of app: RunningApp) -> String {
    "\(Self.cookie(of: app))=\(text); Path=/\(app.description.name); Max-Age=\(Self.age); HttpOnly; SameSite=Strict"
  }
}

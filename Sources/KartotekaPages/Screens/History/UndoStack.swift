import HTTPTypes
import Hummingbird
import KartotekaHTTP
import KartotekaStore

/// A change of an ``UndoStack``.
enum UndoStep: Sendable, Equatable {
  /// A new change set.
  case add(Int64)
  /// A change set was undone by another one.
  case undo(Int64, by: Int64)
  /// An undo was undone by a change set.
  case redo(Int64, by: Int64)
  /// An undo or redo, the first one, was cancelled: the change set can be undone again.
  case cancel(Int64, of: Int64)
}

/// A person's last change sets, the newest first, so that each page offers undo, and each undo reverts the next older one.
///
/// They are stored in a cookie: `12.11~15~k3f` means the change sets 12 and 11, which can be undone, and 15, which undid
/// another one and can be undone as a redo, all of the change log with the identity `k3f`. In another one, that of a new
/// application of the name or of a restored backup, the same numbers mean changes of others. The server also keeps those of somebody
/// who is signed in, for all of their devices (`RecentChanges`).
package struct UndoStack: Sendable, Equatable {
  /// The prefix of the cookies' names.
  static let prefix = "undo-"
  /// The maximum number of change sets.
  private static let most = 20
  /// The lifetime in seconds.
  private static let age = 900

  private(set) var done: [Int64]
  private(set) var undone: [Int64]
  private let log: String

  /// The stack of the sender of a request to an application. Invalid parts, and those of another change log, are ignored.
  init(of request: Request, to app: RunningApp) {
    self.init(Self.cookie(in: request, of: app), Self.recent(in: app), in: app)
  }

  // Another server, or this one before it was started again, may have set the cookie after that.
  private init(_ cookie: String?, _ recent: String?, in app: RunningApp) {
    self = UndoStack(cookie ?? "", log: app.feed.log).renewed(by: recent)
  }

  private static func cookie(in request: Request, of app: RunningApp) -> String? {
    request.hasCookies ? request.cookie(cookie(of: app, for: request)) : nil
  }

  // The stack of the person, which another device of theirs may have changed.
  private static func recent(in app: RunningApp) -> String? {
    Author.current?.id.flatMap { app.recentChanges.text(of: $0) }
  }

  /// The text of the stack of the sender of a request; nil for an empty one.
  package static func text(of request: Request, to app: RunningApp) -> String? {
    let (cookie, recent) = (cookie(in: request, of: app), recent(in: app))
    // The usual case, without a look at the change log.
    if cookie == nil, recent == nil { return nil }
    let stack = UndoStack(cookie, recent, in: app)
    return stack.done.isEmpty && stack.undone.isEmpty ? nil : stack.text
  }

  // Each change of the stack adds a change set with a greater number.
  private var newest: Int64 { max(done.first ?? 0, undone.first ?? 0) }

  // This stack, or that of the person if another device of theirs has changed it.
  private func renewed(by text: String?) -> UndoStack {
    guard let text else { return self }
    let known = UndoStack(text, log: log)
    return newest <= known.newest ? known : self
  }

  init(_ text: String, log: String) {
    self.log = log
    let parts = text.split(separator: "~", omittingEmptySubsequences: false)
    func changeSets(_ part: Int) -> [Int64] {
      guard parts.count == 3, parts[2] == log else { return [] }
      return parts[part].split(separator: ".").prefix(Self.most).compactMap { Int64($0) }
    }
    (done, undone) = (changeSets(0), changeSets(1))
  }

  /// The value of the cookie.
  package var text: String {
    func text(_ changeSets: [Int64]) -> String { changeSets.prefix(Self.most).map(String.init).joined(separator: ".") }
    return text(done) + "~" + text(undone) + "~" + log
  }

  /// Applies a step. Steps of several devices may come in another order than their change sets.
  mutating func apply(_ step: UndoStep) {
    switch step {
    case .add(let changeSet):
      Self.insert(changeSet, into: &done)
      // An earlier undo can't be redone; one that came after the change can.
      undone.removeAll { $0 < changeSet }
    case .undo(let changeSet, let undoing):
      done.removeAll { $0 == changeSet }
      Self.insert(undoing, into: &undone)
    case .redo(let undoing, let changeSet):
      undone.removeAll { $0 == undoing }
      Self.insert(changeSet, into: &done)
    case .cancel(let cancelled, let changeSet):
      apply(undone.contains(cancelled) ? .redo(cancelled, by: changeSet) : .undo(cancelled, by: changeSet))
    }
  }

  // The newest is the first.
  private static func insert(_ changeSet: Int64, into list: inout [Int64]) {
    list = Set(list + [changeSet]).sorted(by: >)
  }

  /// The name of the cookie of an application. Of two servers on a machine each has its own.
  static func cookie(of app: RunningApp, for request: Request) -> String {
    ServerCookie.name(prefix + app.pathName, for: request)
  }

  /// Applies a step to the newest stack of the person, which another request may have changed since this one began, and stores it.
  /// - Parameter cookie: the name of the cookie: ``cookie(of:for:)``.
  /// - Returns: the value of the Set-Cookie header.
  func stored(after step: UndoStep, for app: RunningApp, in cookie: String) -> String {
    func updated(_ newest: String?) -> String {
      var stack = renewed(by: newest)
      stack.apply(step)
      return stack.text
    }
    let person = Author.current?.id
    let text = person.map { app.recentChanges.update(of: $0, for: .seconds(Self.age), updated) } ?? updated(nil)
    return "\(cookie)=\(text); Path=/\(app.pathName); Max-Age=\(Self.age); HttpOnly; SameSite=Strict"
  }
}

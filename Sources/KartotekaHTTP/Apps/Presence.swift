import KartotekaModel
import KartotekaStore
import Synchronization

/// The people who have records of an application open now. Pages say it with the change stream that they follow, so that it
/// ends with the page. Each server knows the pages that follow its own streams; the servers of a primary database tell each other.
package final class Presence: Sendable {
  /// An open record.
  package struct Place: Hashable, Sendable {
    /// The entity's name.
    package let entity: String
    package let id: RecordID
    /// The record's address below that of the application: `users/412`.
    package let path: String

    package init(entity: String, id: RecordID, path: String) {
      (self.entity, self.id, self.path) = (entity, id, path)
    }
  }

  /// A person who has a record open.
  package struct Viewer: Hashable, Sendable {
    /// The person's number.
    package let number: Int64
    package let name: String

    package init(number: Int64, name: String) { (self.number, self.name) = (number, name) }
  }

  private struct State {
    var version = 0
    // The number of pages of each person.
    var open: [Place: [Viewer: Int]] = [:]
    // Those at other servers.
    var elsewhere: [Place: Set<Viewer>] = [:]
    var lastAnnouncement: ContinuousClock.Instant?
    var isAnnouncing = false

    mutating func announce() {
      version += 1
      (lastAnnouncement, isAnnouncing) = (.now, false)
    }
  }

  private let state = Mutex(State())
  private let pause: Duration
  private let servers: SharedPresence?

  /// - Parameters:
  ///   - work: the work that the servers of a primary database share; nil without one.
  ///   - pause: the shortest time between two announcements. For each one every open page has the server look up which
  ///     records its person may see.
  package init(over work: (any SharedWork)? = nil, pause: Duration = .milliseconds(500)) {
    servers = work.map { SharedPresence($0) }
    self.pause = pause
  }

  /// A number that changes with each announcement.
  package var version: Int { state.withLock(\.version) }

  /// Follows the other servers for a page, until ``unfollow()``.
  /// - Parameter wake: has those look that wait for a new version.
  package func follow(_ wake: @escaping @Sendable () -> Void) {
    servers?.follow { [weak self] open in
      guard let self, take(open) else { return }
      announce(wake)
    }
  }

  /// Ends following the other servers for a page.
  package func unfollow() {
    // Nothing tells of later changes. The next page waits for the answer of the database.
    if servers?.unfollow() == true { _ = take([:]) }
  }

  /// Takes the people who have records open at other servers.
  /// - Returns: whether they are others than before.
  func take(_ open: [Place: Set<Viewer>]) -> Bool {
    state.withLock { state in
      defer { state.elsewhere = open }
      return state.elsewhere != open
    }
  }

  private var here: [SharedPresence.Opening] {
    state.withLock { state in
      state.open.flatMap { place, viewers in
        viewers.keys.map {
          SharedPresence.Opening(
            person: $0.number, name: $0.name, entity: place.entity, id: place.id, path: place.path)
        }
      }
    }
  }

  /// Notes that a page shows a record, or another one shows it no longer.
  /// - Returns: whether others see a difference: several pages of a person count once.
  package func note(_ viewer: Viewer, at place: Place, isOpen: Bool) -> Bool {
    let isOther = noteHere(viewer, at: place, isOpen: isOpen)
    if isOther { servers?.share { [weak self] in self?.here ?? [] } }
    return isOther
  }

  private func noteHere(_ viewer: Viewer, at place: Place, isOpen: Bool) -> Bool {
    state.withLock { state in
      let before = state.open[place]?[viewer] ?? 0
      let after = max(0, before + (isOpen ? 1 : -1))
      state.open[place, default: [:]][viewer] = after == 0 ? nil : after
      if state.open[place]?.isEmpty == true { state.open[place] = nil }
      return (before == 0) != (after == 0)
    }
  }

  /// Announces a difference at once, or together with others at the end of the pause.
  /// - Parameter wake: has those look that wait for a new version.
  package func announce(_ wake: @escaping @Sendable () -> Void) {
    let now = ContinuousClock.now
    let rest = state.withLock { state -> Duration? in
      if state.isAnnouncing { return nil }
      let rest = state.lastAnnouncement.map { pause - (now - $0) } ?? .zero
      if rest > .zero { state.isAnnouncing = true } else { state.announce() }
      return rest
    }
    guard let rest else { return }
    if rest <= .zero { return wake() }
    Task.detached { [self] in
      try? await Task.sleep(for: rest)
      state.withLock { $0.announce() }
      wake()
    }
  }

  /// The open records with the people besides one who have them open, in a fixed order, and the version of that.
  package func others(than person: Int64) -> (version: Int, open: [(place: Place, viewers: [Viewer])]) {
    state.withLock { state in
      let all = state.open.mapValues { Set($0.keys) }.merging(state.elsewhere) { $0.union($1) }
      let open = all.compactMap { place, viewers -> (place: Place, viewers: [Viewer])? in
        let others = viewers.filter { $0.number != person }.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
        return others.isEmpty ? nil : (place, others)
      }
      return (state.version, open.sorted { $0.place.path < $1.place.path })
    }
  }
}

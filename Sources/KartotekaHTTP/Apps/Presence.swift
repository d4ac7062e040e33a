import KartotekaModel
import Synchronization

/// The people who have records of an application open now. Pages say it with the change stream that they follow, so that it
/// ends with the page; each server knows the pages that follow its own streams.
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
    var lastAnnouncement: ContinuousClock.Instant?
    var isAnnouncing = false

    mutating func announce() {
      version += 1
      (lastAnnouncement, isAnnouncing) = (.now, false)
    }
  }

  private let state = Mutex(State())
  private let pause: Duration

  /// - Parameter pause: the shortest time between two announcements. For each one every open page has the server look up which
  ///   records its person may see.
  package init(pause: Duration = .milliseconds(500)) { self.pause = pause }

  /// A number that changes with each announcement.
  package var version: Int { state.withLock(\.version) }

  /// Notes that a page shows a record, or another one shows it no longer.
  /// - Returns: whether others see a difference: several pages of a person count once.
  package func note(_ viewer: Viewer, at place: Place, isOpen: Bool) -> Bool {
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
      let open = state.open.compactMap { place, viewers -> (place: Place, viewers: [Viewer])? in
        let others = viewers.keys.filter { $0.number != person }.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
        return others.isEmpty ? nil : (place, others)
      }
      return (state.version, open.sorted { $0.place.path < $1.place.path })
    }
  }
}

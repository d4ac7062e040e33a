import KartotekaModel
import Synchronization

/// Who has which records of an application open now. Pages say it with the change stream that they follow, so that it ends with
/// the page; each server knows the pages that follow its own streams.
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
  }

  private let state = Mutex(State())

  package init() {}

  /// A number that changes whenever somebody opens or leaves a record.
  package var version: Int { state.withLock(\.version) }

  /// Notes that a page shows a record, or another one shows it no longer.
  /// - Returns: whether others see a difference: several pages of a person count once.
  package func note(_ viewer: Viewer, at place: Place, isOpen: Bool) -> Bool {
    state.withLock { state in
      let before = state.open[place]?[viewer] ?? 0
      let after = max(0, before + (isOpen ? 1 : -1))
      state.open[place, default: [:]][viewer] = after == 0 ? nil : after
      if state.open[place]?.isEmpty == true { state.open[place] = nil }
      guard (before == 0) != (after == 0) else { return false }
      state.version += 1
      return true
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

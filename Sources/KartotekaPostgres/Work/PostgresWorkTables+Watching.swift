import Foundation
import KartotekaStore

// Watchers of entries.
extension PostgresWorkTables {
  /// A subscriber to the entries of a place.
  struct Watcher {
    let place: String
    let notify: @Sendable ([SharedEntry]) -> Void
    /// The rows of which it was told last; nil before the first time.
    var told: [WatchedRow]?
  }

  /// The row of an entry.
  struct WatchedRow {
    /// The columns of ``PostgresWork/columns(isBrief:progress:)``.
    var columns: [String?]
    /// The time of the last change. Each change of the progress changes it.
    let version: String
  }

  /// Calls a function with the entries of a place: once at the beginning, and within about a second after each change.
  func watch(_ place: String, _ notify: @escaping @Sendable ([SharedEntry]) -> Void) -> any Sendable {
    let id = UUID()
    let isFirst = state.withLock { state in
      state.watchers[id] = Watcher(place: place, notify: notify)
      return state.subscription == nil
    }
    if isFirst {
      let subscription = listener.add(WorkSchema.schema) { [weak self] in self?.readForWatchers() }
      state.withLock { $0.subscription = subscription }
    }
    return Watching(self, id)
  }

  private final class Watching: Sendable {
    private let tables: PostgresWorkTables
    private let id: UUID

    init(_ tables: PostgresWorkTables, _ id: UUID) { (self.tables, self.id) = (tables, id) }

    deinit {
      // Released outside of the lock: the subscription has one of its own.
      _ = tables.state.withLock { state -> (any Sendable)? in
        state.watchers[id] = nil
        guard state.watchers.isEmpty else { return nil }
        defer { state.subscription = nil }
        return state.subscription
      }
    }
  }

  // One query for all places. The listener's thread does not wait for it.
  private func readForWatchers() {
    let begins = state.withLock { state in
      state.isStale = state.isReading
      guard !state.isReading else { return false }
      state.isReading = true
      return true
    }
    guard begins else { return }
    Thread.detachNewThread { [weak self] in
      while let self {
        self.tellWatchers()
        let goesOn = self.state.withLock { state in
          state.isReading = state.isStale
          state.isStale = false
          return state.isReading
        }
        if !goesOn { return }
      }
    }
  }

  private func tellWatchers() {
    let watchers = state.withLock { $0.watchers }
    guard let rows = try? rows(for: Array(watchers.values)) else { return }
    for (id, watcher) in watchers {
      let found = rows[watcher.place] ?? []
      state.withLock { $0.watchers[id]?.told = found }
      if let told = watcher.told, told.map(\.columns) == found.map(\.columns) { continue }
      watcher.notify(found.compactMap { PostgresWork.entry($0.columns) })
    }
  }

  /// The rows of the watchers' places, by place. A progress that has not changed since the watchers were told is not read again.
  private func rows(for watchers: [Watcher]) throws -> [String: [WatchedRow]] {
    func key(_ place: String, _ id: String?) -> String { place + " " + (id ?? "") }
    var known: [String: WatchedRow] = [:]
    for watcher in watchers {
      for row in watcher.told ?? [] { known[key(watcher.place, row.columns[0])] = row }
    }
    let versions = String(decoding: try JSONEncoder().encode(known.mapValues(\.version)), as: UTF8.self)
    // Names of applications have no commas.
    let places = Set(watchers.map(\.place)).sorted().joined(separator: ",")
    let version = "extract(epoch FROM greatest(changed, beat))::text"
    let progress = "CASE WHEN \(version) IS DISTINCT FROM ($2::jsonb ->> (place || ' ' || id)) THEN progress END"
    return try read(missing: [:]) { connection in
      let rows = try connection.run(
        """
        SELECT place, \(PostgresWork.columns(isBrief: true, progress: progress)), \(version) FROM \(WorkSchema.entries) \
        WHERE place = ANY (string_to_array($1, ',')) ORDER BY made DESC, id
        """, places, versions)
      var found: [String: [WatchedRow]] = [:]
      for row in rows {
        guard row.count == 8, let place = row[0] else { continue }
        var watched = WatchedRow(columns: Array(row[1...6]), version: row[7] ?? "")
        if let last = known[key(place, row[1])], last.version == watched.version {
          watched.columns[2] = last.columns[2]
        }
        found[place, default: []].append(watched)
      }
      return found
    }
  }
}

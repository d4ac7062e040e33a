import KartotekaModel
import Synchronization

// Changes of an opened file by other programs, which no trigger logs.
extension Store {
  /// The opened file; nil for a store of our own tables.
  package var openedFile: OpenedFile? { options.opened }

  /// Whether another program has changed the tables or columns of the opened file since a version of its schema.
  func openedSchemaVersion() -> Int64? { (try? probe.openedSchemaVersion()) ?? nil }

  /// Whether another file lies at the path of the opened one.
  var isOpenedFileReplaced: Bool {
    guard let attachment = options.attachment, let now = FileID(attachment.file.path) else { return false }
    return now != attachment.identity
  }

  /// The number of an entity's records, for overviews; nil where a view of an opened file fails, or takes too long.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func countIfPossible(_ entity: EntityDescription) async throws -> Int? {
    guard let source = entity.source, source.isReadOnlyView else {
      do { return try await count(AnyFetchRequest(entity.name)) } catch StoreError.fileRefuses { return nil }
    }
    DependencyRecorder.current?.note(.entities([entity.name]))
    let version = try await latestVersion()
    // A view may ask for the time. Views that fail are counted again only after a change.
    if let known = caches.viewCounts.withLock({ $0[entity.name] }), known.version == version,
      known.count == nil || known.at.duration(to: .now) < .seconds(10)
    {
      return known.count
    }
    let count: Int? = try await translating {
      try await read(noting: nil) { database in
        do {
          let rows = try RawStatement("SELECT count(*) FROM \(SQL.name(entity.table))", in: database)
          return try rows.within(steps: Self.countingSteps) { try rows.integer() }.map { Int($0) }
        } catch let error as SQLError where error.kind == .statement {
          return nil
        } catch is TooManySteps {
          return nil
        }
      }
    }
    caches.viewCounts.withLock { $0[entity.name] = (version, count, .now) }
    return count
  }

  /// The number of steps of SQLite's machine that the count of a view may take: about half a second.
  private static let countingSteps = 20_000_000

  /// Publishes that any record may have changed: nothing that was read before is valid.
  func noteForeignChange() {
    tracker.restart(at: tracker.known.position, .any(model.entities))
  }
}

/// Tells the commits of other programs to an opened file from a store's own: `PRAGMA data_version` of the connection that
/// writes changes with the commits of all others, and no other connection of the store writes.
final class OpenedCommits: Sendable {
  private struct State {
    var count = 0
    var version: Int64?
  }

  private let state = Mutex(State())

  /// Whether a commit of the store's own is under way.
  var areUnderWay: Bool { state.withLock { $0.count > 0 } }

  func begin() { state.withLock { $0.count += 1 } }

  func end() { state.withLock { $0.count -= 1 } }

  /// Whether another program has committed since this was asked last.
  /// - Parameters:
  ///   - database: the connection that writes.
  ///   - schema: the name by which it knows the file.
  func hasForeign(in database: SQLConnection, _ schema: String) throws -> Bool {
    let now = try RawStatement("PRAGMA \(schema).data_version", in: database).integer() ?? 0
    return state.withLock { state in
      defer { state.version = now }
      return state.version.map { $0 != now } ?? false
    }
  }
}

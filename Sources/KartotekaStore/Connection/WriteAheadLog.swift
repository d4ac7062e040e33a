import GRDB
import GRDBSQLite
import Synchronization

/// Puts what the write-ahead log holds into the file when it has grown, as SQLite would by itself
/// (<https://www.sqlite.org/wal.html#ckpt>), but may be put off until a commit is told of: done within the commit, those
/// would wait for it who read what was committed.
final class WriteAheadLog: Sendable {
  /// As many pages as SQLite waits for.
  private static let most = 1_000
  private let pages = Atomic(0)
  private let isPutOff = Atomic(false)

  /// Takes the place of what the connection does by itself. The connection must not outlive this.
  func watch(_ database: Database) {
    sqlite3_wal_hook(
      database.sqliteConnection,
      { context, connection, _, pages in
        if let context {
          Unmanaged<WriteAheadLog>.fromOpaque(context).takeUnretainedValue().grew(to: Int(pages), connection)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Whether it has grown so much that it is time.
  var isDue: Bool { pages.load(ordering: .relaxed) >= Self.most }

  /// From now on the log only grows.
  func putOff() { isPutOff.store(true, ordering: .relaxed) }

  /// Does what was put off. Readers don't wait for it, and it doesn't wait for them.
  func catchUp(_ database: Database) {
    isPutOff.store(false, ordering: .relaxed)
    checkpointIfDue(database.sqliteConnection)
  }

  private func grew(to pages: Int, _ connection: OpaquePointer?) {
    self.pages.store(pages, ordering: .relaxed)
    if !isPutOff.load(ordering: .relaxed) { checkpointIfDue(connection) }
  }

  private func checkpointIfDue(_ connection: OpaquePointer?) {
    guard isDue else { return }
    pages.store(0, ordering: .relaxed)
    // What can't be done now is done after another commit.
    _ = sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }
}

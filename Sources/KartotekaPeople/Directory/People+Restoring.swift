import Foundation
import KartotekaStore

extension People {
  /// Puts the people of a backup into the primary database, if it has none: a person who was removed there does not come back. It blocks
  /// the thread.
  /// - Parameters:
  ///   - file: the database file that was taken out of the backup.
  ///   - options: those of the stores of the primary databases.
  /// - Returns: whether they are there now; false if the database has people, or if there is no primary database.
  /// - Throws: `StoreError`.
  package static func publish(_ file: URL, options: StoreOptions) throws -> Bool {
    guard let primary = storeOptions(options).primary else { return false }
    let copy = try Store(Stored.model, at: file, options: storeOptions(StoreOptions()))
    return try Store.publish(copy, to: primary)
  }
}

import GRDB
import KartotekaModel

/// SQLite's errors in the store's terms; the one place where they are translated.
extension StoreError {
  static func opening(_ path: String, _ error: DatabaseError) -> StoreError {
    let problem: FileProblem =
      switch error.resultCode {
      case .SQLITE_NOTADB: .notADatabase
      case .SQLITE_READONLY: .readOnly
      case .SQLITE_CORRUPT: .damaged(error.message ?? "")
      default: .unreadable(error.message ?? "SQLite error \(error.resultCode.rawValue)")
      }
    return .unusable(path: path, problem: problem)
  }

  /// The same error in the store's terms. SQLite names the columns of a UNIQUE constraint in its message
  /// ("UNIQUE constraint failed: users.email"), which is where the attribute is found.
  static func translating(_ error: any Error, _ model: ModelDescription) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    let message = error.message ?? ""
    switch error.resultCode {
    case .SQLITE_CONSTRAINT:
      if let found = uniqueField(message, model) {
        return StoreError.notUnique(entity: found.0, field: found.1)
      }
      return DatabaseRefusal(message)?.error(in: model) ?? StoreError.constraint(message)
    case .SQLITE_BUSY, .SQLITE_LOCKED: return StoreError.busy
    case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN: return StoreError.disk(message)
    default: return error
    }
  }

  private static func uniqueField(_ message: String, _ model: ModelDescription) -> (String, String)? {
    guard message.hasPrefix("UNIQUE constraint failed: ") else { return nil }
    let parts = message.dropFirst("UNIQUE constraint failed: ".count).split(separator: ",")[0].split(
      separator: ".")
    guard parts.count == 2, let entity = model.entities.first(where: { $0.table == parts[0] }) else {
      return nil
    }
    if parts[1] == "id" { return (entity.name, "id") }
    guard let column = entity.columns.first(where: { $0.column == parts[1] }) else { return nil }
    return (entity.name, column.name)
  }
}

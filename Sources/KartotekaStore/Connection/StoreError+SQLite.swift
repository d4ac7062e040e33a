import Foundation
import KartotekaModel

/// SQLite's errors in the store's terms; the one place where they are translated.
extension StoreError {
  static func opening(_ path: String, _ error: SQLError) -> StoreError {
    .unusable(path: path, problem: FileProblem(error))
  }

  /// The same error in the store's terms. SQLite names the columns of a UNIQUE constraint in its message
  /// ("UNIQUE constraint failed: users.email"), which is where the attribute is found.
  static func translating(_ error: any Error, _ model: ModelDescription, _ url: URL? = nil) -> any Error {
    guard let error = error as? SQLError else { return error }
    let message = error.message ?? ""
    switch error.kind {
    case .constraint:
      if let error = notUnique(message, model) { return error }
      return DatabaseRefusal(message)?.error(in: model) ?? StoreError.constraint(message)
    case .busy: return StoreError.busy
    case .damaged, .notADatabase:
      return StoreError.unusable(path: url?.path(percentEncoded: false) ?? "", problem: .damaged(message))
    case .full, .disk, .readOnly, .notOpened: return StoreError.disk(error.reason)
    // A function or collation of the program that made the file, a view or trigger that can't be computed.
    case .statement where model.isOpened: return StoreError.fileRefuses(message)
    case .statement:
      guard let name = missingName(message) else { return error }
      return StoreError.unusable(path: url?.path(percentEncoded: false) ?? "", problem: .foreign(missing: [name]))
    default: return error
    }
  }

  /// The table or column that another program has taken away while the file is open.
  private static func missingName(_ message: String) -> String? {
    for start in ["no such table: ", "no such column: "] where message.hasPrefix(start) {
      return String(message.dropFirst(start.count))
    }
    let parts = message.components(separatedBy: " has no column named ")
    return parts.count == 2 && message.hasPrefix("table ") ? parts[0].dropFirst(6) + "." + parts[1] : nil
  }

  /// Whether it is the refusal of a record that refers to one which doesn't exist.
  package var isForeignKey: Bool { self == .constraint("FOREIGN KEY constraint failed") }

  private static func notUnique(_ message: String, _ model: ModelDescription) -> StoreError? {
    let start = "UNIQUE constraint failed: "
    guard message.hasPrefix(start) else { return nil }
    let parts = message.dropFirst(start.count).split(separator: ", ").map { $0.split(separator: ".") }
    guard let table = parts.first?.first, let entity = model.entities.first(where: { $0.table == table }) else {
      return nil
    }
    let fields = parts.compactMap { part in
      part.last == "id" ? "id" : entity.columns.first { $0.column == part.last.map(String.init) }?.name
    }
    guard let field = fields.first, fields.count == parts.count else { return nil }
    return fields.count == 1
      ? .notUnique(entity: entity.name, field: field) : .notUniqueTogether(entity: entity.name, fields: fields)
  }
}

extension StoreError.FileProblem {
  /// The problem of a file that SQLite can't open.
  init(_ error: SQLError) {
    self =
      switch error.kind {
      case .notADatabase: .notADatabase
      case .readOnly: .readOnly
      case .damaged: .damaged(error.reason)
      default: .unreadable(error.reason)
      }
  }
}

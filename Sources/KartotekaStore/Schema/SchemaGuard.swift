import KartotekaModel

/// Makes sure, at the beginning of each writing transaction, that the tables are still those that the store's model describes.
///
/// Another process, or another store of this one, may change the description of an application while this store is used. A
/// writer with the old description would store a decimal with the old number of digits.
final class SchemaGuard {
  private let description: DescriptionUse
  /// The meaning of the tables; nil for an opened file, whose tables are another program's.
  private let model: StoredModel?
  /// SQLite's number of the schema when it was last compared; nil before. It changes with every change of tables.
  private var version: Int64?

  /// - Parameter description: the description in the file once it is open.
  init(_ description: DescriptionUse, _ model: ModelDescription) {
    self.description = description
    self.model = model.isOpened ? nil : StoredModel(model)
  }

  /// Compares the file with what the store was opened for, within a transaction.
  /// - Throws: ``StoreError/descriptionChanged``.
  func check(_ database: SQLConnection) throws {
    let now = try RawStatement("PRAGMA main.schema_version", in: database).integer()
    if let model, now != version {
      try description.check(database)
      if let noted = try StoredModel(in: database), !model.describes(noted) { throw StoreError.descriptionChanged }
      version = now
    } else if let revision = description.revision {
      // A change of the description need not change tables. That of an opened file may be the guessed one, which is in no table.
      let stored = try RawStatement("SELECT max(revision) FROM \(DescriptionTable.name)", in: database).integer()
      guard stored ?? (model == nil ? 0 : nil) == revision else { throw StoreError.descriptionChanged }
    }
  }
}

extension SQLConnection {
  /// Reads by a model whose tables another process may have changed by now: values would mean something else.
  /// - Parameter model: the model's meaning of the tables; nil where they can't have changed.
  /// - Throws: ``StoreError/descriptionChanged``, and what the body throws.
  func reading<T>(_ model: StoredModel?, _ body: () throws -> T) throws -> T {
    guard let model else { return try body() }
    let value: T
    do { value = try body() } catch let error as SQLError where error.kind == .statement {
      // A column that is gone is no other fault.
      try check(model)
      throw error
    }
    // Afterwards: what was read before the tables changed is as it was.
    try check(model)
    return value
  }

  private func check(_ model: StoredModel) throws {
    let version = try RawStatement("PRAGMA main.schema_version", in: self)
    while let now = try version.integer(), now != readableSchema {
      if let noted = try StoredModel(in: self), !model.canRead(noted) { throw StoreError.descriptionChanged }
      // The compared tables may be newer than the number.
      if try version.integer() == now { readableSchema = now }
    }
  }
}

extension StoredModel {
  /// Whether tables stand for the same as this model's, however many others there are.
  fileprivate func describes(_ noted: StoredModel) -> Bool {
    tables.allSatisfy { noted.tables[$0.key] == $0.value } && joins.isSubset(of: noted.joins)
  }

  /// Whether this model's columns stand for the same in tables that may have others, too.
  fileprivate func canRead(_ noted: StoredModel) -> Bool {
    tables.allSatisfy { table, columns in
      noted.tables[table].map { noted in columns.allSatisfy { noted[$0.key] == $0.value } } ?? false
    }
  }
}

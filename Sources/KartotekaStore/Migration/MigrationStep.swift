import Foundation
import KartotekaModel

/// A part of a migration that only code can do, such as splitting one attribute into two. It runs once for each
/// database, after its tables are the model's (``init(_:filling:_:)``: while they become so) and within the transaction
/// that changes them.
///
/// ```swift
/// MigrationStep("split-names") { migration in
///   for (id, value) in try migration.archived("people", "full_name") { … }
/// }
/// ```
/// A new database has had all steps. Several run in the order in which they are declared.
public struct MigrationStep: Sendable {
  /// The name by which a database notes that it had the step. It must never change.
  public let name: String
  let body: @Sendable (MigrationContext) throws -> Void
  /// The values that it gives to a column while the tables change; nil for steps after that.
  let filling: ColumnFilling?

  /// A step of that name.
  /// - Parameters:
  ///   - name: the name, by which a database knows whether the step has run.
  ///   - body: changes the records. An error that it throws ends the migration and rolls it back.
  public init(_ name: String, _ body: @escaping @Sendable (_ migration: MigrationContext) throws -> Void) {
    self.name = name
    self.body = body
    filling = nil
  }

  /// A step that gives the records that there are a value of an attribute: of a new one, or where they have none and it is
  /// required now. So a new attribute can be required without a default, which new records would get, too.
  ///
  /// ```swift
  /// MigrationStep("fill-register", filling: \Singer.register) { singer in
  ///   singer[column: "voice"] == .text("bass") ? .low : .high
  /// }
  /// ```
  /// The values come while the table changes: the history has no change set for them.
  /// A value that can't be converted to another kind is none of these: it stands in the way of the migration.
  /// - Parameters:
  ///   - name: the name, by which a database knows whether the step has run.
  ///   - path: the attribute.
  ///   - value: the value of a record, by what is stored of it, of the first 125 columns; nil for none. It is called several
  ///     times for a record, also by `migrate --dry-run`, which names the records to which it gives none or one that breaks a
  ///     rule, and has to give the same value each time. An error that it throws ends the migration and rolls it back.
  public init<E: Entity, V: AttributeValue>(
    _ name: String, filling path: any KeyPath<E, Attribute<V>> & Sendable,
    _ value: @escaping @Sendable (_ record: StoredRecord<E>) throws -> V?
  ) {
    self.name = name
    body = { _ in }
    filling = ColumnFilling(step: name, entity: E.name, attribute: E.name(of: path)) { id, values, attribute in
      try value(StoredRecord<E>(id: id, values: values))?.stored(for: attribute) ?? .null
    }
  }
}

/// The context of a ``MigrationStep``.
public struct MigrationContext {
  /// Changes records, as a change set of its own. Throws `StoreError` as it does elsewhere.
  public let transaction: Transaction
  let database: SQLConnection

  /// The values of a removed attribute, by the numbers of their records.
  /// - Parameters:
  ///   - table: the table that had its column.
  ///   - column: the column, by its name in the database.
  /// - Returns: none where the database has no such archive.
  /// - Throws: `SQLError`.
  public func archived(_ table: String, _ column: String) throws -> [(id: RecordID, value: Value)] {
    let archive = Archive.name(table: table, column: column)
    guard try database.hasTable(archive) else { return [] }
    let rows = try RawStatement("SELECT id, value FROM \(SQL.name(archive)) ORDER BY id", in: database)
    defer { rows.reset() }
    var values: [(id: RecordID, value: Value)] = []
    while try rows.step() { values.append((rows.integer(column: 0), rows.value(column: 1))) }
    return values
  }

  /// The records of an entity that there are when it begins, in the order of their numbers. Few of them are in memory at a time.
  /// - Throws: ``StoreError/unknownField(entity:field:)`` where the model has no such entity; what the body throws.
  public func forEachRecord(of entity: String, _ body: (AnyRecord) throws -> Void) throws {
    let entity = try transaction.mapping.entity(entity)
    let last = try transaction.greatestID(of: entity) ?? 0
    var next = Int64.min
    while true {
      let ids = try database.all(
        RecordID.self,
        "SELECT id FROM \(SQL.name(entity.table)) WHERE id >= ? AND id <= ? ORDER BY id LIMIT 1000", [next, last])
      for id in ids { try transaction.record(entity, id: id).map(body) }
      guard let end = ids.last, end < last else { return }
      next = end + 1
    }
  }

  /// All records of an entity, in the order of their numbers.
  /// - Throws: ``StoreError/unknownField(entity:field:)`` where the model has no such entity.
  public func records(_ entity: String) throws -> [AnyRecord] {
    let entity = try transaction.mapping.entity(entity)
    let ids = try database.all(RecordID.self, "SELECT id FROM \(SQL.name(entity.table)) ORDER BY id")
    return try ids.compactMap { try transaction.record(entity, id: $0) }
  }
}

/// The completed migration steps of a database.
struct StepLog {
  private static let key = "steps"

  let database: SQLConnection

  func names() throws -> Set<String> {
    let noted = try MetaTable(in: database).text(Self.key)
    return Set(noted.flatMap { JSONText.value([String].self, $0) } ?? [])
  }

  func note(_ names: Set<String>) throws {
    try MetaTable(in: database).note(SQL.jsonText(names.sorted()), as: Self.key)
  }
}

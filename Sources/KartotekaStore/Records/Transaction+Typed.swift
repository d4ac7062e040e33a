import KartotekaModel

// A transaction as typed code uses it.
extension Transaction {
  /// The record of that id, as it is within this transaction; nil when there is none.
  /// - Throws: ``StoreError`` where the file can't be read.
  public func record<E: Entity>(_ entity: E.Type, id: RecordID) throws -> Record<E>? {
    try record(mapping.entity(E.name), id: id).map(Record<E>.init)
  }

  /// The record to which a to-one relationship leads, as it is within this transaction; nil when there is none.
  /// - Throws: ``StoreError`` where the file can't be read.
  public func related<E: Entity, T: Entity>(_ path: KeyPath<E, ToOne<T>>, of record: Record<E>) throws -> Record<T>? {
    guard let id = record[dynamicMember: path] else { return nil }
    return try self.record(T.self, id: id)
  }

  /// The records that a to-many relationship leads to, in the order of their ids.
  /// - Throws: ``StoreError`` where the file can't be read.
  public func related<E: Entity, T: Entity>(
    _ path: KeyPath<E, ToMany<T>>, of record: Record<E>
  ) throws -> [Record<T>] {
    let entity = try mapping.entity(E.name)
    guard let relationship = entity.relationship(E.name(of: path)), let id = record.id else { return [] }
    return try related(entity, relationship, of: id).compactMap { try self.record(T.self, id: $0) }
  }

  /// Adds a new record and gives it its id.
  /// - Throws: what ``insert(_:)`` throws.
  public func insert<E: Entity>(_ record: inout Record<E>) throws {
    record.any = try insert(record.any.fitted(to: mapping.entity(E.name)))
  }

  /// Stores a changed record.
  /// - Throws: what ``update(_:ifStill:)`` throws.
  public func update<E: Entity>(_ record: Record<E>) throws { try update(fitted(record)) }

  /// A record with the columns of the store. One that was made without it, or kept from before fields were added to its entity,
  /// lacks some: they stay as they are.
  func fitted<E: Entity>(_ record: Record<E>) throws -> AnyRecord {
    let entity = try mapping.entity(E.name)
    if record.any.entity === entity { return record.any }
    guard !record.any.hasColumns(of: entity), let id = record.id else { return record.any.fitted(to: entity) }
    return record.any.fitted(to: entity, over: try self.record(entity, id: id))
  }

  /// Deletes a record.
  /// - Throws: what ``delete(_:id:ifStill:)`` throws.
  public func delete<E: Entity>(_ record: Record<E>) throws { try delete(mapping.entity(E.name), id: record.id ?? 0) }
}

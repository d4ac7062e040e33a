import KartotekaModel

extension Store {
  /// The values that an attribute had in deleted records that referred to a record, so that a job does not add again what
  /// a person has deleted. Deletions and additions that were undone don't count.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func deletedTexts<E: Entity, T: Entity>(
    _ attribute: KeyPath<E, Attribute<String>>, where relationship: KeyPath<E, ToOne<T>>, is id: RecordID
  ) async throws -> Set<String> {
    let entity = try mapping.entity(E.name)
    let paths = [E.name(of: attribute), E.name(of: relationship)].compactMap { name in
      entity.position(of: name).map { Value.text("$.\"\(entity.columns[$0].column)\"") }
    }
    return try await translating {
      try await read { database in
        let rows = try RawStatement(
          """
          SELECT DISTINCT json_extract(c.before, ?) FROM kartoteka_changes c JOIN kartoteka_deeds d ON d.id = c.deed \
          WHERE c.entity = ? AND c.before IS NOT NULL AND c.after IS NULL AND d.undoes IS NULL AND d.undone_by IS NULL \
          AND json_extract(c.before, ?) = ?
          """, in: database)
        rows.bind([paths[0], .text(entity.table), paths[1], .integer(id)])
        defer { rows.reset() }
        var texts: Set<String> = []
        while try rows.step() {
          if case .text(let text) = rows.value(column: 0) { texts.insert(text) }
        }
        return texts
      }
    }
  }
}

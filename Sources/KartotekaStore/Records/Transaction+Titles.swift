import KartotekaModel

// The names of change sets.
extension Transaction {
  /// "Deleted Anna Kowalska": a sentence about a record by its title.
  func named(_ key: String, _ record: AnyRecord) throws -> Phrase { Phrase(key, ["title": try title(of: record)]) }

  // A record without a title of its own is named by those that it leads to.
  private func title(of record: AnyRecord) throws -> Phrase.Argument {
    // A new record does not have its computed title yet, and a changed one has that of before.
    if !record.entity.titleComputed.isEmpty, let id = record.id, let stored = try self.record(record.entity, id: id) {
      return stored.titleArgument
    }
    let parts = try record.entity.titleRelationships.compactMap { relationship -> Phrase.Argument? in
      guard case .integer(let id) = record[relationship.name],
        let target = model.entity(named: relationship.target)
      else { return nil }
      return try self.record(target, id: id)?.titleArgument
    }
    guard let first = parts.first else { return record.titleArgument }
    return parts.dropFirst().reduce(first) { .phrase(Phrase("{one} · {other}", ["one": $0, "other": $1])) }
  }
}

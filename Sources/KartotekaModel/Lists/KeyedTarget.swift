/// The column to which references by a key lead. Filters name a record by its value there, not by its id.
package struct KeyedTarget: Sendable {
  private let entity: EntityDescription
  /// The position of the column; nil for the record's number.
  private let position: Int?

  /// The column to which a relationship leads; nil for references by ids and for columns that are not read.
  package init?(_ relationship: RelationshipDescription, in model: ModelDescription) {
    guard let keyed = relationship.keyed, let target = model.entity(named: relationship.target),
      let source = target.source
    else { return nil }
    let name = keyed.target.lowercased()
    position = target.columns.firstIndex { source.column($0.column).lowercased() == name }
    guard position != nil || source.rowID?.lowercased() == name else { return nil }
    entity = target
  }

  /// The text by which a filter names a record; nil for a record without one.
  package func text(of record: AnyRecord) -> String? {
    guard let position else { return record.id.map { String($0) } }
    return switch record.keys[position] ?? record.values[position] {
    case .integer(let key): String(key)
    case .text(let key): key.isEmpty ? nil : key
    case .null, .real, .blob: nil
    }
  }

  /// The condition of the records with some of these texts.
  /// - Throws: ``ListFault`` where no record can have one of them.
  package func predicate(_ texts: [String], in model: ModelDescription) throws(ListFault) -> FetchPredicate {
    guard let position else {
      return .compare("id", .in, texts.compactMap { RecordID($0) }.map(Value.integer))
    }
    return try ListCondition(entity.columns[position].name, .in, texts).predicate(of: entity, in: model)
  }
}

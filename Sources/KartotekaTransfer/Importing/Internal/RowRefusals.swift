import KartotekaModel
import KartotekaStore

/// Converts errors of the store to faults of a row.
struct RowRefusals {
  let entity: EntityDescription
  let model: ModelDescription

  /// The faults of a row that the store refused. Other errors are rethrown.
  func faults(_ error: StoreError) throws -> [RowFault] {
    switch error {
    case .invalid(let faults): return faults.map { RowFault(place($0.field), nil, $0.phrase) }
    case .notUnique(_, let field): return [RowFault(place(field), nil, "Another record has this already")]
    case .notUniqueTogether(_, let fields):
      let reason = Phrase("Another record has the same {fields} already", ["fields": .phrase(labels(fields))])
      return [RowFault(place(fields.first ?? ""), nil, reason)]
    case .constraint where error.isForeignKey:
      return [RowFault(.row, nil, "It refers to a row that could not be loaded")]
    case .readOnly(_, let field): return [RowFault(place(field), nil, "This can't be changed any more")]
    case .setByAction(_, let field, let action):
      return [RowFault(place(field), nil, Phrase("Only the action {action} sets this", ["action": .text(action)]))]
    case .refused(let reason): return [RowFault(.row, nil, reason)]
    case .missingTarget, .constraint, .notFound, .closed, .derived:
      return [RowFault(.row, nil, error.phrase(in: model))]
    default: throw error
    }
  }

  /// The faults of a new row that the store refused when it was written.
  /// - Parameter isNumbered: whether the id comes from the row.
  func faults(_ error: StoreError, isNumbered: Bool) -> [RowFault] {
    // The lookup found no such record in the table, so it is another row of this import.
    if case .notUniqueTogether(_, let fields) = error, !isNumbered { return [repeated(fields)] }
    return (try? faults(error)) ?? [RowFault(.row, nil, error.phrase(in: model))]
  }

  /// The fault that another row of the import has the same unique key.
  func repeated(_ fields: [String]) -> RowFault {
    RowFault(
      place(fields.first ?? ""), nil,
      Phrase("Another row has the same {fields} already", ["fields": .phrase(labels(fields))]))
  }

  private func labels(_ fields: [String]) -> Phrase {
    let labels = fields.compactMap { entity.position(of: $0) }.map { Phrase(entity.columns[$0].label) }
    return labels.dropFirst().reduce(labels.first ?? "") { list, next in
      Phrase("{first}, {next}", ["first": .phrase(list), "next": .phrase(next)])
    }
  }

  private func place(_ field: String) -> RowFault.Place {
    field == "id" ? .id : entity.position(of: field).map(RowFault.Place.column) ?? .row
  }
}

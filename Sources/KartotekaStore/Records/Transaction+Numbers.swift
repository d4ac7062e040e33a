import KartotekaModel

// The numbers of series (``NumberSeries``), which the store gives when a record is saved.
extension Transaction {
  /// Gives a record numbers where it has none, and has the series go on behind those that are new in it.
  /// - Parameters:
  ///   - before: the record with the numbers that it had; nil for a new one.
  ///   - isStored: whether it is in the database.
  func number(_ record: inout AnyRecord, over before: AnyRecord? = nil, isStored: Bool = false) throws {
    guard let fields = mapping.numbers(record.entity) else { return }
    for field in fields {
      let counter = NumberCounter(field: field, database: database)
      switch record.values[field.position] {
      case .text(let text):
        if before?.values[field.position] != .text(text) { try counter.note(text) }
      // The database keeps what is set once.
      case .null where !isStored || field.attribute.writability != .onInsert:
        record.values[field.position] = .text(try counter.take(field.series.frame(on: today)))
      default: break
      }
    }
  }

  /// Gives a changed record numbers where it has none.
  /// - Parameter changed: the columns that change, to which those of new numbers are added.
  func number(_ record: inout AnyRecord, over before: AnyRecord, _ changed: inout [Int]) throws {
    guard let fields = mapping.numbers(record.entity) else { return }
    try number(&record, over: before, isStored: true)
    let positions = fields.map(\.position)
    changed.removeAll { positions.contains($0) }
    changed += positions.filter { record.values[$0] != before.values[$0] }
  }

  /// Gives a record back the numbers that a caller has emptied: another number can be typed, but none is taken away.
  func keepNumbers(of before: AnyRecord, in record: inout AnyRecord) {
    guard let fields = mapping.numbers(record.entity) else { return }
    for field in fields where record.values[field.position].isNull {
      record.values[field.position] = before.values[field.position]
    }
  }

  /// Has series go on behind numbers of a file before its rows get numbers.
  /// - Throws: ``StoreError`` where the counters can't be read or written.
  package func noteNumbers(_ texts: [String], of attribute: String, _ entity: EntityDescription) throws {
    guard let field = mapping.numbers(entity)?.first(where: { $0.attribute.name == attribute }) else { return }
    let counter = NumberCounter(field: field, database: database)
    for text in texts { try counter.note(text) }
  }
}

extension Store {
  /// The number that a new record would get now. Another record may get it first.
  /// - Returns: nil for an attribute without a series, and if no number is left.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func nextNumber(of attribute: String, _ entity: EntityDescription) async throws -> String? {
    guard let field = mapping.numbers(entity)?.first(where: { $0.attribute.name == attribute }) else { return nil }
    return try await next(field)
  }

  /// The number that a new record would get if the attribute had that series.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func nextNumber(of attribute: AttributeDescription, as series: NumberSeries, _ entity: EntityDescription)
    async throws -> String?
  {
    try await next(NumberCounter.Field(table: entity.table, position: 0, attribute: attribute, series: series))
  }

  private func next(_ field: NumberCounter.Field) async throws -> String? {
    guard let entity = model.entities.first(where: { $0.table == field.table }) else { return nil }
    let frame = field.series.frame(on: today)
    return try await translating {
      try await read(noting: Dependencies(AnyFetchRequest(entity.name), in: model)) { database in
        do {
          return frame.text(try NumberCounter(field: field, database: database, mayLackTable: true).next(frame))
        } catch StoreError.invalid {
          return nil
        }
      }
    }
  }
}

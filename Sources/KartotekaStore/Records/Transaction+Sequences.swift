import KartotekaModel

// Numbers without gaps.
extension Transaction {
  /// The next number of a sequence (`AttributeOption/sequence`): one more than the greatest that a record has, 1 for the
  /// first. Transactions that write run one after the other, so that each number is given out once.
  /// - Throws: ``StoreError`` `.invalid` if a record has the greatest number that there is, and where the file can't be read.
  public func next<E: Entity>(_ path: KeyPath<E, Attribute<Int>>) throws -> Int {
    let name = E.name(of: path)
    guard let entity = model.entity(named: E.name), let attribute = entity.attribute(name) else {
      throw StoreError.unknownField(entity: E.name, field: name)
    }
    let (number, isTooLarge) = Int(try greatest(attribute, of: entity) ?? 0).addingReportingOverflow(1)
    if isTooLarge {
      throw StoreError.invalid([
        FieldFault(name, Phrase("No number is left after {number}", ["number": .text(String(Int.max))]))
      ])
    }
    return number
  }

  /// Refuses to take back a number of a sequence when a later one has been given out.
  /// - Throws: ``StoreError`` `.cannotUndo`.
  func checkSequences(_ entity: EntityDescription, _ before: Image?, _ after: Image) throws {
    for (attribute, number) in Self.sequenceNumbers(entity, before, after) {
      guard let greatest = try greatest(attribute, of: entity), greatest > number else { continue }
      throw Self.isNotLast(attribute, number)
    }
  }

  /// The numbers of sequences that a change has given out.
  static func sequenceNumbers(
    _ entity: EntityDescription, _ before: Image?, _ after: Image
  ) -> [(attribute: AttributeDescription, number: Int64)] {
    entity.attributes.filter(\.isSequence).compactMap { attribute in
      func value(_ image: Image?) -> Value? { image?.values.first { $0.column == attribute.column }?.value }
      guard case .integer(let number)? = value(after), value(before) != .integer(number) else { return nil }
      return (attribute, number)
    }
  }

  /// That a number can't be taken back, since a later one has been given out.
  static func isNotLast(_ attribute: AttributeDescription, _ number: Int64) -> StoreError {
    .cannotUndo(
      Phrase(
        "{field} {number} is not the last one, and the numbers have no gaps",
        ["field": .phrase(Phrase(attribute.label)), "number": .text(String(number))]))
  }

  private func greatest(_ attribute: AttributeDescription, of entity: EntityDescription) throws -> Int64? {
    try RawStatement(
      "SELECT max(\(SQL.name(attribute.column))) FROM \(SQL.name(entity.table))", in: database
    ).integer()
  }
}

import KartotekaModel

// Checks before a record is written.
extension Transaction {
  /// Refuses a change of a record as ``update(_:ifStill:)`` does, and changes nothing: for a transaction that only reads. The
  /// related records need not be there yet.
  /// - Throws: what ``update(_:ifStill:)`` throws.
  package func checkUpdate(_ record: AnyRecord) throws {
    let (record, before, changed) = try checked(record, ifStill: nil, followsReferences: false)
    if !changed.isEmpty {
      try checkRules(of: record, over: before)
      try checkFormulas(ofDraft: DraftRows(record, related: related(to: record)))
      try checkTriedOwners(of: record)
    }
    let entity = record.entity
    let fields = Set(changed.map { entity.columns[$0].column })
    for index in TableSchema(entity: entity, model: model).uniqueIndices where !fields.isDisjoint(with: index.columns) {
      let positions = index.columns.compactMap { name in entity.columns.firstIndex { $0.column == name } }
      let (names, values) = (positions.map { entity.columns[$0].name }, positions.map { record.values[$0] })
      guard !values.contains(where: \.isNull), let other = try self.record(entity, where: names, are: values),
        other.id != record.id
      else { continue }
      throw names.count == 1
        ? StoreError.notUnique(entity: entity.name, field: names[0])
        : StoreError.notUniqueTogether(entity: entity.name, fields: names)
    }
  }

  /// The record as it would be stored, as it is stored, and the columns that change.
  func checked(
    _ record: AnyRecord, ifStill fingerprint: String?, followsReferences: Bool = true
  ) throws -> (record: AnyRecord, before: AnyRecord, changed: [Int]) {
    let before = try existing(record.entity, record.id ?? 0, ifStill: fingerprint)
    var record = try resolvingKeys(of: record)
    // Bytes that were not read are unchanged.
    for position in record.values.indices {
      if case .blob(let blob) = record.values[position], blob.isOutline {
        record.values[position] = before.values[position]
      }
    }
    keepStamps(of: before, in: &record)
    keepNumbers(of: before, in: &record)
    try keepPlaces(of: before, in: &record)
    record.refillFollowing(over: before)
    let changed = record.values.indices.filter { record.values[$0] != before.values[$0] }
    guard !changed.isEmpty else { return (record, before, []) }
    let fixed = changed.first { position in
      switch record.entity.columns[position].writability {
      case .always: false
      case .onInsert: true
      case .never: !writesReadOnly
      }
    }
    if let fixed {
      throw StoreError.readOnly(entity: record.entity.name, field: record.entity.columns[fixed].name)
    }
    try check(record, columns: changed, followsReferences: followsReferences)
    try checkOpen(toWrite: record, changed, over: before)
    try checkOwnersOpen(of: before)
    try checkAuthor(of: before)
    return (record, before, changed)
  }

  /// Refuses values that break a rule of their column, and references to records that don't exist.
  func check(
    _ record: AnyRecord, columns: some Sequence<Int>, followsReferences: Bool = true, asksNeeds: Bool = true
  ) throws {
    let entity = record.entity
    var faults: [FieldFault] = []
    for index in columns {
      let column = entity.columns[index]
      if let phrase = column.fault(in: record.values[index]) {
        faults.append(record.faultOfFollowed(at: index) ?? FieldFault(column.name, phrase))
      }
    }
    for need in entity.needs where asksNeeds {
      // A record that lacked the field before keeps its other fields' changes.
      let isConcerned = columns.contains { [need.field, need.exception].contains(entity.columns[$0].name) }
      if isConcerned, let fault = need.fault(in: record) { faults.append(fault) }
    }
    guard faults.isEmpty else { throw StoreError.invalid(faults) }
    if !followsReferences { return }
    for index in columns {
      guard case .toOne(let relationship) = entity.columns[index],
        case .integer(let id) = record.values[index]
      else { continue }
      // The foreign key would refuse it too, but without saying which one.
      guard let target = model.entity(named: relationship.target), try exists(target, id: id) else {
        throw StoreError.missingTarget(entity: entity.name, field: relationship.name, id: id)
      }
    }
  }
}

import KartotekaModel

/// Sample records of an entity, made from its declaration alone: plausible, valid, and the same for the same seed.
///
/// ```swift
/// try EntityMock(of: users, seed: 1).write(count: 1_000, as: .json, to: sink)
/// ```
/// They have no numbers, so that importing them adds them. Optional relationships are left empty; required ones
/// lead to one of the first so many records, as many as are made, and many-to-many relationships to up to ten of
/// them: sample records of the related entity are to be imported first.
public struct EntityMock: Sendable {
  private static let mostRelated = 10

  private let entity: EntityDescription
  private let records: MockRecords
  private let seed: UInt64

  /// Sample records of an entity.
  /// - Parameter seed: another seed gives other records.
  public init(of entity: EntityDescription, seed: UInt64 = 1) {
    self.entity = entity
    self.seed = seed
    records = MockRecords(of: entity.plural, entity.attributes.map(MockRequest.init), seed: seed)
  }

  /// One of so many sample records, counted from 0. How many there are only matters to relationships.
  public func record(_ index: Int, of count: Int) -> AnyRecord {
    var record = AnyRecord(entity)
    let texts = records[index]
    for (position, attribute) in entity.attributes.enumerated()
    where attribute.kind == .country || attribute.followed == nil {
      set(texts[position], of: attribute, at: position, index, &record)
    }
    for (position, column) in entity.columns.enumerated() {
      guard case .toOne(let relationship) = column, relationship.isRequired else { continue }
      var random = MockRandom(seed: seed, entity: entity.plural, record: index, attribute: relationship.name)
      let target = relationship.isUnique ? index : place(relationship, index, of: count) ?? random.below(count)
      record.values[position] = .integer(RecordID(target + 1))
    }
    record.fillFollowing()
    return record
  }

  // Of a unique key the first relationship has up to three records each, which differ in the second.
  private func place(_ relationship: RelationshipDescription, _ index: Int, of count: Int) -> Int? {
    for key in entity.uniqueKeys {
      let related = key.filter { entity.relationship($0)?.isRequired == true }
      guard let place = related.firstIndex(of: relationship.name) else { continue }
      let size = related.count > 1 ? min(3, count) : 1
      switch place {
      case 0: return index / size
      case 1:
        var random = MockRandom(
          seed: seed, entity: entity.plural, record: index / size, attribute: relationship.name)
        return (random.below(count) + index % size) % count
      default: continue
      }
    }
    return nil
  }

  /// The numbers of the records that one of so many sample records is related to, for each many-to-many relationship
  /// that the entity leads.
  public func related(_ index: Int, of count: Int) -> [[RecordID]] {
    entity.leadingManyToMany.map { relationship in
      var random = MockRandom(seed: seed, entity: entity.plural, record: index, attribute: relationship.name)
      // Of its own kind, those before it: what comes later has no number yet when it is imported.
      let known = relationship.target == entity.name ? min(index, count) : count
      let wanted = min(random.below(Self.mostRelated + 1), known)
      var ids: Set<RecordID> = []
      while ids.count < wanted { ids.insert(RecordID(random.below(known) + 1)) }
      return ids.sorted()
    }
  }

  // What is made up goes through the same rules as what people write: a number is formatted, and what the
  // declaration doesn't allow is made up anew, some times over.
  private func set(
    _ text: String?, of attribute: AttributeDescription, at position: Int, _ index: Int, _ record: inout AnyRecord
  ) {
    let given = record.values[position]
    for attempt in 0..<(attribute.isUnique ? 1 : 20) {
      let text = attempt == 0 ? text : records[index + attempt * 1_000_003][position]
      guard let text else { break }
      if record.read(text: text, at: position) == nil, attribute.fault(in: record.values[position]) == nil { return }
    }
    record.values[position] = given.isNull ? .null : given
  }

  /// Writes sample records in one of the formats of an export.
  /// - Parameter progress: is called now and then with the number of records written.
  /// - Throws: what the sink and `progress` throw.
  public func write(
    count: Int, as format: ExportFormat, to sink: any ByteSink, progress: (Int) throws -> Void = { _ in }
  ) throws {
    var writer = try RecordFileWriter(entity, as: format, to: sink, hasID: false)
    for index in 0..<max(0, count) {
      try writer.write(record(index, of: count), related: related(index, of: count))
      if index % 1_000 == 999 { try progress(index + 1) }
    }
    try writer.finish()
  }
}

extension MockRequest {
  /// What sample data an attribute wants.
  init(_ attribute: AttributeDescription) {
    let isCounted = attribute.isText && attribute.kind != .date && attribute.kind != .timestamp
    self.init(
      attribute.name, MockKind(attribute), isRequired: attribute.isRequired, isUnique: attribute.isUnique,
      minimum: Self.number(attribute.minimum, attribute), maximum: Self.number(attribute.maximum, attribute),
      minimumLength: isCounted && attribute.minimumLength > 1 ? attribute.minimumLength : nil,
      maximumLength: isCounted ? attribute.maximumLength : nil)
  }

  private static func number(_ value: Value, _ attribute: AttributeDescription) -> Double? {
    switch value {
    case .integer(let integer): (0..<attribute.scale).reduce(Double(integer)) { number, _ in number / 10 }
    case .real(let real): real
    case .null, .text, .blob: nil
    }
  }
}

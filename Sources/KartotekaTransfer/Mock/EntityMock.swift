import KartotekaModel
import KartotekaStore

/// Sample records of an entity, made from its declaration alone: plausible, valid, and the same for the same seed.
///
/// ```swift
/// try EntityMock(of: users, seed: 1).write(count: 1_000, as: .json, to: sink)
/// ```
/// They have no numbers, so that importing them adds them. Relationships lead to the records that ``init(of:seed:in:)``
/// found in a store. Without a store optional relationships are left empty; required ones lead to one of the first so many
/// records, as many as are made, and many-to-many relationships to up to ten of them: sample records of the related entity
/// are to be imported first.
public struct EntityMock: Sendable {
  private static let mostRelated = 10
  private static let mostTargets = 100_000

  private let entity: EntityDescription
  private let records: MockRecords
  private let seed: UInt64
  /// The numbers of the records that there are, by the name of their entity; nil where that isn't known.
  private let targets: [String: [RecordID]]?

  /// Sample records of an entity.
  /// - Parameter seed: another seed gives other records.
  public init(of entity: EntityDescription, seed: UInt64 = 1) {
    self.init(of: entity, seed: seed, targets: nil)
  }

  /// Sample records of an entity that refer to records of a store.
  /// - Parameters:
  ///   - seed: another seed gives other records.
  ///   - store: where the related records are; of each entity, the first 100,000 are referred to.
  /// - Throws: `StoreError`.
  public init(of entity: EntityDescription, seed: UInt64 = 1, in store: Store) async throws {
    var targets: [String: [RecordID]] = [:]
    let names = entity.columns.compactMap { if case .toOne(let relationship) = $0 { relationship.target } else { nil } }
    for name in Set(names + entity.leadingManyToMany.map(\.target)) {
      targets[name] = try await Self.ids(of: name, in: store)
    }
    self.init(of: entity, seed: seed, targets: targets)
  }

  private init(of entity: EntityDescription, seed: UInt64, targets: [String: [RecordID]]?) {
    self.entity = entity
    self.seed = seed
    self.targets = targets
    records = MockRecords(of: entity.plural, entity.attributes.map(MockRequest.init), seed: seed)
  }

  private static func ids(of entity: String, in store: Store) async throws -> [RecordID] {
    var ids: [RecordID] = []
    var request = AnyFetchRequest(entity)
    request.sort = [FetchSort("id")]
    request.limit = 5_000
    request.wantsTotal = false
    while ids.count < mostTargets {
      let page = try await store.fetch(request)
      ids += page.records.compactMap(\.id)
      guard let next = page.next else { break }
      request.position = .after(next)
    }
    return Array(ids.prefix(mostTargets))
  }

  // What actions set belongs together; a sample record is closed by one value at most.
  private func isMocked(_ attribute: AttributeDescription) -> Bool {
    attribute.settingAction == nil || attribute.name == entity.closings.first?.name
  }

  /// One of so many sample records, counted from 0. How many there are only matters to relationships.
  public func record(_ index: Int, of count: Int) -> AnyRecord {
    var record = AnyRecord(entity)
    let texts = records[index]
    for (position, attribute) in entity.attributes.enumerated()
    where (attribute.kind == .country || attribute.followed == nil) && isMocked(attribute) {
      set(texts[position], of: attribute, at: position, index, &record)
    }
    for (position, column) in entity.columns.enumerated() {
      guard case .toOne(let relationship) = column else { continue }
      record.values[position] = target(of: relationship, index, of: count).map(Value.integer) ?? .null
    }
    record.fillFollowing()
    return record
  }

  private func target(of relationship: RelationshipDescription, _ index: Int, of count: Int) -> RecordID? {
    var random = MockRandom(seed: seed, entity: entity.plural, record: index, attribute: relationship.name)
    guard let targets else {
      guard relationship.isRequired else { return nil }
      let place = relationship.isUnique ? index : place(relationship, index, of: count) ?? random.below(count)
      return RecordID(place + 1)
    }
    let ids = targets[relationship.target] ?? []
    if ids.isEmpty || relationship.isUnique && index >= ids.count { return nil }
    if relationship.isUnique { return ids[index] }
    if let place = place(relationship, index, of: ids.count) { return ids[place % ids.count] }
    // One in five is left empty where it can be.
    return relationship.isRequired || random.below(5) > 0 ? ids[random.below(ids.count)] : nil
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
      if let ids = targets?[relationship.target] {
        let wanted = min(random.below(Self.mostRelated + 1), ids.count)
        var chosen: Set<RecordID> = []
        while chosen.count < wanted { chosen.insert(ids[random.below(ids.count)]) }
        return chosen.sorted()
      }
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

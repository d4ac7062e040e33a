import KartotekaModel
import KartotekaStore
import KartotekaTransfer

/// Sample records of an entity, generated from its declaration: plausible, valid, and reproducible by their seed.
///
/// ```swift
/// try EntityMock(of: users, seed: 1).write(count: 1_000, as: .json, to: sink)
/// ```
/// They have no ids, so an import adds them. References use the records that ``init(of:seed:in:)`` found in a store. Without
/// a store, optional references are empty and required ones use ids from 1 to the number of generated records; many-to-many
/// relationships have up to ten links. Sample records of the related entity must then be imported first.
public struct EntityMock: Sendable {
  private static let mostRelated = 10
  private static let mostTargets = 100_000

  let entity: EntityDescription
  private let records: MockRecords
  private let seed: UInt64
  /// The ids of existing records by entity; nil if they are unknown.
  private let targets: [String: [RecordID]]?

  /// Sample records of an entity.
  /// - Parameters:
  ///   - entity: the entity.
  ///   - seed: the seed of the generator.
  public init(of entity: EntityDescription, seed: UInt64 = 1) {
    self.init(of: entity, seed: seed, targets: nil)
  }

  /// Sample records of an entity that refer to records of a store.
  /// - Parameters:
  ///   - entity: the entity.
  ///   - seed: the seed of the generator.
  ///   - store: the store of the related records; the first 100,000 of each entity are used.
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

  // Attributes that actions set belong together. A sample record has at most one closing value.
  private func isMocked(_ attribute: AttributeDescription) -> Bool {
    attribute.stamp == nil && attribute.series == nil
      && (attribute.settingAction == nil || attribute.name == entity.closings.first?.name)
  }

  /// The sample record at an index, from 0. The count matters only for relationships.
  public func record(_ index: Int, of count: Int) -> AnyRecord { record(index, of: count, MockVariant()) }

  func record(_ index: Int, of count: Int, _ variant: MockVariant) -> AnyRecord {
    var record = AnyRecord(entity)
    let texts = records.values(index, variant)
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
    let isNeeded = relationship.isRequired || entity.needs.contains { $0.field == relationship.name }
    guard let targets else {
      guard isNeeded else { return nil }
      let place = relationship.isUnique ? index : place(relationship, index, of: count) ?? random.below(count)
      return RecordID(place + 1)
    }
    let ids = targets[relationship.target] ?? []
    if ids.isEmpty || relationship.isUnique && index >= ids.count { return nil }
    if relationship.isUnique { return ids[index] }
    if let place = place(relationship, index, of: ids.count) { return ids[place % ids.count] }
    // One in five optional references is empty.
    return isNeeded || random.below(5) > 0 ? ids[random.below(ids.count)] : nil
  }

  // In a unique key, up to three records share the first relationship and differ in the second.
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

  /// The related ids of a sample record, for each many-to-many relationship that the entity leads.
  public func related(_ index: Int, of count: Int) -> [[RecordID]] {
    entity.leadingManyToMany.map { relationship in
      var random = MockRandom(seed: seed, entity: entity.plural, record: index, attribute: relationship.name)
      if let ids = targets?[relationship.target] {
        let wanted = min(random.below(Self.mostRelated + 1), ids.count)
        var chosen: Set<RecordID> = []
        while chosen.count < wanted { chosen.insert(ids[random.below(ids.count)]) }
        return chosen.sorted()
      }
      // Links within the entity use earlier records, because later ones have no id yet during the import.
      let known = relationship.target == entity.name ? min(index, count) : count
      let wanted = min(random.below(Self.mostRelated + 1), known)
      var ids: Set<RecordID> = []
      while ids.count < wanted { ids.insert(RecordID(random.below(known) + 1)) }
      return ids.sorted()
    }
  }

  // Generated values pass the same rules as input: numbers are formatted, and invalid values are generated again a limited
  // number of times.
  private func set(
    _ text: String?, of attribute: AttributeDescription, at position: Int, _ index: Int, _ record: inout AnyRecord
  ) {
    let given = record.values[position]
    for attempt in 0..<(attribute.isUnique ? 1 : 20) {
      let text = attempt == 0 ? text : records[index + attempt * 1_000_003][position]
      guard var text else { break }
      if let kind = attribute.code?.behavior { text = kind.sample(index) }
      if record.read(text: text, at: position) == nil, attribute.fault(in: record.values[position]) == nil { return }
    }
    record.values[position] = given.isNull ? .null : given
  }

  /// Writes sample records in an export format. The first 10,000 have different titles, telephone numbers and addresses, as
  /// long as there are enough of them.
  /// - Parameters:
  ///   - count: the number of records.
  ///   - format: the format.
  ///   - sink: receives the bytes.
  ///   - progress: receives the number of written records periodically.
  /// - Throws: errors of the sink and `progress`.
  public func write(
    count: Int, as format: ExportFormat, to sink: any ByteSink, progress: (Int) throws -> Void = { _ in }
  ) throws {
    var writer = try RecordFileWriter(entity, as: format, to: sink, hasID: false)
    for (index, record) in MockSequence(self, count: count).enumerated() {
      try writer.write(record, related: related(index, of: count))
      if index % 1_000 == 999 { try progress(index + 1) }
    }
    try writer.finish()
  }
}

extension MockRequest {
  /// The sample data for an attribute.
  init(_ attribute: AttributeDescription) {
    let isCounted = attribute.isText && attribute.kind != .date && attribute.kind != .timestamp
    // The digits that people type.
    let typed = attribute.form == .percent ? attribute.hundredths : attribute
    let usual = attribute.minimum.isNull && attribute.maximum.isNull ? Self.usualRange(attribute.form) : nil
    self.init(
      attribute.name, MockKind(attribute), isRequired: attribute.isRequired, isUnique: attribute.isUnique,
      minimum: Self.number(typed.minimum, typed) ?? usual?.lowerBound,
      maximum: Self.number(typed.maximum, typed) ?? usual?.upperBound,
      minimumLength: isCounted && attribute.minimumLength > 1 ? attribute.minimumLength : nil,
      maximumLength: isCounted ? attribute.maximumLength : nil)
    isPercentage = attribute.form == .percent
  }

  private static func usualRange(_ form: NumberForm?) -> ClosedRange<Double>? {
    switch form {
    case .percent: 0...100
    case .duration: 5...480
    case .year: 1990...2030
    case .rating, nil: nil
    }
  }

  private static func number(_ value: Value, _ attribute: AttributeDescription) -> Double? {
    switch value {
    case .integer(let integer): (0..<attribute.scale).reduce(Double(integer)) { number, _ in number / 10 }
    case .real(let real): real
    case .null, .text, .blob: nil
    }
  }
}

import KartotekaModel

/// The values of some fields for a page of records: own ones, those of related records, computed values and states.
///
/// Related records are read with one request for each relationship and page, those of many-to-many relationships with one for
/// each 1,000.
package struct ListCells: Sendable {
  /// The value of a field of a record.
  package struct Cell: Sendable {
    /// The stored or computed value; null for a state.
    package var value = Value.null
    /// The title of the related record, if the field is a relationship.
    package var title: String?
    /// The stored key of the related record, if an opened file refers to it by another one than the id.
    package var key: Value?
    /// The state, if the field is the state.
    package var state: StateDescription?
    /// The related records, if the field is a many-to-many relationship, in the order of their ids.
    package var links: [Link] = []
  }

  /// A record to which a many-to-many relationship leads.
  package struct Link: Sendable {
    package let id: RecordID
    package let title: String
    /// The colour in which the record is shown; nil without one.
    package var tone: StateDescription.Tone?
  }

  /// A field.
  package struct Field: Sendable {
    package let path: FieldPath
    package let subject: FilterSubject
  }

  private struct Related: Sendable {
    var records: [RecordID: AnyRecord] = [:]
    var titles: [RecordID: String] = [:]
    var computed: [RecordID: ComputedValues] = [:]
  }

  package let fields: [Field]
  private let computed: [RecordID: ComputedValues]
  /// By the path of relationships.
  private let related: [String: Related]
  /// The ids to which many-to-many relationships lead, with the titles and colours there, by the relationship.
  private let links: [String: Links]

  private struct Links: Sendable {
    var ids: [RecordID: [RecordID]]
    var titles: [RecordID: String] = [:]
    var tones: [RecordID: StateDescription.Tone] = [:]
  }

  /// The most related records of a record that have titles.
  private let mostNamed: Int

  // SQLite takes a limited number of values in a statement.
  private static let titlesAtOnce = 1_000

  /// The fields of some paths; unknown ones are omitted.
  package static func fields(
    _ paths: [String], of entity: EntityDescription, in model: ModelDescription
  ) -> [Field] {
    paths.compactMap { text in
      guard let path = try? FieldPath(text, of: entity, in: model),
        let subject = FilterSubject(path.name, of: path.entity)
      else { return nil }
      if case .many(let relationship) = subject,
        relationship.cardinality != .manyToMany || !path.relationships.isEmpty
      {
        return nil
      }
      return Field(path: path, subject: subject)
    }
  }

  /// Reads the values of a page's records.
  /// - Parameters:
  ///   - most: the number of related records that are read of each many-to-many relationship of a record; nil for all.
  ///   - named: a record with more of them than this has their numbers in place of their titles; nil for any number.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package init(
    _ fields: [Field], of page: FetchPage, in store: Store, _ say: Localizer, links most: Int? = nil,
    titlesOf named: Int? = nil
  ) async throws {
    let mostNamed = named ?? .max
    (self.fields, self.mostNamed) = (fields, mostNamed)
    var computed = page.computed
    if let entity = page.records.first?.entity, computed.isEmpty,
      fields.contains(where: { $0.path.relationships.isEmpty && $0.subject.isComputed })
    {
      computed = try await store.computed(entity, ids: page.records.compactMap(\.id))
    }
    self.computed = computed
    var related: [String: Related] = [:]
    var links: [String: Links] = [:]
    for field in fields {
      if case .many(let relationship) = field.subject {
        links[relationship.name] = try await Self.links(relationship, of: page.records, in: store, say, most, mostNamed)
        continue
      }
      var steps = field.path.relationships
      if case .toOne(let relationship) = field.subject { steps.append(relationship) }
      var (path, records) = ("", page.records)
      for (index, step) in steps.enumerated() {
        path += (index == 0 ? "" : ".") + step.name
        if related[path] == nil {
          let known = index == 0 ? Self.known(step, of: page, store.model, say) : nil
          if let known {
            related[path] = known
          } else {
            related[path] = try await Self.read(step, of: records, in: store, say)
          }
        }
        records = related[path].map { Array($0.records.values) } ?? []
      }
      if field.subject.isComputed, !steps.isEmpty, related[path]?.computed.isEmpty == true {
        related[path]?.computed = try await store.computed(field.path.entity, ids: records.compactMap(\.id))
      }
    }
    self.related = related
    self.links = links
  }

  private static func links(
    _ relationship: RelationshipDescription, of records: [AnyRecord], in store: Store, _ say: Localizer,
    _ most: Int?, _ mostNamed: Int
  ) async throws -> Links {
    let ids = try await store.related(relationship, of: records.compactMap(\.id), most: most)
    var links = Links(ids: ids)
    var all = Set(ids.values.filter { $0.count <= mostNamed }.joined()).sorted()[...]
    while !all.isEmpty {
      let some = try await self.records(all.prefix(titlesAtOnce), of: relationship.target, in: store, say)
      links.titles.merge(some.titles) { $1 }
      links.tones.merge(some.records.compactMapValues(\.tone)) { $1 }
      all = all.dropFirst(titlesAtOnce)
    }
    return links
  }

  // The records that the page has already, unless their titles need further ones.
  private static func known(
    _ relationship: RelationshipDescription, of page: FetchPage, _ model: ModelDescription, _ say: Localizer
  ) -> Related? {
    guard let records = page.included[relationship.name],
      model.entity(named: relationship.target)?.titleRelationships.isEmpty == true
    else { return nil }
    var result = Related()
    result.records = records
    result.titles = records.mapValues { $0.title(in: say) }
    return result
  }

  private static func read(
    _ relationship: RelationshipDescription, of records: [AnyRecord], in store: Store, _ say: Localizer
  ) async throws -> Related {
    let ids = Set(records.compactMap { if case .integer(let id) = $0[relationship.name] { id } else { nil } })
    return try await self.records(ids, of: relationship.target, in: store, say)
  }

  private static func records(
    _ ids: some Collection<RecordID>, of entity: String, in store: Store, _ say: Localizer
  ) async throws -> Related {
    var result = Related()
    guard !ids.isEmpty, let target = store.model.entity(named: entity) else { return result }
    var fetch = AnyFetchRequest(target.name)
    fetch.predicate = .compare("id", .in, ids.map(Value.integer))
    fetch.include = target.titleRelationships.map(\.name)
    (fetch.readsBlobs, fetch.wantsTotal, fetch.limit) = (false, false, ids.count)
    let page = try await store.fetch(fetch)
    for record in page.records {
      result.records[record.id ?? 0] = record
      result.titles[record.id ?? 0] = record.title(in: say, related: page.included)
    }
    return result
  }

  /// The value of a field, by its index.
  package func cell(_ index: Int, of record: AnyRecord) -> Cell {
    let field = fields[index]
    var (path, end) = ("", record)
    for step in field.path.relationships {
      path += (path.isEmpty ? "" : ".") + step.name
      guard case .integer(let id) = end[step.name], let next = related[path]?.records[id] else { return Cell() }
      end = next
    }
    switch field.subject {
    case .id: return Cell(value: end.id.map(Value.integer) ?? .null)
    case .attribute(let attribute): return Cell(value: end[attribute.name])
    case .toOne(let relationship):
      let value = end[relationship.name]
      let key = end.entity.position(of: relationship.name).flatMap { end.keys[$0] }
      guard case .integer(let id) = value else { return Cell(key: key ?? (value.isNull ? nil : value)) }
      let title = related[path + (path.isEmpty ? "" : ".") + relationship.name]?.titles[id]
      return Cell(value: value, title: title, key: key)
    case .computed(let attribute):
      let values = (path.isEmpty ? computed : related[path]?.computed ?? [:])[end.id ?? 0]
      let position = end.entity.computed.firstIndex { $0.name == attribute.name }
      return Cell(value: position.flatMap { values?.values[$0] } ?? .null)
    case .state: return Cell(state: (path.isEmpty ? computed : related[path]?.computed ?? [:])[end.id ?? 0]?.state)
    case .many(let relationship):
      guard let all = links[relationship.name] else { return Cell() }
      let ids = all.ids[end.id ?? 0] ?? []
      let titles = ids.count <= mostNamed ? all.titles : [:]
      return Cell(links: ids.map { Link(id: $0, title: titles[$0] ?? String($0), tone: all.tones[$0]) })
    }
  }
}

extension FilterSubject {
  /// Whether the value is computed from the record.
  fileprivate var isComputed: Bool {
    switch self {
    case .computed, .state: true
    case .id, .attribute, .toOne, .many: false
    }
  }
}

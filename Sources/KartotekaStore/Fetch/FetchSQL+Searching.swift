import KartotekaModel

/// The access path chosen for a search.
enum SearchPlan {
  /// No record can match.
  case none
  /// The keys of each record are looked at, in the request's order: of so many records at most, if it is said, since
  /// all that match may stand at the order's end.
  case scan(atMost: Int?)
  /// The matching records are determined first, by the trigram index where it contains the search text, or by the filter,
  /// and sorted afterwards.
  case indexThenSort

  /// Whether the matching records are determined first.
  var isLookUp: Bool { if case .indexThenSort = self { true } else { false } }

  /// Whether keys are looked at in the request's order.
  var isScan: Bool { if case .scan = self { true } else { false } }
}

// The conditions of a search: every term is in one of the entity's searched attributes, or in a related record's, or in a computed
// value.
extension FetchSQL {
  /// The terms, each of which occurs in one of the searched attributes.
  static func terms(_ search: String, _ entity: EntityDescription, _ mapping: SnapshotMapping) -> [SearchTerm] {
    if search.isEmpty || !entity.isSearchable { return [] }
    let related = entity.searchPaths.lazy.compactMap { path in
      path.target(from: entity, in: mapping.model)?.attribute(path.attribute)
    }
    let searched = entity.searchedAttributes + related + entity.searchedComputed.map(\.attribute)
    func searches(_ kind: KindName) -> Bool { searched.contains { $0.kind == kind } }
    var terms = SearchTerm.terms(search, hasPhones: searches(.phone), hasDates: searches(.date))
    if searched.contains(where: { $0.barcode == .article }) { terms = terms.map(\.asArticleNumber) }
    let own = searched.compactMap(\.code?.behavior)
    return own.isEmpty ? terms : terms.map { $0.searched(by: own) }
  }

  /// The keys of computed values of the record of `t`; NULL where there is no value.
  static func keys(
    of computed: [ComputedDescription], _ entity: EntityDescription, _ mapping: SnapshotMapping
  ) throws -> [Fragment] {
    try computed.compactMap { computed in
      let function = Collation.root.function(of: .attribute(computed.attribute))
      return try ComputedSQL.value(computed.name, entity, mapping)?.wrapped("\(function)(", ")")
    }
  }

  /// Whether nothing but the entity's own keys is searched.
  var searchesKeysAlone: Bool { entity.searchPaths.isEmpty && computedKeys.isEmpty }

  /// Whether the search index can answer: it has to know a term.
  var canUseIndex: Bool { terms.contains(where: \.isIndexed) }

  /// Records in which every term is found, and the one with the number that is searched for.
  var searchCondition: Fragment? {
    guard let number = request.number else { return termsCondition }
    let numbered = Fragment(sql: "\(id) = ?", values: [.integer(number)])
    switch rank {
    case .numbered: return numbered
    case nil: return .all([termsCondition, numbered].compactMap(\.self), joinedBy: " OR ")
    default:
      let others = Fragment(sql: "\(id) <> ?", values: [.integer(number)])
      return .all([termsCondition, others].compactMap(\.self))
    }
  }

  /// The conditions of the record with the number, where the search does not find it by its terms.
  func onlyNumbered() throws -> [Fragment] {
    guard let number = request.number else { return [Fragment(sql: "0")] }
    let found = scan(terms, isShort: true)
    let others = Fragment(sql: "NOT coalesce(\(found.sql), 0)", values: found.values)
    return try [Fragment(sql: "\(id) = ?", values: [.integer(number)])] + [condition()].compactMap(\.self)
      + (terms.isEmpty ? [] : [others])
  }

  private var termsCondition: Fragment? {
    if terms.isEmpty || isImplied { return nil }
    switch searchPlan {
    case .none: return Fragment(sql: "0")
    case .scan(let most): return scan(terms, isShort: most != nil)
    case .indexThenSort: return lookUp()
    }
  }

  // A scan of the keys of each record. Matches in related records are found once; if the records are few, each looks up its own.
  private func scan(_ terms: [SearchTerm], isShort: Bool) -> Fragment {
    .all(
      terms.map { term in
        let own =
          mapping.isOpened
          ? entity.searchedAttributes.map {
            term.found(in: "coalesce(\(Collation.root.function(of: .attribute($0)))(t.\(SQL.name($0.column))), '')")
          } : (keys?.searched ?? []).map { term.found(in: "k.\(SQL.name($0.column))") }
        let related = searchedPaths.map { path in
          if isShort, let isFound = path.isFound(term) { return isFound }
          let ids = path.ids(leadingTo: path.found(term))
          return Fragment(sql: "t.id IN (\(ids.sql))", values: ids.values)
        }
        return .all(own + related + computedKeys.map(term.found), joinedBy: " OR ")
      })
  }

  /// Records in which every term is found, found out first.
  func lookUp() -> Fragment {
    if terms.count == 1, let leading, rank == .begins || rank == .contains, let index = keys?.searchIndex {
      let ids = index.ids(finding: terms, in: leading.column)
      return Fragment(sql: "\(id) IN (\(ids.sql))", values: ids.values)
    }
    return matches(id)
  }

  /// The number of records that have every term, by the trigram index.
  var indexedCount: Fragment {
    if searchesKeysAlone, let index = keys?.searchIndex { return index.count(finding: terms) }
    let isWhole = terms.allSatisfy(\.isIndexed)
    let all = matches(keys == nil || isWhole ? "t.id" : "k.id")
    return Fragment(
      sql: "SELECT count(*) \(isWhole ? "FROM \(SQL.name(entity.table)) t" : source) WHERE \(all.sql)",
      values: all.values)
  }

  // Without related records, the index itself brings all terms together; with them, those are looked for that an index
  // knows, and then at what was found for the others.
  private func matches(_ id: String) -> Fragment {
    func isFound(_ ids: Fragment) -> Fragment { Fragment(sql: "\(id) IN (\(ids.sql))", values: ids.values) }
    let own = keys?.searchIndex
    if searchesKeysAlone { return .all(own.map { [isFound($0.ids(finding: terms))] } ?? []) }
    func ids(_ term: SearchTerm) -> Fragment? {
      let all = (own.map { [$0.ids(finding: [term])] } ?? []) + relatedMatches(of: term)
      if all.isEmpty { return nil }
      return Fragment(sql: all.map(\.sql).joined(separator: " UNION "), values: all.flatMap(\.values))
    }
    let known = terms.filter(\.isIndexed)
    // Computed values are looked at once, of those records that no index finds.
    if !computedKeys.isEmpty {
      return .all(
        terms.map { term in
          guard term.isIndexed else { return scan([term], isShort: true) }
          return .all((ids(term).map { [isFound($0)] } ?? []) + computedKeys.map(term.found), joinedBy: " OR ")
        })
    }
    let found = (known.isEmpty ? terms : known).compactMap(ids)
    let others = known.isEmpty ? [] : terms.filter { !$0.isIndexed }
    return .all(found.map(isFound) + (others.isEmpty ? [] : [scan(others, isShort: true)]))
  }

  /// Whether a term is in any key that the search looks in, of the entity's records or of those that paths lead to.
  func occurrence(of term: SearchTerm) -> Fragment {
    let own = keys?.searchIndex.map { [$0.ids(finding: [term])] } ?? []
    let ids = own + searchedPaths.map { $0.index.ids(finding: [term], in: $0.attribute) }
    if ids.isEmpty { return Fragment(sql: "SELECT 0") }
    return Fragment(
      sql: "SELECT " + ids.map { "EXISTS (\($0.sql))" }.joined(separator: " OR "), values: ids.flatMap(\.values))
  }

  /// Whether a term is in a searched computed value of any record, found by looking at each; nil where none is searched.
  func computedOccurrence(of term: SearchTerm) -> Fragment? {
    let all = computedMatches(of: term)
    if all.isEmpty { return nil }
    return Fragment(
      sql: "SELECT " + all.map { "EXISTS (\($0.sql))" }.joined(separator: " OR "), values: all.flatMap(\.values))
  }

  /// The records in whose computed values a term is, for each of those that are searched, found by looking at each record.
  func computedMatches(of term: SearchTerm) -> [Fragment] {
    computedKeys.map { key in
      let found = term.found(in: key)
      return Fragment(sql: "SELECT t.id FROM \(SQL.name(entity.table)) t WHERE \(found.sql)", values: found.values)
    }
  }

  /// The records whose related records have a term, for each of the searched paths.
  func relatedMatches(of term: SearchTerm) -> [Fragment] {
    searchedPaths.map { path in
      path.ids(leadingTo: term.isIndexed ? path.index.ids(finding: [term], in: path.attribute) : path.found(term))
    }
  }

  private var searchedPaths: [SearchedPath] {
    entity.searchPaths.compactMap { SearchedPath($0, from: entity, mapping) }
  }
}

/// An attribute of related records, with the keys that it is searched by.
private struct SearchedPath {
  /// One relationship of the path: the query of the records whose relationship leads to some of its targets is
  /// `SELECT select FROM table WHERE filter IN (…)`.
  private struct Step {
    let select: String
    let table: String
    let filter: String
  }

  private let steps: [Step]
  /// The foreign key's column where the path is one to-one relationship.
  private let column: String?
  private let keys: SortKeyTable
  let index: SearchIndex
  /// The column of the keys.
  let attribute: String

  init?(_ path: SearchPath, from entity: EntityDescription, _ mapping: SnapshotMapping) {
    guard let relationships = path.steps(from: entity, in: mapping.model),
      let target = path.target(from: entity, in: mapping.model), let keys = mapping.keys(of: target),
      let index = keys.searchIndex, let attribute = target.attribute(path.attribute),
      keys.searched.contains(where: { $0.name == attribute.name })
    else { return nil }
    var (owner, steps): (EntityDescription, [Step]) = (entity, [])
    for relationship in relationships {
      guard let target = mapping.model.entity(named: relationship.target) else { return nil }
      if relationship.cardinality == .toOne {
        steps.append(Step(select: "id", table: SQL.name(owner.table), filter: SQL.name(relationship.column)))
      } else {
        guard let inverse = relationship.inverse.flatMap(target.relationship) else { return nil }
        steps.append(Step(select: SQL.name(inverse.column), table: SQL.name(target.table), filter: "id"))
      }
      owner = target
    }
    self.steps = steps
    column = relationships.count == 1 && relationships[0].cardinality == .toOne ? relationships[0].column : nil
    (self.keys, self.index, self.attribute) = (keys, index, attribute.column)
  }

  /// The ids of the records that the path leads from, to related records of some ids.
  func ids(leadingTo found: Fragment) -> Fragment {
    steps.reversed().reduce(found) { ids, step in
      Fragment(sql: "SELECT \(step.select) FROM \(step.table) WHERE \(step.filter) IN (\(ids.sql))", values: ids.values)
    }
  }

  /// The related records that have a term, by looking at the keys of each.
  func found(_ term: SearchTerm) -> Fragment {
    let found = term.found(in: SQL.name(attribute))
    return Fragment(sql: "SELECT id FROM \(SQL.name(keys.table)) WHERE \(found.sql)", values: found.values)
  }

  /// Whether the related record of `t` has a term, by looking at its keys; nil where there can be several.
  func isFound(_ term: SearchTerm) -> Fragment? {
    guard let column else { return nil }
    let found = term.found(in: "r.\(SQL.name(attribute))")
    return Fragment(
      sql: """
        coalesce((SELECT \(found.sql) FROM \(SQL.name(keys.table)) r WHERE r.id = t.\(SQL.name(column))), 0)
        """, values: found.values)
  }
}

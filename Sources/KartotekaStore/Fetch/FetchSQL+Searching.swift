import KartotekaModel

// What is searched for: every term in one of the entity's searched attributes, or in one of a related record.
extension FetchSQL {
  /// What has to be found: with one searched attribute the whole text as it stands; with several, every word in
  /// one of them.
  static func terms(_ search: String, _ entity: EntityDescription, _ table: KeyTable?) -> [String] {
    if search.isEmpty { return [] }
    let places = (table?.searched.count ?? 0) + entity.searchPaths.count
    let folded = Folding.fold(search.trimmingSpaces())
    if places == 0 || folded.isEmpty { return [] }
    return places == 1 ? [folded] : folded.split(separator: " ").map(String.init)
  }

  /// Whether the search index can answer: different texts can be looked through for any part, of records it has to know
  /// a term.
  var canUseIndex: Bool {
    if terms.isEmpty { return false }
    return terms.contains(where: TrigramIndex.knows) || entity.searchPaths.isEmpty && keys?.searchIndex?.texts != nil
  }

  /// The different texts, where the request's order goes from one to the next.
  var orderedTexts: OrderedTexts? {
    guard let root = keys?.searchIndex?.texts, request.predicate == nil, entity.searchPaths.isEmpty,
      collated == nil || collated?.texts != nil
    else { return nil }
    let texts = OrderedTexts(root: root, collated: collated?.texts)
    return order.first?.expression == texts.key ? texts : nil
  }

  /// Records in which every term is found.
  var searchCondition: Fragment? {
    if terms.isEmpty { return nil }
    switch way {
    case .none: return Fragment(sql: "0")
    case .scan(let most): return scan(terms, isShort: most != nil)
    case .lookUp: return lookUp()
    case .walk(let texts):
      return .all(terms.map { Fragment(sql: "instr(\(texts.searched), ?) > 0", values: [.text($0)]) })
    }
  }

  // By looking at the keys of each. What related records match is worked out once; of few records each asks its own.
  private func scan(_ terms: [String], isShort: Bool) -> Fragment {
    .all(
      terms.map { term in
        let own = (keys?.searched ?? []).map {
          Fragment(sql: "instr(k.\(SQL.name($0.column)), ?) > 0", values: [.text(term)])
        }
        let related = searchedPaths.map { path in
          Fragment(
            sql: isShort ? "coalesce(\(path.isFound), 0)" : "t.\(SQL.name(path.column)) IN (\(path.found))",
            values: [.text(term)])
        }
        return .all(own + related, joinedBy: " OR ")
      })
  }

  /// Records in which every term is found, found out first.
  func lookUp() -> Fragment {
    if let texts = orderedTexts, var found = keys?.searchIndex?.texts(finding: terms) {
      if let collated = texts.collated { found = collated.texts(foldedIn: found) }
      return Fragment(sql: "\(texts.key) IN (\(found.sql))", values: found.values)
    }
    return matches(collated == nil ? keys == nil ? "t.id" : "k.id" : "o.id")
  }

  /// How many records have every term, by the trigram index.
  var indexedCount: Fragment {
    if entity.searchPaths.isEmpty, let index = keys?.searchIndex { return index.count(finding: terms) }
    let isWhole = terms.allSatisfy(TrigramIndex.knows)
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
    if entity.searchPaths.isEmpty { return .all(own.map { [isFound($0.ids(finding: terms))] } ?? []) }
    let known = terms.filter(TrigramIndex.knows)
    let ids = (known.isEmpty ? terms : known).map { term in
      let related = searchedPaths.map { path in
        let ids = path.index.ids(finding: [term], in: path.attribute)
        return Fragment(
          sql: "SELECT id FROM \(SQL.name(entity.table)) WHERE \(SQL.name(path.column)) IN (\(ids.sql))",
          values: ids.values)
      }
      let all = (own.map { [$0.ids(finding: [term])] } ?? []) + related
      return Fragment(sql: all.map(\.sql).joined(separator: " UNION "), values: all.flatMap(\.values))
    }
    let others = known.isEmpty ? [] : terms.filter { !TrigramIndex.knows($0) }
    return .all(ids.map(isFound) + (others.isEmpty ? [] : [scan(others, isShort: true)]))
  }

  /// An attribute of a related record, with the keys that it is searched by.
  private struct Path {
    /// The foreign key's column.
    let column: String
    let keys: KeyTable
    let index: SearchIndex
    /// The column of the keys.
    let attribute: String

    /// The related records that have a part, by looking at the keys of each.
    var found: String { "SELECT id FROM \(SQL.name(keys.table)) WHERE instr(\(SQL.name(attribute)), ?) > 0" }

    /// Whether the related record of `t` has a part, by looking at its keys.
    var isFound: String {
      "(SELECT instr(r.\(SQL.name(attribute)), ?) > 0 FROM \(SQL.name(keys.table)) r WHERE r.id = t.\(SQL.name(column)))"
    }
  }

  private var searchedPaths: [Path] {
    entity.searchPaths.compactMap { path in
      guard let relationship = entity.relationship(path.relationship),
        let target = plan.model.entity(named: relationship.target), let keys = plan.keys(of: target),
        let index = keys.searchIndex, let attribute = target.attribute(path.attribute),
        keys.searched.contains(where: { $0.name == attribute.name })
      else { return nil }
      return Path(column: relationship.column, keys: keys, index: index, attribute: attribute.column)
    }
  }
}

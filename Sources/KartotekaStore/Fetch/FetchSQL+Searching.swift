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

  /// Whether the search index can answer: different texts can be looked through for any part, the trigrams of records
  /// not.
  var canUseIndex: Bool {
    if terms.isEmpty { return false }
    return terms.allSatisfy(TrigramIndex.knows) || entity.searchPaths.isEmpty && keys?.searchIndex?.texts != nil
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
    case .scan: return scan()
    case .lookUp: return lookUp()
    case .walk(let texts):
      return .all(terms.map { Fragment(sql: "instr(\(texts.searched), ?) > 0", values: [.text($0)]) })
    }
  }

  // By looking at the keys of each; what related records match is worked out once.
  private func scan() -> Fragment {
    .all(
      terms.map { term in
        let own = (keys?.searched ?? []).map {
          Fragment(sql: "instr(k.\(SQL.name($0.column)), ?) > 0", values: [.text(term)])
        }
        let related = searchedPaths.map { path in
          Fragment(
            sql: "t.\(SQL.name(path.column)) IN (\(path.scan))", values: [.text(term)])
        }
        return .all(own + related, joinedBy: " OR ")
      })
  }

  /// Records in which every term is found, by the trigram index.
  func lookUp() -> Fragment {
    if let texts = orderedTexts, var found = keys?.searchIndex?.texts(finding: terms) {
      if let collated = texts.collated { found = collated.texts(foldedIn: found) }
      return Fragment(sql: "\(texts.key) IN (\(found.sql))", values: found.values)
    }
    let id = collated == nil ? keys == nil ? "t.id" : "k.id" : "o.id"
    return .all(matches.map { Fragment(sql: "\(id) IN (\($0.sql))", values: $0.values) })
  }

  /// How many records have every term, by the trigram index.
  var indexedCount: Fragment {
    if entity.searchPaths.isEmpty, let index = keys?.searchIndex { return index.count(finding: terms) }
    let all = Fragment.all(matches.map { Fragment(sql: "id IN (\($0.sql))", values: $0.values) })
    return Fragment(sql: "SELECT count(*) FROM \(SQL.name(entity.table)) WHERE \(all.sql)", values: all.values)
  }

  // Without related records, the index itself brings all terms together.
  private var matches: [Fragment] {
    let own = keys?.searchIndex
    if entity.searchPaths.isEmpty { return own.map { [$0.ids(finding: terms)] } ?? [] }
    return terms.map { term in
      let related = searchedPaths.map { path in
        let ids = path.index.ids(finding: [term], in: path.attribute)
        return Fragment(
          sql: "SELECT id FROM \(SQL.name(entity.table)) WHERE \(SQL.name(path.column)) IN (\(ids.sql))",
          values: ids.values)
      }
      let all = (own.map { [$0.ids(finding: [term])] } ?? []) + related
      return Fragment(sql: all.map(\.sql).joined(separator: " UNION "), values: all.flatMap(\.values))
    }
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
    var scan: String { "SELECT id FROM \(SQL.name(keys.table)) WHERE instr(\(SQL.name(attribute)), ?) > 0" }
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

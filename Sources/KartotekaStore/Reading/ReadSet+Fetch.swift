import KartotekaModel

extension ReadSet {
  /// What a page was read from.
  init(of page: FetchPage, _ sql: FetchSQL) {
    self = Self.rows(of: page, sql)
    for (name, records) in page.included {
      guard let target = sql.entity.relationship(name)?.target else { continue }
      formUnion(.records(target, records.keys))
    }
  }

  private static func rows(of page: FetchPage, _ sql: FetchSQL) -> ReadSet {
    let (entity, request) = (sql.entity, sql.request)
    // What is worked out, searched or sorted by may be other entities' records.
    if request.wantsComputed && entity.hasComputed || sql.order.contains(where: \.isRelated)
      || !sql.terms.isEmpty && !entity.searchPaths.isEmpty || request.predicate?.isOfOneEntity == false
    {
      return .anything
    }
    guard let range = ReadRange(sql, from: page.bounds.from, to: page.bounds.to) else { return .entity(entity.name) }
    var set = ReadSet.range(range)
    if case .around(let id) = request.position { set.formUnion(.records(entity.name, [id])) }
    // A range without bounds is touched by whatever changes the number.
    if let total = page.total, sql.terms.isEmpty, page.bounds.from != nil || page.bounds.to != nil {
      set.formUnion(.count(entity.name, total))
    }
    return set
  }
}

extension FetchPredicate {
  /// Whether nothing but the values of the records themselves decides.
  fileprivate var isOfOneEntity: Bool {
    switch self {
    case .compare, .reads, .day: true
    case .has, .isRelated, .leads, .calculates: false
    case .all(let list), .any(let list): list.allSatisfy(\.isOfOneEntity)
    case .not(let inner): inner.isOfOneEntity
    }
  }
}

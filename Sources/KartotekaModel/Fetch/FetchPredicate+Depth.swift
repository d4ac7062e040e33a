extension FetchPredicate {
  /// About how many of the 100 places of SQLite's parser the condition takes.
  var parserDepth: Int {
    switch self {
    case .compare, .has, .isRelated, .reads, .day, .moment: 8
    // The check of the model measures the formula itself: it knows the fields.
    case .formula: 8
    case .calculates(let one, _, let other):
      2 + max(one.extent(isIndexed: false).depth, other.extent(isIndexed: false).depth)
    case .leads(_, let inner), .isReferred(_, _, let inner): 10 + inner.parserDepth
    case .all(let list), .any(let list): 2 + (list.map(\.parserDepth).max() ?? 0)
    case .not(let inner): 5 + inner.parserDepth
    }
  }
}

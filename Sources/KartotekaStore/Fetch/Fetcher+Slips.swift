import KartotekaModel

// The correction of a search that finds nothing because of a typing error.
extension Fetcher {
  /// Of the words that the index knows, so many are compared.
  private static let mostCompared = 30
  /// The same where computed values are searched for the other words, which takes a look at all records for each word.
  private static let mostComparedSlowly = 3
  /// The number of records that are examined of those that a word finds.
  private static let recordsCompared = 20

  /// The search with its only word that is found nowhere replaced by the likeliest one that is; nil where none, or more
  /// than one, is found nowhere, and where nothing is found then either.
  func corrected(_ request: AnyFetchRequest) throws -> String? {
    guard mapping.areKeysCurrent else { return nil }
    var probe = AnyFetchRequest(request.entity)
    (probe.search, probe.searchesStoredAlone) = (request.search, request.searchesStoredAlone)
    let sql = try FetchSQL(probe, mapping: mapping)
    let words = Folding.fold(request.search).split(whereSeparator: \.isWhitespace).map(String.init)
    let missing = try words.indices.filter { try !isFound(words[$0], sql) && !isComputed(words[$0], sql) }
    guard missing.count == 1, let place = missing.first, let slip = TypingSlip(of: words[place]) else { return nil }
    var best: (search: String, closeness: Closeness, total: Int)?
    let most = sql.computedKeys.isEmpty || words.count == 1 ? Self.mostCompared : Self.mostComparedSlowly
    var compared = 0
    for variant in slip.variants where try isFound(variant, sql) {
      var words = words
      words[place] = variant
      let search = words.joined(separator: " ")
      let (closeness, total) = try compare(variant, search, request)
      // "kowska" is a part of Jankowska, but not the intended word.
      if total > 0, closeness > .isPart, best.map({ ($0.closeness, $0.total) < (closeness, total) }) ?? true {
        best = (search, closeness, total)
      }
      compared += 1
      if compared == most { break }
    }
    return best?.search
  }

  /// The closeness of a word to the texts in which it is found.
  private enum Closeness: Int, Comparable {
    case isPart, isBeginning, isWord

    static func < (one: Closeness, other: Closeness) -> Bool { one.rawValue < other.rawValue }
  }

  private func isFound(_ word: String, _ sql: FetchSQL) throws -> Bool {
    try holds(sql.occurrence(of: SearchTerm(word)))
  }

  // Words of computed values are no corrections: hundreds of them would be looked for in all records.
  private func isComputed(_ word: String, _ sql: FetchSQL) throws -> Bool {
    try sql.computedOccurrence(of: SearchTerm(word)).map(holds) ?? false
  }

  private func holds(_ occurrence: Fragment) throws -> Bool {
    let statement = try RawStatement(occurrence.sql, in: database)
    statement.bind(occurrence.values)
    defer { statement.reset() }
    return try statement.step() && statement.integer(column: 0) == 1
  }

  private func compare(
    _ word: String, _ search: String, _ request: AnyFetchRequest
  ) throws -> (Closeness, Int) {
    let entity = try mapping.entity(request.entity)
    var copy = AnyFetchRequest(request.entity)
    copy.predicate = request.predicate
    copy.search = search
    // A word by itself is one that the index knows.
    copy.searchesStoredAlone = request.searchesStoredAlone || search == word
    copy.sort = request.sort
    copy.ranksMatches = true
    copy.limit = Self.recordsCompared
    copy.readsBlobs = false
    copy.include = entity.searchPaths.map(\.relationship).filter { entity.relationship($0)?.cardinality == .toOne }
    let page = try exactPage(copy)
    let records = page.records + page.included.values.flatMap(\.values)
    // A match in a record that is not compared counts as the beginning of a word.
    var best: Closeness?
    for record in records {
      for (column, value) in zip(record.entity.columns, record.values) {
        guard case .text(let text) = value, SortKeyTable.isFolded(column) else { continue }
        for part in Folding.fold(text).split(whereSeparator: { !$0.isLetter }) {
          if part == word { return (.isWord, page.total ?? 0) }
          if part.hasPrefix(word) { best = .isBeginning } else if best == nil, part.contains(word) { best = .isPart }
        }
      }
    }
    return (best ?? .isBeginning, page.total ?? 0)
  }
}

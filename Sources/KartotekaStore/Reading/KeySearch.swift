import KartotekaModel

/// What is searched for, to be told from a record's keys as the SQL of ``FetchSQL/scan()`` tells it.
struct KeySearch: Sendable, Hashable {
  private let terms: [String]
  /// The columns to search, by their places among the keys.
  private let positions: [Int]

  /// Whether nothing is searched for, and all records are found.
  var isEmpty: Bool { terms.isEmpty }

  /// The search of a request; nil where it looks at related records, too.
  init?(_ sql: FetchSQL) {
    guard sql.terms.isEmpty || sql.entity.searchPaths.isEmpty else { return nil }
    terms = sql.terms
    positions = (sql.keys?.searched ?? []).compactMap { attribute in
      sql.keys?.columns.firstIndex { $0.name == attribute.name }
    }
  }

  /// What is searched for if that is one part of one or two letters; nil for all else.
  var shortPart: String? {
    guard terms.count == 1, let term = terms.first, (1...2).contains(term.unicodeScalars.count) else { return nil }
    return term
  }

  /// The texts that are looked in, of a record of these keys.
  func texts(of keys: [Value]?) -> [String] {
    guard let keys else { return [] }
    return positions.compactMap { if case .text(let text) = keys[$0] { text } else { nil } }
  }

  /// How many more records are found after changes than before.
  func growth(by moves: [KeyMove]) -> Int {
    moves.reduce(0) { $0 + (finds($1.new) ? 1 : 0) - (finds($1.old) ? 1 : 0) }
  }

  /// Whether a record of these keys is found; none is where there are no keys.
  func finds(_ keys: [Value]?) -> Bool {
    guard let keys else { return false }
    return terms.allSatisfy { term in
      positions.contains { position in
        guard case .text(let text) = keys[position] else { return false }
        return text.hasBytes(of: term)
      }
    }
  }
}

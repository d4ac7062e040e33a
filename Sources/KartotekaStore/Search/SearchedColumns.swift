import KartotekaModel

/// The columns of a table of keys that are searched.
struct SearchedColumns: Sendable {
  let names: [String]

  init(_ names: [String]) { self.names = names }

  /// That every term is in one of the keys, those of `k`.
  /// - Parameter column: the only one to look in; nil for all.
  func finding(_ terms: [SearchTerm], in column: String? = nil) -> Fragment {
    .all(
      terms.map { term in
        .all(
          (column.map { [$0] } ?? names).map { term.found(in: "k.\(SQL.name($0))") }, joinedBy: " OR ")
      })
  }
}

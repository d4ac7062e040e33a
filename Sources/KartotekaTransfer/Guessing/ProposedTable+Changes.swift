import KartotekaModel

// Differences between all rows and the proposal, which was made of the first ones.
extension ProposedColumn {
  /// The values of all rows that the field can't have.
  package struct Findings: Hashable, Sendable, Codable {
    /// A value that doesn't fit.
    var misfit: String?
    /// Whether two rows have one value though a person wants no two to have it.
    var isRepeated = false
  }

  /// The difference between a column and its preview; nil for none that matters.
  /// - Parameters:
  ///   - shown: the column as it was shown.
  ///   - tables: the tables to which columns lead.
  fileprivate func change(since shown: ProposedColumn, _ tables: [ProposedTable]) -> Phrase? {
    func phrase(_ key: String, _ arguments: [String: Phrase.Argument] = [:]) -> Phrase {
      Phrase(key, arguments.merging(["column": .text(shown.label.isEmpty ? shown.heading : shown.label)]) { $1 })
    }
    switch (shown.meaning, meaning) {
    case (.number, .field):
      return phrase("{column}: not every row has a number of its own, so it is a field and not the records' number")
    case (.one(let target), .field), (.several(let target), .field):
      return phrase(
        "{column}: some rows name none of {kind}, so it is a field", ["kind": .text(tables[target].nouns.many)])
    case (.field, .field): break
    default: return nil
    }
    if field.kind == .text, shown.field.kind == .choice {
      return phrase("{column}: there are too many different values for a choice, so it was changed to Text")
    }
    if field.kind == .text, shown.field.kind != .text {
      guard let misfit = findings?.misfit else {
        return phrase("{column}: not all values can be read in one way, so it was changed to Text")
      }
      return phrase(
        "{column}: there are values such as {example}, so it was changed to Text", ["example": .text(misfit)])
    }
    if findings?.isRepeated == true {
      return phrase(
        "{column}: two rows have the same value, and no two records may have it: one of them can't be loaded")
    }
    if shown.field.isUnique, !field.isUnique {
      return phrase("{column}: two rows have the same value, so it does not tell the records apart")
    }
    guard let misfit = findings?.misfit, shown.misfits == nil else { return nil }
    return phrase(
      "{column}: there are values that don't fit, such as {example}. They will be empty, unless you choose Text.",
      ["example": .text(misfit)])
  }
}

extension [ProposedTable] {
  /// The tables with the differences that all rows have shown from the tables that were shown. Earlier messages stay.
  /// - Parameter shown: the same tables, as a person has seen them.
  /// - Returns: the tables, and whether there is something that the person was not told.
  package func withChanges(since shown: [ProposedTable]) -> (tables: [ProposedTable], isNew: Bool) {
    var (tables, isNew) = (self, false)
    for (index, before) in shown.enumerated() where !before.isLeftOut {
      for (place, column) in before.columns.enumerated() {
        guard let change = self[index].columns[place].change(since: column, shown), change != column.change else {
          continue
        }
        tables[index].columns[place].change = change
        isNew = true
      }
    }
    return (tables, isNew)
  }
}

extension ProposedTable {
  /// The differences from the proposal that all rows have shown.
  package var changes: [Phrase] { columns.compactMap(\.change) }
}

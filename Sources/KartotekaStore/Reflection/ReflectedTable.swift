import Foundation
import KartotekaModel

/// A table or view of a SQLite file, as SQLite describes it.
package struct ReflectedTable: Sendable {
  /// A column.
  package struct Column: Sendable {
    package let name: String
    /// The declared type, as it is written; empty for none.
    package let type: String
    package let isNotNull: Bool
    /// The SQL of the default value; nil for none.
    package let defaultSQL: String?
    /// The place in the primary key, from 1; 0 for other columns.
    package let keyPlace: Int
    package let isGenerated: Bool
    /// Whether its values are not stored but computed by each read, by an expression of the file.
    package let isComputed: Bool
    /// Whether its texts are compared by a collation of the program that made the file, or may be so in a view.
    package var hasUnknownCollation = false
    /// Values of the first rows: of texts and bytes the first ones.
    package var samples: [Value] = []
  }

  /// A foreign key. The target may not exist.
  package struct ForeignKey: Sendable {
    package let columns: [String]
    package let target: String
    /// The columns of the target; empty for its primary key.
    package let targetColumns: [String]
    package let onDelete: String
    /// Whether the file declares it; otherwise a person has said so.
    package var isDeclared = true

    package init(
      columns: [String], target: String, targetColumns: [String], onDelete: String, isDeclared: Bool = true
    ) {
      self.columns = columns
      self.target = target
      self.targetColumns = targetColumns
      self.onDelete = onDelete
      self.isDeclared = isDeclared
    }
  }

  package let name: String
  package let isView: Bool
  package let hasRowID: Bool
  package let sql: String
  package var columns: [Column]
  package var foreignKeys: [ForeignKey]
  /// The columns of each unique index over all rows, the primary key's among them.
  package let uniqueKeys: [[String]]
  /// The columns of all indices.
  package let indices: [[String]]
  /// Whether the primary key is another name of the rowid.
  package let hasIntegerKey: Bool
  /// The greatest rowid: about how many rows there are, found without counting them; 0 where that is unknown.
  package let greatestRowID: Int64

  /// The columns of the primary key, in its order.
  package var key: [String] { columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name) }

  /// The expressions of CHECK constraints with names, as they are written in the table's definition.
  package var namedChecks: [String: String] {
    var found: [String: String] = [:]
    for part in sql.replacing("constraint", with: "CONSTRAINT").components(separatedBy: "CONSTRAINT").dropFirst() {
      let text = part.trimmingSpaces()
      guard let range = text.range(of: "check", options: .caseInsensitive) else { continue }
      let name = text[..<range.lowerBound].trimmingSpaces().trimmingQuotes()
      var depth = 0
      var expression = ""
      for character in text[range.upperBound...] {
        if character == ")" { depth -= 1 }
        if depth > 0 { expression.append(character) }
        if character == "(" { depth += 1 }
        if character == ")", depth == 0 { break }
      }
      if !name.contains(where: \.isWhitespace), !expression.isEmpty { found[name] = expression }
    }
    return found
  }

  /// A name by which SQL reads the rowid; nil for tables without one.
  package var rowID: String? {
    guard hasRowID else { return nil }
    if hasIntegerKey { return key[0] }
    let taken = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
  }
}

/// The contents of a SQLite file.
package struct ReflectedFile: Sendable {
  /// The tables and views that hold records, except for those of SQLite, of virtual tables and of this program.
  package var tables: [ReflectedTable]
  /// The tables and views that can't be read, such as views of tables that are gone, each with SQLite's reason.
  package let unreadable: [(name: String, reason: String)]
  /// The encoding of texts: `UTF-8`, `UTF-16le` or `UTF-16be`.
  package let encoding: String
  /// The number of the schema's changes.
  package let schemaVersion: Int64
  /// Whether the file was adopted.
  package let isAdopted: Bool
  /// Whether it has the names that adoption needs.
  package let hasTakenNames: Bool

  /// Whether each reference leads to a primary key or unique columns of a table. SQLite refuses changes of tables with others.
  package var areReferencesSound: Bool {
    tables.allSatisfy { table in
      table.foreignKeys.allSatisfy { reference in
        guard let target = self.table(reference.target), !target.isView else { return false }
        let columns = reference.targetColumns.isEmpty ? target.key : reference.targetColumns
        guard columns.count == reference.columns.count, !columns.isEmpty else { return false }
        let wanted = Set(columns.map { $0.lowercased() })
        return ([target.key] + target.uniqueKeys).contains { Set($0.map { $0.lowercased() }) == wanted }
      }
    }
  }

  /// The table of that name, in any case of letters; nil for none.
  package func table(_ name: String) -> ReflectedTable? {
    tables.first { $0.name.lowercased() == name.lowercased() }
  }
}

extension String {
  /// The name without the quotes that SQLite allows around it.
  fileprivate func trimmingQuotes() -> String {
    guard count > 1, let first, let last, ["\"\"", "``", "[]", "''"].contains("\(first)\(last)") else { return self }
    return String(dropFirst().dropLast())
  }
}

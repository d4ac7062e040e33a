/// Lines whose columns stand under each other.
struct TextTable {
  /// On which side a column is flush.
  enum Alignment {
    /// Words.
    case left
    /// Numbers.
    case right
  }

  private let columns: [Alignment]
  private var rows: [[String]] = []

  /// A table of columns so aligned.
  init(_ columns: Alignment...) { self.columns = columns }

  /// Adds a row: a text for each column.
  mutating func row(_ cells: String...) { rows.append(cells) }

  /// The lines, two spaces between columns and none at their ends.
  var lines: [String] {
    let widths = columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = columns.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return columns[column] == .left ? row[column] + padding : padding + row[column]
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

/// Lines with aligned columns.
struct TextTable {
  /// The alignment of a column.
  enum Alignment {
    /// For text.
    case left
    /// For numbers.
    case right
  }

  private let columns: [Alignment]
  private var rows: [[String]] = []

  /// Makes a table with a column for each alignment.
  init(_ columns: Alignment...) { self.columns = columns }

  /// Adds a row with a cell for each column.
  mutating func row(_ cells: String...) { rows.append(cells) }

  /// The lines, with two spaces between columns and no trailing spaces.
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

/// The headings of a table, of which each column gets one.
package enum TableHeadings {
  /// The heading of a column without one, by the letters that spreadsheets name it with: `Column C`.
  /// - Parameter column: the column, from 0.
  package static func name(ofColumn column: Int) -> String { "Column " + letters(column) }

  private static func letters(_ column: Int) -> String {
    var (letters, rest) = ("", max(0, column))
    while true {
      letters = String(UnicodeScalar(UInt8(0x41 + rest % 26))) + letters
      if rest < 26 { return letters }
      rest = rest / 26 - 1
    }
  }

  /// Headings of which no two are equal: the second `Score` becomes `Score 2`, and a missing one the column's letters.
  static func distinct(_ headings: [String]) -> [String] {
    var taken = Set(headings)
    var seen: Set<String> = []
    return headings.enumerated().map { column, heading in
      if heading.isEmpty { return name(ofColumn: column) }
      if seen.insert(heading).inserted { return heading }
      var number = 2
      while !taken.insert("\(heading) \(number)").inserted { number += 1 }
      return "\(heading) \(number)"
    }
  }

  /// One heading for each column of headings in two lines: `2025` above `Q1` and `Q2` gives `2025 Q1` and `2025 Q2`.
  static func joined(_ upper: [String], _ lower: [String]) -> [String] {
    var group = ""
    return (0..<max(upper.count, lower.count)).map { column in
      let (above, below) = (column < upper.count ? upper[column] : "", column < lower.count ? lower[column] : "")
      if !above.isEmpty { group = above } else if below.isEmpty { group = "" }
      if below.isEmpty { return above }
      // A cell without an upper line belongs to the group that began before it.
      return group.isEmpty || group == below ? below : group + " " + below
    }
  }
}

import KartotekaModel

/// Tells columns of tags: few names that many cells repeat, several in a cell.
enum TagGuess {
  /// The fewest cells with a value, and those of them with several names.
  private static let (fewestCells, fewestLists) = (6, 3)
  /// The most different names.
  private static let mostNames = 60
  /// The most characters of a name, and its most words.
  private static let (longest, mostWords) = (30, 3)
  /// The least number of times that names come on average.
  private static let fewestUses = 3

  /// Whether the values are clearly tags. Addresses, names of people and pairs such as city and country are none: they have the same
  /// number of parts in each cell, or more different parts than cells.
  static func areTags(_ values: [String]) -> Bool {
    var uses: [String: Int] = [:]
    var counts: Set<Int> = []
    var different: Set<String> = []
    var (cells, lists, all) = (0, 0, 0)
    for value in values where !value.isEmpty {
      let names = TagText.names(value)
      cells += 1
      counts.insert(names.count)
      guard names.count > 1 || !value.contains(where: { ",;".contains($0) }) else { return false }
      if names.count > 1 { lists += 1 }
      different.insert(value)
      for name in names {
        guard name.count <= longest, name.contains(where: \.isLetter),
          name.split(separator: " ").count <= mostWords
        else { return false }
        all += 1
        uses[TagText.key(name), default: 0] += 1
      }
      if uses.count > mostNames { return false }
    }
    return cells >= fewestCells && lists >= fewestLists && lists * 5 >= cells && counts.count > 1
      && all >= uses.count * fewestUses && uses.count <= different.count
  }
}

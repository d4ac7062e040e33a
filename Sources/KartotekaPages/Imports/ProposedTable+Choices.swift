import KartotekaApplication
import KartotekaModel
import KartotekaTransfer

// A person's choices for the columns of a file that is read in another way.
extension ProposedTable {
  /// Takes over a person's choices: the differences from the guess that they corrected. A column is the one at the same place,
  /// whichever row has its heading, and in whichever encoding.
  /// - Parameters:
  ///   - chosen: the table as it was read before, with the corrections.
  ///   - guess: the table as it was read before, without them.
  ///   - values: the first values of each column of this table.
  mutating func takeChoices(of chosen: ProposedTable, over guess: ProposedTable, _ values: [[String]]) {
    for place in columns.indices
    where chosen.columns.indices.contains(place) && guess.columns.indices.contains(place)
      && values.indices.contains(place)
    {
      columns[place].takeChoices(of: chosen.columns[place], over: guess.columns[place], values[place])
    }
    // The title and the key are choices among all columns.
    let titles = chosen.places(\.isTitle)
    if titles != guess.places(\.isTitle) {
      for place in columns.indices { columns[place].field.isTitle = titles.contains(place) }
    }
    let keys = chosen.places(\.isUnique)
    if keys != guess.places(\.isUnique) {
      for place in columns.indices { columns[place].field.isUnique = keys.contains(place) }
    }
    separatePositions(values)
    look(at: values)
  }

  private func places(_ isMeant: (AttributeDescription) -> Bool) -> Set<Int> {
    Set(columns.indices.filter { isMeant(columns[$0].field) })
  }
}

extension ProposedColumn {
  fileprivate mutating func takeChoices(
    of chosen: ProposedColumn, over guess: ProposedColumn, _ values: [String]
  ) {
    if chosen.label != guess.label { label = chosen.label }
    if chosen.isChosen || chosen.meaning != guess.meaning { meaning = chosen.meaning }
    guard chosen.isChosen else { return }
    if let kind = chosen.kind {
      // Other properties of a kind, such as the values of a choice, follow from the values as they are read now.
      if kind != self.kind { choose(kind, values) }
      if field.kind == .decimal { field.scale = chosen.field.scale }
    } else {
      field = chosen.field
    }
    isChosen = true
  }
}

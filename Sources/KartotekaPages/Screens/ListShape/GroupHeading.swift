import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The headings of a list's groups: the values of one field.
struct GroupHeading {
  private let text: (AnyRecord) -> String

  /// The headings for a field of the list's entity; nil for an unknown field.
  init?(_ name: String, of list: ListScreen, _ page: FetchPage, _ say: Localizer) {
    let (entity, empty) = (list.entity, say("empty"))
    if let position = entity.position(of: name) {
      let column = entity.columns[position]
      text = { record in
        if case .toOne = column {
          guard case .integer(let id) = record.values[position] else { return empty }
          return page.included[name]?[id]?.title(in: say) ?? String(id)
        }
        let text = column.brief(record.values[position], in: say)
        return text.isEmpty ? empty : text
      }
    } else if name == ComputedValues.stateKey, !entity.states.isEmpty {
      text = { page.computed[$0.id ?? 0]?.state.map { say($0.label) } ?? empty }
    } else if entity.computed(name) != nil {
      text = { entity.display(name, of: page.computed[$0.id ?? 0], in: say) ?? empty }
    } else {
      return nil
    }
  }

  /// The headings of the records that begin a group, by their index.
  func starts(of records: [AnyRecord]) -> [Int: String] {
    var (starts, last): ([Int: String], String?) = ([:], nil)
    for (index, record) in records.enumerated() {
      let heading = text(record)
      if heading != last { starts[index] = heading }
      last = heading
    }
    return starts
  }

  /// Neighbouring records with the same heading.
  func sections(of records: [AnyRecord], _ row: (AnyRecord) -> ListRow) -> [ListSection] {
    var sections: [ListSection] = []
    for record in records {
      let heading = text(record)
      if sections.last?.initial != heading { sections.append(ListSection(initial: heading, rows: [])) }
      sections[sections.count - 1].rows.append(row(record))
    }
    return sections
  }
}

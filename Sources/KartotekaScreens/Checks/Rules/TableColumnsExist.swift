import KartotekaModel

/// A table's columns are attributes or to-one relationships of its entity, each once, and none holds bytes.
///
/// What it is sorted by is known to the model, too, whose rules look at that.
struct TableColumnsExist: AppRule {
  let id = "table-columns-exist"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tables.flatMap { tab, table, entity in
      table.columns.enumerated().compactMap { index, name -> DescriptionFault? in
        if entity.position(of: name) == nil {
          return fault(
            entity: entity.name, field: name,
            "The table in “\(tab.title)” has it as a column, and \(entity.name) has no such attribute or to-one relationship.",
            hint: "Declare it, or leave it out of the table.")
        }
        if entity.attribute(name)?.behavior.storage == .blob {
          return fault(
            entity: entity.name, field: name, "The table in “\(tab.title)” shows bytes as text.",
            hint: "Leave it out of the table.")
        }
        guard table.columns[..<index].contains(name) else { return nil }
        return fault(
          entity: entity.name, field: name, "The table in “\(tab.title)” has the column twice.",
          hint: "Leave one of them out.")
      }
    }
  }
}

/// Each attribute and to-one relationship of an entity has its own column.
struct ColumnsUnique: ModelRule {
  let id = "columns-unique"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      repeated(entity.columns) { $0.column.lowercased() }.map { column, first in
        fault(
          entity, column.name, "Its column, \(column.column), is also that of \(first.name).",
          hint: "Name another column for one of the two.")
      }
    }
  }
}

import KartotekaModel

/// The columns of a file by what they mean, which places faults.
struct FileColumns {
  private let entity: EntityDescription
  private let columns: [Int: ColumnMatch]
  /// The columns of many-to-many relationships by the relationships' indices.
  private let lists: [Int: ColumnMatch]
  private let id: ColumnMatch?
  /// The positions of the entity's columns that the file has, without number series of which it has no numbers.
  let positions: [Int]

  init(_ plan: FilePlan) {
    entity = plan.entity
    id = plan.columns.first { $0.target == .id }
    let manyToMany = plan.entity.manyToMany
    var columns: [Int: ColumnMatch] = [:]
    var lists: [Int: ColumnMatch] = [:]
    for column in plan.columns {
      let name: String
      switch column.target {
      case .column(let column), .latitude(let column): name = column
      case .id, .longitude, .nothing: continue
      }
      if let position = plan.entity.position(of: name) {
        columns[position] = column
      } else if let index = manyToMany.firstIndex(where: { $0.name == name }) {
        lists[index] = column
      }
    }
    (self.columns, self.lists) = (columns, lists)
    positions = columns.keys.filter { !plan.numbers.empty.contains($0) }.sorted()
  }

  /// The heading of the column at a position of the entity, and of a many-to-many relationship; nil if the file has none.
  func heading(at position: Int) -> String? { columns[position]?.header }
  func heading(ofRelated index: Int) -> String? { lists[index]?.header }

  /// Whether a program wrote the file that writes ids: it names the columns as the description does.
  var hasPlainID: Bool { id?.header == "id" }

  /// The fault of a row with the heading and number of its column.
  func placed(_ fault: RowFault) -> Reject.Fault {
    let value = fault.value.map { $0.count > 100 ? $0.prefix(100) + "…" : $0 }
    var placed: Reject.Fault
    switch fault.place {
    case .row: placed = Reject.Fault(column: nil, number: nil, value: value, reason: fault.reason)
    case .id: placed = Reject.Fault(column: id?.header ?? "id", number: id?.number, value: value, reason: fault.reason)
    case .column(let position):
      let column = columns[position]
      placed = Reject.Fault(
        column: column?.header ?? entity.columns[position].label, number: column?.number, value: value,
        reason: fault.reason)
    case .related(let index):
      let column = lists[index]
      placed = Reject.Fault(
        column: column?.header ?? entity.manyToMany[index].label, number: column?.number, value: value,
        reason: fault.reason)
    }
    placed.missing = fault.missing
    return placed
  }
}

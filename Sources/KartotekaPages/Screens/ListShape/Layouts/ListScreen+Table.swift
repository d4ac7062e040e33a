import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// A list as a table with chosen columns.
extension ListScreen {
  /// The number of related records that a cell names.
  private static let mostLinks = 12

  /// The records of a page as a table.
  /// - Parameters:
  ///   - groups: the headings of groups; nil for a list without.
  ///   - row: the refused input of the row for a new record.
  func table(
    _ page: FetchPage, _ request: ScreenRequest, _ groups: GroupHeading?, refused row: RefusedRow?
  ) async throws -> ListTable {
    let (say, shaping) = (request.say, ListShaping(self))
    let fields = shaping.fields(say)
    let columns = shaping.columns(request).compactMap { fields.field($0) }
    let cells = try await ListCells(
      ListCells.fields(columns.map(\.path), of: entity, in: screens.description.model), of: page,
      in: screens.store, say, links: Self.mostLinks + 1)
    let leading = request.shape.sort.first ?? list.sort.first
    let headings = columns.map { field in
      func sorted(_ sort: FetchSort) -> URLPath { screens.list(tab, request.shaped { $0.lead(by: sort) }) }
      if case .many = field.subject { return TableHeading(label: field.label, ascending: nil, descending: nil) }
      if field.subject.isBytes { return TableHeading(label: field.label, ascending: nil, descending: nil) }
      let isLeading = leading?.name == field.path
      return TableHeading(
        label: field.label, isNumber: field.subject.isNumber,
        order: isLeading ? (leading?.ascending == true ? .ascending : .descending) : nil,
        ascending: sorted(FetchSort(field.path)), descending: sorted(FetchSort(field.path, ascending: false)))
    }
    let rows = page.records.map { record in
      ListTable.Row(
        id: record.id ?? 0,
        cells: columns.indices.map { index in
          if let picture = picture(columns[index], of: record) { return .picture(picture) }
          return cell(cells.cell(index, of: record), columns[index], say)
        },
        title: record.title(in: say, related: page.included), isSelected: record.id == request.selected)
    }
    var table = ListTable(headings: headings, rows: rows)
    let editing = CellScreen(list: self)
    if editing.isPossible {
      // The first column leads to the card.
      for (index, field) in columns.enumerated().dropFirst() where editing.isEditable(field) {
        table.fields[index] = field.path
      }
    }
    (table.filters, table.state) = (try await columnFilters(columns, request), ListState(request).items)
    table.new = newRow(columns, refused: row, request)
    (table.isDeclared, table.isNumbered) = (self.table != nil, columns.first?.path == "id")
    if let groups {
      table.groups = groups.starts(of: page.records).mapValues { ListTable.Group(title: $0.heading, note: $0.note) }
    }
    return table
  }

  // The picture of a field of the record itself.
  private func picture(_ column: ShapeFields.Field, of record: AnyRecord) -> URLPath? {
    guard case .attribute(let attribute) = column.subject, attribute.kind == .picture, attribute.name == column.path
    else { return nil }
    return screens.smallPicture(attribute.name, of: record)
  }

  private func cell(_ cell: ListCells.Cell, _ column: ShapeFields.Field, _ say: Localizer) -> ListTable.Cell {
    switch column.subject {
    case .state: return cell.state.map { .state(StatePill($0, say)) } ?? .text("")
    case .toOne:
      if case .integer(let id) = cell.value, showsNumber(column.path) { return .text(String(id)) }
      return .text(cell.title ?? "")
    case .attribute(let attribute), .computed(let attribute):
      if cell.value.isNull { return .text("") }
      // Spreadsheets read numbers and days as they are stored.
      let isPlain = attribute.behavior.isNumber || attribute.kind == .date
      return .text(
        attribute.behavior.brief(cell.value, for: attribute, in: say),
        copied: isPlain ? attribute.behavior.text(cell.value, for: attribute) : nil)
    case .many(let relationship):
      let isColoured = screens.description.model.entity(named: relationship.target)?.colour != nil
      if relationship.isTags || isColoured { return .tags(cell.tags(Self.mostLinks)) }
      let titles = cell.links.prefix(Self.mostLinks).map(\.title).joined(separator: "; ")
      return .text(cell.links.count > Self.mostLinks ? titles + "; …" : titles)
    case .id:
      if case .integer(let id) = cell.value { return .text(String(id)) }
      return .text("")
    }
  }
}

extension ListScreen {
  /// Whether a column of a derived entity shows the number of the related record, because another column has its title.
  func showsNumber(_ name: String) -> Bool {
    guard let table, let derivation = entity.derivation, let own = derivation.column(name) else { return false }
    return derivation.columns.contains {
      $0.from == own.from && $0.through != nil && table.columns.contains($0.name)
    }
  }
}

extension ListShape {
  /// Sorts by one field; the fields after the leading one remain if only the direction changes.
  mutating func lead(by leading: FetchSort) {
    sort = sort.first?.name == leading.name ? [leading] + sort.dropFirst() : [leading]
  }
}

extension FilterSubject {
  /// Whether values are quantities, which are aligned right.
  var isNumber: Bool {
    switch self {
    case .id: false
    case .attribute(let attribute), .computed(let attribute): attribute.behavior.isNumber
    case .state, .toOne, .many: false
    }
  }
}

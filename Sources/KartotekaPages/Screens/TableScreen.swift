import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The table of an entity's records, which are sorted, filtered, added and changed in place.
struct TableScreen: EntityScreen {
  let screens: AppScreens
  let tab: TabDescription
  let table: TableDescription
  let entity: EntityDescription
  /// The columns after the number.
  let columns: [TableScreenColumn]

  /// The table of an entity; nil if the application has none.
  init?(_ screens: AppScreens, of entity: EntityDescription) {
    guard let (tab, table) = screens.description.table(of: entity) else { return nil }
    self.screens = screens
    self.tab = tab
    self.table = table
    self.entity = entity
    columns = table.columns.compactMap { TableScreenColumn($0, of: entity, in: table) }
  }

  var store: Store { screens.store }
  /// The address of the entity's records.
  var path: URLPath { screens.path(of: entity) }

  func address(showing id: RecordID?, keeping query: SubmittedForm) -> URLPath {
    let path = TableState(query, table).address(address)
    return id.map { path.with("near", String($0)) } ?? path
  }

  /// The state of the table in a request.
  func state(_ request: ScreenRequest) -> TableState { TableState(request.query, table) }

  var parameters: [String] { table.filters.map(\.name) }

  /// The list of a request whose shape the table itself doesn't have: another layout, groups, chosen columns, or an order by
  /// something else than one column. nil for the table itself.
  func list(_ request: ScreenRequest) -> (screen: ListScreen, request: ScreenRequest)? {
    var shape = request.shape.known(to: entity, in: store.model)
    let isSorted = shape.sort.isEmpty || shape.sort.count == 1 && sorts.contains(shape.sort[0].name)
    if shape.layout == .cards, shape.group == nil, shape.columns.isEmpty, isSorted { return nil }
    if shape.layout == .cards { shape.layout = .table }
    var request = request.shaped { ($0.layout, $0.group, $0.columns) = (shape.layout, shape.group, shape.columns) }
    request.parameters = parameters
    return (ListScreen(self), request)
  }

  /// The names by which the table itself is sorted.
  var sorts: Set<String> { Set(["id"] + table.columns) }

  /// An address with the state of a request.
  func place(_ path: URLPath, _ request: ScreenRequest) -> URLPath {
    if let list = list(request) { return path.with(list: list.request) }
    var state = state(request)
    state.conditions = request.shape.filter
    state.sort = request.shape.sort.first { sorts.contains($0.name) }
    state.figures = request.shape.figures
    return state.address(path)
  }

  // MARK: Pages

  /// The table as a page, or the requested part of it.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    if let list = list(request) { return try await list.screen.page(list.request) }
    var content = TableContent(state(request))
    if let id = request.selected, !entity.isDerived, let record = try await store.record(entity, id: id) {
      content.chosen = RecordDraft(record, request.say)
    } else if request.part == .record, request.selected != nil {
      throw ScreenFault.noSuchRecord(self)
    }
    return try await page(content, request)
  }

  /// The table with the selected record.
  func page(showing id: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    var content = TableContent(state(request))
    guard let record = try await store.record(entity, id: id) else {
      // A request for updated rows has the table open.
      if request.rows != nil { return try await page(content, request) }
      throw ScreenFault.noSuchRecord(self)
    }
    if entity.isDerived { content.near = id } else { content.chosen = RecordDraft(record, request.say) }
    return try await page(content, request)
  }

  /// The page with the result of a request.
  func page(
    _ content: TableContent, _ request: ScreenRequest, status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    var request = request
    request.address = content.state.place(address)
    var content = content
    content.near = content.near ?? request.near
    let view = try await view(content, request)
    if let part = request.part {
      return .part(status: status) { html in
        switch part {
        case .rows: view.writePage(to: &html)
        case .record: view.writeRecords(to: &html)
        default: html.add(view)
        }
      }
    }
    return try await screens.page(
      view.title, for: request, tab: tab.path, status: status, hasTwoColumns: false,
      kind: content.sheet is ShapeSheet ? .shaping : .table,
      sheet: content.sheet, columns: [view])
  }
}

/// The content of a table's page beside its rows.
struct TableContent {
  var state: TableState
  /// The selected record with its input.
  var chosen: RecordDraft?
  /// The input for a new record.
  var added: RecordDraft?
  /// A highlighted record.
  var near: RecordID?
  /// The fault of the selected record, with a link.
  var chosenFault: String?
  var links: [(title: String, href: URLPath)] = []
  /// The fault of the new record.
  var addedFault: String?
  /// A fault of no row.
  var fault: String?
  /// A sheet above the table.
  var sheet: (any Component)?

  /// The content of a table in a state.
  init(_ state: TableState) { self.state = state }
}

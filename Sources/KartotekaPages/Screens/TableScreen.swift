import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The column table of an entity's records: sorted, filtered, added to and changed in place.
struct TableScreen: EntityScreen {
  let screens: AppScreens
  let tab: TabDescription
  let table: TableDescription
  let entity: EntityDescription
  /// The columns behind that of the number.
  let columns: [TableScreenColumn]

  /// The screen that shows an entity as a table; nil when the app has none.
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

  /// What a request asks the table to show.
  func state(_ request: ScreenRequest) -> TableState { TableState(request.query, table) }

  // MARK: Pages

  /// The table as a page, or the piece of it that a script asks for.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    var content = TableContent(state(request))
    if let id = request.selected, !entity.isDerived, let record = try await store.record(entity, id: id) {
      content.chosen = RecordDraft(record, request.say)
    } else if request.part == .record, request.selected != nil {
      throw ScreenFault.noSuchRecord(self)
    }
    return try await page(content, request)
  }

  /// The table with the record that an address names.
  func page(showing id: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    var content = TableContent(state(request))
    guard let record = try await store.record(entity, id: id) else {
      // Whoever asks for rows anew has the table open.
      if request.rows != nil { return try await page(content, request) }
      throw ScreenFault.noSuchRecord(self)
    }
    if entity.isDerived { content.near = id } else { content.chosen = RecordDraft(record, request.say) }
    return try await page(content, request)
  }

  /// The page with what came of a request.
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
      view.title, for: request, tab: tab.path, status: status, hasTwoColumns: false, kind: .table,
      sheet: content.sheet, columns: [view])
  }
}

/// What a page of a table shows beside its rows.
struct TableContent {
  var state: TableState
  /// The record that was chosen, with what was typed.
  var chosen: RecordDraft?
  /// What was typed for a new record.
  var added: RecordDraft?
  /// A record that stands out for a moment.
  var near: RecordID?
  /// What is wrong with the chosen record, and where more about that is found.
  var chosenFault: String?
  var links: [(title: String, href: URLPath)] = []
  /// What is wrong with the new record.
  var addedFault: String?
  /// What is wrong that belongs to no row.
  var fault: String?
  /// A sheet above the table.
  var sheet: (any Component)?

  /// A table in a state.
  init(_ state: TableState) { self.state = state }
}

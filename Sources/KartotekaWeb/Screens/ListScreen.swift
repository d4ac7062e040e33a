import Hummingbird
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The list of an entity's records.
struct ListScreen: EntityScreen {
  let screens: AppScreens
  let tab: TabDescription
  let list: ListDescription
  let entity: EntityDescription

  /// The screen that lists an entity; nil when the app has none.
  init?(_ screens: AppScreens, of entity: EntityDescription) {
    guard let (tab, list) = screens.description.list(of: entity) else { return nil }
    self.screens = screens
    self.tab = tab
    self.list = list
    self.entity = entity
  }

  func address(showing id: RecordID?, keeping query: SubmittedForm) -> URLPath {
    let path = screens.list(tab, search: query["search"] ?? "")
    return id.map { path.with("selected", String($0)) } ?? path
  }

  /// The list as a page; with a chosen record, which a desk shows beside it.
  func page(_ request: ScreenRequest) async throws -> Response {
    switch request.part {
    case .list, .rows:
      let column = try await column(request, isMain: true)
      var html = HTMLWriter(request.say)
      if request.part == .rows { column.writeRows(to: &html) } else { column.writeContent(to: &html) }
      return .html(html.finish())
    case .record, nil:
      let column = try await column(request, isMain: true)
      let record = try await record(request)
      return .html(
        try await screens.page(column.title, for: request, tab: tab.path, hasTwoColumns: !column.isFull) {
          html in
          html.add(column)
          if let record { html.add(record) } else if !column.isFull { html.add(RecordPlaceholder()) }
        })
    }
  }

  private func record(_ request: ScreenRequest) async throws -> RecordColumn? {
    guard let id = request.selected, let record = try await screens.store.record(entity, id: id) else {
      return nil
    }
    return try await RecordScreen(list: self).column(RecordDraft(record, request.say), request, isMain: false)
  }

  /// The list as a column.
  func column(_ request: ScreenRequest, isMain: Bool) async throws -> ListColumn {
    let say = request.say
    let page = try await fetch(request)
    let total = page.total ?? 0
    let new = screens.path(of: entity).appending("new").with("search", unlessEmpty: request.search)
    var column = ListColumn(
      title: say(tab.title), isMain: isMain, entities: screens.path(of: entity),
      status: request.search.isEmpty
        ? say.status(total, entity.nouns, sortedBy: label(list.sort.first?.name))
        : say.counted(total, entity.nouns))
    if !entity.isDerived { column.new = (new, say.newRecord(entity.nouns)) }
    column.canDelete = !entity.isDerived
    column.query = URLPath.Query(("search", request.search))
    column.hasMonograms = list.hasMonograms
    if !list.searched.isEmpty { column.search = searchField(request) }
    let address = screens.list(tab, search: request.search)
    column.previous = page.previous.map { address.with("before", $0.text) }
    column.next = page.next.map { address.with("after", $0.text) }
    if page.records.isEmpty { column.empty = try await empty(request, new: entity.isDerived ? nil : new) }
    column.isFull = column.empty != nil && request.search.isEmpty
    column.sections = sections(page.records, request)
    if list.hasInitials, let sort = list.sort.first, total > page.records.count {
      column.initials = try await initials(by: sort, request.collation)
    }
    return column
  }

  /// The most rows that are shown anew at once.
  private static let mostRows = 2_000

  private func fetch(_ request: ScreenRequest) async throws -> FetchPage {
    var fetch = AnyFetchRequest(entity.name)
    fetch.search = request.search
    fetch.sort = list.sort
    fetch.collation = request.collation
    if let rows = request.rows {
      fetch.limit = min(max(rows, fetch.limit), Self.mostRows)
      if let cursor = request.at { fetch.position = .at(cursor) }
    } else if let cursor = request.after {
      fetch.position = .after(cursor)
    } else if let cursor = request.before {
      fetch.position = .before(cursor)
    } else if let letter = request.from {
      fetch.position = .from(letter)
    } else if let id = request.selected ?? request.near {
      fetch.position = .around(id)
    }
    let page = try await screens.store.fetch(fetch)
    // A search that excludes the chosen record shows what it finds from its beginning.
    if case .around(let id) = fetch.position, !page.records.contains(where: { $0.id == id }),
      request.near == nil
    {
      fetch.position = .start
      return try await screens.store.fetch(fetch)
    }
    return page
  }

  private func label(_ name: String?) -> String? { name.flatMap { entity.attribute($0) }?.label }

  private func searchField(_ request: ScreenRequest) -> SearchField {
    let labels = list.searched.compactMap { entity.attribute($0)?.label }
    return SearchField(
      label: request.say.searchLabel(labels.count == 1 ? labels.first : nil),
      placeholder: labels.map { request.say($0) }.joined(separator: ", "), text: request.search,
      action: screens.path.appending(tab.path))
  }

  private func empty(_ request: ScreenRequest, new: URLPath?) async throws -> EmptyState {
    guard request.search.isEmpty else {
      return .nothingFound(for: request.search, list: screens.path.appending(tab.path), request.say)
    }
    var empty = EmptyState.nothingYet(entity.nouns, new: new, request.say)
    empty.deeds += try await screens.beginnings(request)
    return empty
  }

  // MARK: Rows

  private func sections(_ records: [AnyRecord], _ request: ScreenRequest) -> [ListSection] {
    var sections: [ListSection] = []
    for record in records {
      let row = row(record, request)
      let initial = list.hasInitials ? initial(of: record, request.collation) : nil
      if sections.last?.initial == initial, !sections.isEmpty {
        sections[sections.count - 1].rows.append(row)
      } else {
        sections.append(ListSection(initial: initial, rows: [row]))
      }
    }
    return sections
  }

  private func row(_ record: AnyRecord, _ request: ScreenRequest) -> ListRow {
    let title = title(of: record, request.say)
    var row = ListRow(id: record.id ?? 0, title: title)
    row.subtitle = list.subtitle.compactMap { display($0, of: record, request.say) }.joined(separator: " · ")
    if list.hasMonograms { row.monogram = Monogram.text(for: title.map(\.text).joined(separator: " ")) }
    row.isSelected = record.id == request.selected
    return row
  }

  /// A record's title, in which what the list is sorted by stands out.
  func title(of record: AnyRecord, _ say: Localizer) -> [TitlePart] {
    var title: [TitlePart] = []
    for name in list.title {
      if let text = display(name, of: record, say), !text.isEmpty {
        title.append(TitlePart(text: text, isStrong: list.title.count > 1 && name == list.sort.first?.name))
      }
    }
    return title.isEmpty ? [TitlePart(text: record.title(in: say))] : title
  }

  private func display(_ name: String, of record: AnyRecord, _ say: Localizer) -> String? {
    guard let attribute = entity.attribute(name) else { return nil }
    let value = record[name]
    return value.isNull ? nil : attribute.behavior.display(value, for: attribute, in: say)
  }

  private func initial(of record: AnyRecord, _ collation: Collation) -> String {
    guard let name = list.sort.first?.name, case .text(let text) = record[name] else { return "" }
    return Self.heading(collation.initial(of: text))
  }

  /// A letter in capitals; all that is none stands under one sign.
  private static func heading(_ letter: String) -> String {
    guard let first = letter.unicodeScalars.first, first.properties.isAlphabetic else { return "#" }
    return first.isASCII ? String(Character(UnicodeScalar(UInt8(ascii: first) & 0xdf))) : letter.uppercased()
  }

  private func initials(by sort: FetchSort, _ collation: Collation) async throws -> [InitialLink] {
    var links: [InitialLink] = []
    for letter in try await screens.store.initials(of: entity, by: sort, collation)
    where links.last?.letter != Self.heading(letter) {
      links.append(
        InitialLink(letter: Self.heading(letter), href: screens.path.appending(tab.path).with("from", letter))
      )
    }
    return Self.thinned(links)
  }

  /// As many letters as have room beside a list, at a finger's distance from each other (WCAG 2.2, target size): of
  /// more, every second or third.
  private static func thinned(_ links: [InitialLink]) -> [InitialLink] {
    let step = (links.count + 21) / 22
    return links.enumerated().filter { $0.offset % max(step, 1) == 0 }.map(\.element)
  }
}

import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Related records in groups, such as teachers by subject.
struct GroupsScreen: Sendable {
  private static let rowsOfAPage = 50
  /// The maximum number of rows in one update.
  private static let mostRows = 2_000

  let screens: AppScreens
  let tab: TabDescription
  let groups: GroupsDescription
  private let source: EntityDescription
  private let others: RelatedRecords

  /// The screen of a tab; nil for other tabs.
  init?(_ screens: AppScreens, _ tab: TabDescription) {
    let model = screens.description.model
    guard case .groups(let groups) = tab.screen, let source = model.entity(named: groups.source),
      let entity = model.entity(named: groups.entity)
    else { return nil }
    self.screens = screens
    self.tab = tab
    self.groups = groups
    self.source = source
    others = RelatedRecords(screens, of: entity)
  }

  private var address: URLPath { screens.path.appending(tab.path) }

  /// The number of distinct records in all groups.
  func count(_ say: Localizer) async throws -> Int { try await all(say).count }

  /// The screen as a page; a desk shows the selected record beside it.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let column = try await column(request, isMain: true)
    if let part = column.part(request.part) { return part }
    return try await screens.page(
      column, beside: try await record(request), of: others.entity, for: request, tab: tab.path)
  }

  private func record(_ request: ScreenRequest) async throws -> RecordColumn? {
    guard let id = request.selected, let list = ListScreen(screens, of: others.entity) else { return nil }
    var request = request
    request.via = tab.path
    return try await RecordScreen(list: list).column(of: id, request, isMain: false)
  }

  /// The screen as a column.
  func column(_ request: ScreenRequest, isMain: Bool) async throws -> ListColumn {
    let say = request.say
    let all = try await all(say)
    let found = all.searching(request.search)
    let members = found.members[window(found, request)]
    var column = ListColumn(
      title: say(tab.title), isMain: isMain, entities: screens.path(of: others.entity),
      status: say.counted(found.count, groups.nouns))
    column.canDelete = false
    column.hasMonograms = others.hasMonograms
    column.query = URLPath.Query(("via", tab.path), ("search", request.search))
    column.search = SearchField(
      label: say("Search"),
      placeholder: say("Search {counted}", ["counted": .text(say.counted(all.count, groups.nouns))]),
      text: request.search, action: address)
    let here = address.with("search", unlessEmpty: request.search)
    if members.startIndex > 0 { column.previous = here.with("before", String(members.startIndex)) }
    if members.endIndex < found.members.count { column.next = here.with("after", String(members.endIndex)) }
    if found.members.isEmpty {
      column.empty =
        request.search.isEmpty
        ? try await empty(request) : .nothingFound(for: request.search, list: address, say)
    }
    column.isFull = column.empty != nil && request.search.isEmpty
    column.sections = try await sections(members, of: found, request)
    column.shape = shape(request)
    if found.members.count > members.count { column.initials = initials(found, say) }
    return column
  }

  // The list of the records, with those that are in a group, is the one that has other shapes.
  private func shape(_ request: ScreenRequest) -> ShapeBar? {
    guard let relationship = source.relationship(groups.relationship)?.inverse,
      let shaping = ListShaping(screens, of: others.entity)
    else { return nil }
    var request = request
    request.shape = ListShape()
    let filtered = request.shaped {
      $0.filter.set(ListCondition(relationship, .null, ["false"]), at: ListFilter.Place())
    }
    return ShapeBar(filter: shaping.filter(filtered), view: shaping.view(filtered))
  }

  // Groups follow from the records of the source, so the first step is there.
  private func empty(_ request: ScreenRequest) async throws -> EmptyState {
    let say = request.say
    var empty = EmptyState(title: say.noneYet(groups.nouns), text: say("Rows come here by themselves."))
    empty.isWithoutRecords = true
    if let screen = screens.screen(of: source) {
      empty.buttons = [
        ActionButton(title: say(screen.tab.title), symbol: screen.tab.symbol, target: .link(screen.address))
      ]
    }
    return try await screens.introducing(empty, request)
  }

  // The group sizes and titles are computed together from all records of the source.
  private func all(_ say: Localizer) async throws -> RecordGroups {
    let choices = source.attribute(groups.attribute)?.choices ?? []
    return try await screens.store.groups(
      of: source, by: groups.attribute, showing: groups.relationship, order: others.sort.map(\.name),
      labels: Dictionary(choices.map { ($0.value, say($0.label)) }) { first, _ in first },
      collation: Collation(say.language))
  }

  // The range of rows of a page; a script requests as many as it shows.
  private func window(_ found: RecordGroups, _ request: ScreenRequest) -> Range<Int> {
    let count = found.members.count
    func place(_ name: String) -> Int? { request.query[name].flatMap { Int($0) }.map { min(max(0, $0), count) } }
    var (start, size) = (0, Self.rowsOfAPage)
    if let rows = request.rows {
      (start, size) = (place("at") ?? 0, min(max(rows, size), Self.mostRows))
    } else if let after = place("after") {
      start = after
    } else if let before = place("before") {
      start = max(0, before - size)
      size = before - start
    } else if let letter = request.from {
      start = found.start(from: letter, request.collation)
    } else if let id = request.selected ?? request.near,
      let chosen = found.members.firstIndex(where: { $0.id == id })
    {
      start = chosen / size * size
    }
    return start..<min(start + size, count)
  }

  private func sections(
    _ members: ArraySlice<RecordGroups.Member>, of found: RecordGroups, _ request: ScreenRequest
  ) async throws -> [ListSection] {
    let say = request.say
    let ids = Set(members.map(\.id)).map(Value.integer)
    guard !ids.isEmpty else { return [] }
    let records = try await others.fetch(.compare("id", .in, ids), limit: ids.count, say).records
    let byID = Dictionary(records.map { ($0.id ?? 0, $0) }, uniquingKeysWith: { first, _ in first })
    let sizes = found.sizes
    var sections: [ListSection] = []
    var group: Int?
    var selected = request.selected
    for member in members {
      guard let record = byID[member.id] else { continue }
      if group != member.group {
        let name = found.names[member.group]
        sections.append(
          ListSection(
            initial: name.isEmpty ? say("None") : name, note: say.counted(sizes[member.group], groups.nouns), rows: []))
        group = member.group
      }
      // A record in several groups is highlighted once.
      sections[sections.count - 1].rows.append(row(record, member.count, isSelected: member.id == selected, say))
      if member.id == selected { selected = nil }
    }
    return sections
  }

  private func row(_ record: AnyRecord, _ count: Int, isSelected: Bool, _ say: Localizer) -> ListRow {
    let title = record.title(in: say)
    var row = ListRow(id: record.id ?? 0, title: [TitlePart(text: title)])
    row.subtitle = others.detail(of: record, say)
    if others.hasMonograms { row.monogram = Monogram.text(for: title) }
    row.pill = (say.language.grouped(count), say.counted(count, source.nouns))
    row.isSelected = isSelected
    return row
  }

  // The index links to groups by their initials.
  private func initials(_ found: RecordGroups, _ say: Localizer) -> [InitialLink] {
    let collation = Collation(say.language)
    var links: [InitialLink] = []
    for name in found.names {
      let letter = collation.initial(of: name)
      let heading = letter.uppercased()
      if !letter.isEmpty, links.last?.letter != heading {
        links.append(InitialLink(letter: heading, href: address.with("from", letter)))
      }
    }
    return links
  }
}

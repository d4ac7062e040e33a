import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The list of an entity's records.
final class ListScreen: Sendable {
  let screens: AppScreens
  let tab: TabDescription
  let list: ListDescription
  let entity: EntityDescription
  /// The table that the application declares for the records: the list's own layout; nil for rows with a title.
  let table: TableDescription?

  /// The list or table of an entity; nil if the application has none.
  init?(_ screens: AppScreens, of entity: EntityDescription) {
    if let (tab, list) = screens.description.list(of: entity) {
      (self.tab, self.list, table) = (tab, list, nil)
    } else if let (tab, table) = screens.description.table(of: entity) {
      var list = StandardTabs.list(of: entity, in: screens.description.model)
      // Fields above the columns take the place of a search.
      (list.searched, list.hasInitials) = ([], false)
      list.sort = table.sort.isEmpty ? [FetchSort("id")] : table.sort
      (self.tab, self.list, self.table) = (tab, list, table)
    } else {
      return nil
    }
    self.screens = screens
    self.entity = entity
  }

  /// The address of the list.
  var address: URLPath { screens.path.appending(tab.path) }

  /// The parameters of its own: the columns with a field above them, `?name=Anna`.
  var parameters: [String] { table?.filters.map(\.name) ?? [] }

  /// The layout in a request: of a declared table, a table in place of cards.
  func layout(_ request: ScreenRequest) -> ListShape.Layout {
    table != nil && request.shape.layout == .cards ? .table : request.shape.layout
  }

  /// The address of a record in the list, or for nil of the list, with the search and filters in the query of an earlier
  /// address.
  func address(showing id: RecordID?, keeping query: SubmittedForm) -> URLPath {
    let path = screens.list(tab, search: query["search"] ?? "")
      .with(ListNarrowing.parameter, unlessEmpty: query[ListNarrowing.parameter] ?? "").with(ListShape { query[$0] })
    return id.map { path.with("selected", String($0)) } ?? path
  }

  /// The list as a page; a desk shows the selected record beside it.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let request = shaped(try await ListShaping(self).conditioned(request))
    if let calendar = CalendarPages(self, request) { return try await calendar.page(request) }
    if let map = try await ListMap(self, request)?.page(request) { return map }
    let column = try await column(request, isMain: true)
    if let part = column.part(request.part) { return part }
    let record = column.isFull ? nil : try await record(request)
    return try await screens.page(column, beside: record, of: entity, for: request, tab: tab.path)
  }

  /// The list with a sheet above it, or with what was refused in the row for a new record.
  func page(
    _ request: ScreenRequest, sheet: Sheet?, title: String? = nil, status: HTTPResponse.Status = .ok,
    fault: String? = nil, refused row: RefusedRow? = nil
  ) async throws -> ScreenDocument {
    let request = shaped(request)
    if let calendar = CalendarPages(self, request) {
      return try await calendar.page(request, title: title, status: status, fault: fault, sheet: sheet)
    }
    if let map = try await ListMap(self, request)?.page(request, title: title, status: status, sheet: sheet) {
      return map
    }
    var column = try await column(request, isMain: true, refused: row)
    column.board?.fault = fault
    return try await screens.page(
      title ?? column.title, for: request, tab: tab.path, status: status,
      hasTwoColumns: !column.isFull, kind: column.kind, sheet: sheet,
      columns: column.isFull ? [column] : [column, RecordPlaceholder()])
  }

  // The request with a layout that the list can have.
  private func shaped(_ request: ScreenRequest) -> ScreenRequest {
    entity.has(request.shape.layout, in: screens.description.model) ? request : request.shaped { $0.layout = .cards }
  }

  private func record(_ request: ScreenRequest) async throws -> RecordColumn? {
    guard let id = request.selected else { return nil }
    return try await RecordScreen(list: self).column(of: id, request, isMain: false)
  }

  /// The list as a column.
  func column(
    _ request: ScreenRequest, isMain: Bool, refused row: RefusedRow? = nil
  ) async throws -> ListColumn {
    let (say, layout) = (request.say, isMain ? self.layout(request) : .cards)
    let narrowing = ListNarrowing(request.only, of: self, say)
    let board = layout.board.flatMap { Board(self, $0) }
    // A board reads its cards separately, and a chart no records.
    let page = try await fetch(request, narrowing, limit: board == nil && layout.chart == nil ? nil : 1)
    let total = page.total ?? 0
    var new = screens.path(of: entity).appending("new").with(list: request)
    // Cancel leads back to the same rows.
    if page.previous != nil, let first = page.records.first?.id { new = new.with("near", String(first)) }
    var column = ListColumn(
      title: say(tab.title), isMain: isMain, entities: screens.path(of: entity),
      status: status(total, corrected: page.correctedSearch, request))
    if !screens.isFixed(entity), list.offersNew { column.new = (new, screens.newTitle(entity, say)) }
    column.actions = screens.listActions(entity, request)
    if !screens.isFixed(entity), total > 1 {
      var found = request
      // Several records are changed without forgiving a slip.
      found.search = page.correctedSearch ?? request.search
      column.several = screens.path(of: entity).appending("several").with(list: found)
    }
    if screens.hasShape(of: entity) { column.fields = screens.shape(of: entity.plural) }
    column.leading = screens.leading(tab, say)
    column.canDelete = !screens.isFixed(entity)
    column.query = URLPath.Query(ListState(request).items)
    column.only = request.only
    column.shapeText = request.shape.text
    column.hasMonograms = list.hasMonograms
    column.search = searchField(request)
    let address = screens.list(tab, request)
    column.previous = page.previous.map { address.with("before", $0.text) }
    column.next = page.next.map { address.with("after", $0.text) }
    if page.records.isEmpty { column.empty = try await empty(request, new: column.new) }
    column.isFull =
      column.empty != nil && request.search.isEmpty && narrowing == nil && request.shape.filter.isEmpty
    if !column.isFull {
      column.shape = try await bar(request)
      if !isMain, self.layout(request) != .cards {
        let link = ShapeBar.View(
          title: ListShaping(self).fields(say).words(self.layout(request)), href: screens.list(tab, request),
          isChosen: false)
        column.shape?.views.insert(link, at: 0)
      }
    }
    var (fetch, groups): (AnyFetchRequest, GroupHeading?) = (AnyFetchRequest(entity.name), nil)
    if column.empty == nil, !request.shape.figures.isEmpty || request.shape.group != nil {
      fetch = try await fetchRequest(request, narrowing)
      fetch.search = page.correctedSearch ?? fetch.search
      column.figures = try await ListFigures(shaping: ListShaping(self)).line(request, fetch)
      if board == nil, layout.chart == nil { groups = try await GroupHeading(request, of: self, page, fetch) }
    }
    if layout == .table, !column.isFull || table != nil {
      var table = try await table(page, request, groups, refused: row)
      if column.isFull {
        // An empty table has nothing to sort or to narrow down, and a row for the first record.
        (table.hasHeadings, table.filters) = (false, [])
        if try await missingTarget() != nil { table.new = nil }
      }
      if !column.isFull || table.new != nil { column.table = table }
      column.isFull = true
    } else if let board, column.empty == nil {
      column.board = try await board.board(request, narrowing)
      column.isFull = true
      (column.previous, column.next) = (nil, nil)
    } else if let chart = layout.chart, column.empty == nil {
      var all = try await fetchRequest(request, narrowing)
      all.search = page.correctedSearch ?? all.search
      // Its links find what it shows.
      var found = request
      found.search = page.correctedSearch ?? request.search
      column.chart = try await ListChartView(chart, of: ListShaping(self), found, all).panel()
      column.isFull = true
      (column.previous, column.next) = (nil, nil)
    } else {
      column.isGallery = layout.gallery != nil
      if column.isGallery { column.isFull = true }
      let tags = try await RowTags(page.records, of: self, say)
      let covers = try await RowCovers(page.records, of: self)
      column.sections = sections(page, request, groups, tags: tags, covers: covers)
    }
    if list.hasInitials, layout == .cards, request.shape.sort.isEmpty,
      request.shape.group == nil,
      let sort = list.sort.first,
      total > page.records.count
    {
      column.initials = try await initials(by: sort, of: total, request, narrowing)
    }
    return column
  }

  private func status(_ total: Int, corrected: String?, _ request: ScreenRequest) -> String {
    let (say, nouns) = (request.say, entity.nouns)
    if let corrected {
      let instead = say(
        "Nothing for “{search}”. Shown instead: “{corrected}”",
        ["search": .text(request.search), "corrected": .text(corrected)])
      return instead + " · " + say.counted(total, nouns)
    }
    guard request.search.isEmpty else { return say.counted(total, nouns) }
    guard let sort = request.shape.sort.first, let field = ListShaping(self).fields(say).field(sort.name) else {
      return say.status(total, nouns, sortedBy: list.sort.first.flatMap { entity.attribute($0.name) }?.label)
    }
    return say.counted(total, nouns) + " · " + field.label + (sort.ascending ? " ↑" : " ↓")
  }

  /// The row above the list.
  func bar(_ request: ScreenRequest) async throws -> ShapeBar {
    let narrowing = ListNarrowing(request.only, of: self, request.say)
    return try await ListShaping(self).bar(request, subsets: subsets(narrowing, request))
  }

  /// The search field; nil for a list in which nothing is searched.
  func searchField(_ request: ScreenRequest) -> SearchField? {
    if !isSearched { return nil }
    let labels = searchedLabels
    var state = ListState(request)
    state.search = ""
    return SearchField(
      label: request.say.searchLabel(labels.count == 1 ? labels.first : nil),
      placeholder: request.say.list(labels), text: request.search,
      action: state.address(screens.path.appending(tab.path)), hidden: state.items)
  }

  /// Whether there is something that its search field looks in.
  var isSearched: Bool { !searched.isEmpty }

  /// The fields that are searched: those of the list, and computed texts. A declared table has fields above its columns instead.
  var searched: [String] {
    let computed = table == nil ? entity.searchedComputed.map(\.name) : []
    return list.searched + computed.filter { !list.searched.contains($0) }
  }

  /// The labels of searched attributes, computed values and relationships.
  var searchedLabels: [String] {
    searched.reduce(into: []) { labels, name in
      let attribute = entity.attribute(name) ?? entity.computed(name)?.attribute
      // Translated names share the label of the name.
      if attribute?.translation != nil { return }
      let label =
        attribute?.label
        ?? SearchPath(name)?.steps(from: entity, in: screens.description.model)?.last?.label
      if let label, !labels.contains(label) { labels.append(label) }
    }
  }

  private func subsets(_ narrowing: ListNarrowing?, _ request: ScreenRequest) -> SubsetLinks? {
    let list = screens.list(tab, search: request.search).with(request.shape)
    var items = ListNarrowing.subsets(of: self).map { subset in
      let isChosen = subset.name == request.only
      return SubsetLinks.Item(
        title: request.say(subset.title), href: isChosen ? list : list.with(ListNarrowing.parameter, subset.name),
        isChosen: isChosen)
    }
    if let narrowing, !narrowing.isSubset {
      items.insert(SubsetLinks.Item(title: narrowing.title, href: list, isChosen: true), at: 0)
    }
    return items.isEmpty ? nil : SubsetLinks(label: request.say("Show only"), items: items)
  }

  // The letters of the list's order. They keep its search and filter; of fewer records those without rows are left out.
  private func initials(
    by sort: FetchSort, of total: Int, _ request: ScreenRequest, _ narrowing: ListNarrowing?
  ) async throws -> [InitialLink] {
    var found = try await screens.store.initials(of: entity, by: sort, request.collation)
    var fetch = try await fetchRequest(request, narrowing)
    if fetch.predicate != nil || !fetch.search.isEmpty, total <= AnyFetchRequest.limits.most,
      let attribute = entity.attribute(sort.name)
    {
      (fetch.limit, fetch.wantsTotal, fetch.readsBlobs) = (AnyFetchRequest.limits.most, false, false)
      let collation = request.collation.of(attribute)
      let known = Set(
        try await screens.store.fetch(fetch).records.compactMap { record -> String? in
          guard case .text(let text) = record[sort.name] else { return nil }
          return collation.initial(of: text)
        })
      found.removeAll { !known.contains($0) }
    }
    var letters: [(heading: String, first: String)] = []
    for letter in found {
      let heading = Self.heading(letter)
      if letters.last?.heading != heading { letters.append((heading, letter)) }
    }
    // An index of at most 80 letters fits. For scripts with thousands of characters it contains a sample.
    // Without letters, as of records without titles, the step is 1, too.
    let shown = stride(from: 0, to: letters.count, by: letters.count / 81 + 1).map { letters[$0] }
    let list = screens.list(tab, request)
    return zip(shown, list.with("from", each: shown.map(\.first))).map { InitialLink(letter: $0.heading, href: $1) }
  }
}

extension ListDescription {
  /// Whether rows show computed values.
  func showsComputed(of entity: EntityDescription) -> Bool {
    ([value].compactMap(\.self) + details.map(\.name) + title + titleElse + subtitle).contains {
      entity.computed($0) != nil
    }
  }

  /// The value at the end of a record's row; nil if there is none.
  func valueText(of entity: EntityDescription, _ computed: ComputedValues?, _ say: Localizer) -> String? {
    guard let nouns = valueNouns else { return value.flatMap { entity.display($0, of: computed, in: say) } }
    guard let index = entity.computed.firstIndex(where: { $0.name == value }),
      case .integer(let count)? = computed?.values[index], count != 0
    else { return nil }
    return say.counted(Int(count), nouns)
  }
}

extension EntityDescription {
  /// A formatted computed value; nil if there is none.
  func display(_ name: String, of computed: ComputedValues?, in say: Localizer) -> String? {
    guard let index = self.computed.firstIndex(where: { $0.name == name }), let value = computed?.values[index],
      !value.isNull
    else { return nil }
    let attribute = self.computed[index].attribute
    return attribute.behavior.display(value, for: attribute, in: say)
  }
}

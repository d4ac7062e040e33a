import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The view of a table.
extension TableScreen {
  /// The table with the result of a request.
  func view(_ content: TableContent, _ request: ScreenRequest) async throws -> TableView {
    let say = request.say
    let state = content.state
    let page = try await rows(content, request)
    let total = page.total ?? 0
    let all = state.isFiltered ? try await store.count(AnyFetchRequest(entity.name)) : total
    var view = TableView(
      title: say(tab.title), path: address, columns: try await viewColumns(state, say),
      count: state.isFiltered ? say.counted(total, of: all, entity.nouns) : say.counted(all, entity.nouns))
    view.leading = screens.leading(tab, say)
    view.primary = columns.firstIndex(where: \.isTitle) ?? 0
    view.headings = headings(state, say)
    if let sort = state.sort { view.hidden = [("sort", (sort.ascending ? "" : "-") + sort.name)] }
    if !state.conditions.isEmpty { view.hidden.append(("where", state.conditions.text)) }
    let near = request.part == .record ? nil : content.near
    view.rows = page.records.map { row($0, page.included, near: near, say) }
    view.previous = page.previous.map { state.address(address).with("before", $0.text) }
    view.next = page.next.map { state.address(address).with("after", $0.text) }
    if state.isFiltered { view.unfiltered = state.unfiltered(address) }
    if page.records.isEmpty { view.empty = try await empty(state, request) }
    if total > 1 || state.isFiltered {
      view.shape = try await ListShaping(self).bar(request.shaped(as: state), subsets: nil)
    }
    if !state.figures.isEmpty {
      view.hidden.append(("figures", state.figures.map(\.text).joined(separator: ",")))
      if page.records.isEmpty == false {
        view.figures = try await ListFigures(shaping: ListShaping(self))
          .line(request.shaped(as: state), self.request(state, request))
      }
    }
    view.fault = content.fault
    guard !entity.isDerived else { return view }
    // The position is omitted, because it is long and the rows around the chosen one are shown anyway.
    view.choosing = state.address(address).with("selected", "")
    if total > 1 { view.several = state.address(path.appending("several")) }
    // Without records to refer to, the fields of a new row would lead nowhere.
    var hasNew = total > 0 || state.isFiltered || content.added != nil
    if !hasNew { hasNew = try await missingTarget() == nil }
    if hasNew { view.new = (try await newRow(content, say), say.newRecord(entity.nouns)) }
    view.note = fixedNote(say)
    if let draft = content.chosen { view.chosen = try await chosenRow(draft, content, say) }
    return view
  }

  private func viewColumns(_ state: TableState, _ say: Localizer) async throws -> [TableView.Column] {
    var result: [TableView.Column] = []
    for column in columns {
      let label = say(column.column.label)
      var filter: TableFilter?
      if column.filter != nil {
        filter = TableFilter(
          name: column.name, label: say.filterLabel(column.column.label), placeholder: say(column.column.label),
          text: try await filterText(column, state.filters[column.name] ?? "", say), suggestions: suggestions(column))
      }
      result.append(
        TableView.Column(
          label: label, filter: filter, needsLabel: column.needsLabel, isNumber: column.isNumber))
    }
    return result
  }

  // A number in a filter is shown with its title.
  private func filterText(_ column: TableScreenColumn, _ text: String, _ say: Localizer) async throws -> String {
    guard let relationship = column.related else { return text }
    switch RelatedText(text, of: store.model.entity(named: relationship.target)) {
    case .number(let id): return try await title(of: id, relationship, say) ?? text
    case .digits(let id, let title):
      let isTitle = try await RelatedLookup(store: store, say: say).condition(titled: title, relationship) != nil
      return isTitle ? text : try await self.title(of: id, relationship, say) ?? text
    case .title, nil: return text
    }
  }

  private func headings(_ state: TableState, _ say: Localizer) -> [TableHeading] {
    let leading = state.leading
    let all =
      [("id", say("No."), false)] + columns.map { ($0.name, say($0.column.label), $0.isNumber) }
    return all.map { name, label, isNumber in
      TableHeading(
        label: label, isNumber: isNumber,
        order: leading.name == name ? (leading.ascending ? .ascending : .descending) : nil,
        ascending: state.address(address, sortedBy: FetchSort(name)),
        descending: state.address(address, sortedBy: FetchSort(name, ascending: false)))
    }
  }

  private func row(
    _ record: AnyRecord, _ included: [String: [RecordID: AnyRecord]], near: RecordID?, _ say: Localizer
  ) -> TableRow {
    TableRow(
      id: record.id ?? 0, title: record.title(in: say, related: included),
      cells: columns.map { $0.cell(of: record, included, in: say) }, isNear: record.id == near)
  }

  private func fixedNote(_ say: Localizer) -> String? {
    let fixed = columns.filter { $0.column.writability == .onInsert }.map { say($0.column.label) }
    return fixed.isEmpty
      ? nil : say("Can't be changed once added: {columns}.", ["columns": .text(fixed.joined(separator: ", "))])
  }

  // MARK: Fields

  private func newRow(_ content: TableContent, _ say: Localizer) async throws -> NewTableRow {
    let draft = content.added ?? RecordDraft(AnyRecord(entity), say)
    let new = say.newRecord(entity.nouns)
    var fields = try await fields(draft, prefix: "n-", form: "add", say) { label in label + " – " + new }
    if let first = fields.firstIndex(where: { $0 != nil }) { fields[first]?.field.placeholder = new }
    return NewTableRow(fields: fields, action: content.state.address(path), fault: content.addedFault)
  }

  private func chosenRow(
    _ draft: RecordDraft, _ content: TableContent, _ say: Localizer
  ) async throws -> ChosenTableRow {
    let id = draft.record.id ?? 0
    let title = try await screens.title(of: draft.base, say)
    let state = content.state
    return ChosenTableRow(
      id: id, fields: try await fields(draft, prefix: "f-", form: "edit", say) { label in label + " – " + title },
      action: state.place(path.appending(id)), deletion: state.place(path.appending(id).appending("delete")),
      letGo: state.place(address), hidden: draft.message.fields, fault: content.chosenFault, links: content.links)
  }

  /// The fields of a row, one for each column; nil for read-only columns.
  private func fields(
    _ draft: RecordDraft, prefix: String, form: StaticString, _ say: Localizer, label: (String) -> String
  ) async throws -> [TableField?] {
    let all = draft.fields(prefix: prefix, say)
    let focus = all.firstIndex { $0.error != nil }
    var result: [TableField?] = []
    for column in columns {
      var field = all[column.position]
      guard field.display == nil, !column.isBytes else {
        result.append(nil)
        continue
      }
      field.form = form
      field.hasFocus = focus == column.position
      field.placeholder = say(column.column.label)
      if case .toOne(let relationship) = column.column { try await title(&field, draft, relationship, say) }
      result.append(TableField(field: field, label: label(say(column.column.label)), suggestions: suggestions(column)))
    }
    return result
  }

  // A related record has its title and number, unless something else was typed.
  private func title(
    _ field: inout FormField, _ draft: RecordDraft, _ relationship: RelationshipDescription, _ say: Localizer
  ) async throws {
    guard case .integer(let id) = draft.base[relationship.name],
      let title = try await title(of: id, relationship, say)
    else { return }
    if field.text == String(id) { field.text = title }
    field.stored = field.text == title ? nil : title
  }

  private func title(
    of id: RecordID, _ relationship: RelationshipDescription, _ say: Localizer
  ) async throws -> String? {
    guard let target = store.model.entity(named: relationship.target),
      let record = try await store.record(target, id: id)
    else { return nil }
    return RelatedText.text(of: record, in: say)
  }

  private func suggestions(_ column: TableScreenColumn) -> TableField.Suggestions? {
    column.related.flatMap(screens.suggestions)
  }

  // MARK: Empty tables

  private func empty(_ state: TableState, _ request: ScreenRequest) async throws -> EmptyState {
    let say = request.say
    if state.isFiltered {
      let asksForAll = columns.contains { column in
        guard case .attribute = column.column, state.filters[column.name] != nil else { return false }
        return column.filter?.isPart == false
      }
      return EmptyState(
        title: say("Nothing matches the filter"),
        text: !asksForAll ? "" : say("A filter asks for the whole value; capitals and accents don't matter."),
        buttons: [ActionButton(title: say("Clear the filter"), symbol: .x, target: .link(state.unfiltered(address)))])
    }
    var empty = EmptyState(title: say.noneYet(entity.nouns), text: "")
    if let source = entity.derivation.flatMap({ store.model.entity(named: $0.source) }) {
      empty.text = say("Rows come here by themselves.")
      if let screen = screens.screen(of: source) { empty.buttons = [link(to: screen, say)] }
    } else if let missing = try await missingTarget() {
      empty.text = say("Something has to be there first: {screen}", ["screen": .text(say(missing.tab.title))])
      empty.buttons = [link(to: missing, say)]
    } else {
      let field = columns.first { $0.column.writability != .never }
      empty.text = say("Add the first one in the row above, or import files.")
      empty.buttons = [
        ActionButton(
          title: say.newRecord(entity.nouns), symbol: .plus, target: .link(.fragment("n-" + (field?.name ?? "")))),
        .importing(screens.path.appending("import"), say),
      ]
    }
    return try await screens.introducing(empty, request)
  }

  private func link(to screen: any EntityScreen, _ say: Localizer) -> ActionButton {
    ActionButton(title: say(screen.tab.title), symbol: screen.tab.symbol, target: .link(screen.address))
  }

  // The screen of a required related entity without records.
  private func missingTarget() async throws -> (any EntityScreen)? {
    for relationship in entity.relationships where relationship.cardinality == .toOne && relationship.isRequired {
      guard relationship.target != entity.name, let target = store.model.entity(named: relationship.target),
        try await store.count(AnyFetchRequest(target.name)) == 0
      else { continue }
      return screens.screen(of: target)
    }
    return nil
  }
}

extension TableScreen {
  /// The fields above the columns that are filled in, as filters of a list.
  func filterChips(_ request: ScreenRequest, list: URLPath) -> [ShapeBar.Chip] {
    let (filters, say) = (state(request).filters, request.say)
    return columns.compactMap { column in
      guard let text = filters[column.name] else { return nil }
      var rest = ListState(request)
      rest.others[column.name] = nil
      return ShapeBar.Chip(title: say(column.column.label) + ": " + text, remove: rest.address(list))
    }
  }
}

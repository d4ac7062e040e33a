import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The documents of a list's records: invoices with their lines, letters without any.
struct DocumentScreen: Sendable {
  let list: ListScreen
  private let lines: LinesScreen?

  private var screens: AppScreens { list.screens }

  init(_ list: ListScreen) {
    self.list = list
    lines = LinesScreen(list)
  }

  private func address(_ record: AnyRecord) -> URLPath {
    screens.path(of: list.entity).appending(record.id ?? 0)
  }

  // MARK: Links

  /// Links to the record's documents, and buttons for issuing them.
  func links(_ record: AnyRecord, _ state: StateDescription?, _ say: Localizer) -> [ActionButton] {
    list.list.documents.flatMap { document in
      let link = ActionButton(
        title: title(of: document, record, say), symbol: .receipt,
        target: .link(address(record).appending(document.name)))
      return [link] + [state?.tone == .void ? nil : issuing(document, record, say)].compactMap(\.self)
    }
  }

  // "Invoice No. 17", or the title without a number.
  private func title(of document: DocumentDescription, _ record: AnyRecord, _ say: Localizer) -> String {
    reversal(of: document, record, say) ?? issuedTitle(of: document, record, say)
  }

  // The title and number of the document that reverses it; nil if none does.
  private func reversal(of document: DocumentDescription, _ record: AnyRecord, _ say: Localizer) -> String? {
    guard let reversal = document.reversal, case .integer(let number) = record[reversal.number] else { return nil }
    return say(reversal.title) + " " + say("No. {number}", ["number": .text(String(number))])
  }

  private func issuedTitle(of document: DocumentDescription, _ record: AnyRecord, _ say: Localizer) -> String {
    guard let issue = document.issue else { return say(document.title) }
    guard case .integer(let number) = record[issue.number] else { return say(issue.draftTitle) }
    return say(document.title) + " " + say("No. {number}", ["number": .text(String(number))])
  }

  // The action that issues a document and then leads to it; nil if it has a number.
  private func issuing(_ document: DocumentDescription, _ record: AnyRecord, _ say: Localizer) -> ActionButton? {
    guard let issue = document.issue, record[issue.number].isNull,
      let action = screens.description.actions.first(where: { $0.name == issue.action })
    else { return nil }
    let place = address(record)
    return ActionButton(
      title: say(action.title), symbol: .receipt,
      target: .link(
        place.appending("actions").appending(action.name).with("returnTo", place.appending(document.name).text)))
  }

  // MARK: Pages

  /// The page of a record's document.
  func page(_ document: DocumentDescription, of id: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let record = try await screens.store.record(list.entity, id: id) else {
      throw ScreenFault.noSuchRecord(list)
    }
    let printed = try await printed(document, record, request.say)
    return try await screens.page(
      printed.title + " " + printed.subject, for: request, tab: list.tab.path, hasTwoColumns: false, kind: .lines,
      columns: [printed])
  }

  /// A document of a record.
  func printed(
    _ document: DocumentDescription, _ record: AnyRecord, _ say: Localizer
  ) async throws -> PrintedDocument {
    let values = try await DocumentValues(document, record, screens, say)
    let title = try await screens.title(of: record, say)
    let state = values.state
    var printed = PrintedDocument(
      title: self.title(of: document, record, say),
      subject: state?.tone == .void ? title + " · " + say(state?.label ?? "") : title, back: (title, address(record)),
      sender: document.sender, recipientTitle: say(document.recipientTitle),
      recipient: recipient(document, values, say),
      facts: document.facts.compactMap { values.fact($0, say) }.filter { !$0.text.isEmpty }, columns: [], rows: [],
      sums: [], note: text(document.note, values, say))
    printed.opening = text(document.opening, values, say)
    printed.paper = document.paper
    if state?.tone != .void { printed.issuing = issuing(document, record, say) }
    let isReversed = reversal(of: document, record, say) != nil
    if isReversed {
      printed.subject = issuedTitle(of: document, record, say) + " · " + printed.subject
      printed.note = nil
    }
    try await add(document, record, isReversed: isReversed, to: &printed, say)
    return printed
  }

  // The address often contains the customer's name.
  private func recipient(_ document: DocumentDescription, _ values: DocumentValues, _ say: Localizer) -> [String] {
    document.recipient.reduce(into: []) { lines, names in
      let line = names.compactMap { values.fact($0, say)?.text }.filter { !$0.isEmpty }.joined(separator: " ")
      if !line.isEmpty, line != lines.last { lines.append(line) }
    }
  }

  private func text(_ key: String?, _ values: DocumentValues, _ say: Localizer) -> String? {
    guard let key, !key.isEmpty else { return nil }
    return DocumentText(say(key)).filled { values.fact($0, say)?.text ?? "" }
  }

  // MARK: Lines

  private func add(
    _ document: DocumentDescription, _ record: AnyRecord, isReversed: Bool, to printed: inout PrintedDocument,
    _ say: Localizer
  ) async throws {
    let omitted = Set(document.omitted)
    if let table = document.table { return try await DocumentTable(table, list).add(to: &printed, of: record, say) }
    guard let lines, !omitted.isSuperset(of: [.lines, .sums]) else { return }
    let content = try await lines.content(of: record, say)
    if !omitted.contains(.lines) {
      let columns = columns(lines.model, omitted)
      let item = lines.model.line.relationship(lines.model.description.item)?.label ?? ""
      printed.columns = [say(item)] + columns.map { heading($0, lines.model, say) }
      printed.rows = content.lines.map { row($0, content.items, columns, lines, say) }
    }
    guard let totals = content.totals, !omitted.contains(.sums) else { return }
    printed.sums = lines.totals(
      totals, extras: lines.extras(of: record, say), taxRate: lines.model.taxRate(of: record), say)
    printed.sums.append(
      SumRow(
        id: "sum-due", label: say(isReversed ? "Credited" : "Total"), amount: lines.model.text(totals.due, say),
        isTotal: true))
  }

  // The columns of numbers that the lines have and the document shows.
  private func columns(
    _ model: LinesModel, _ omitted: Set<DocumentDescription.Part>
  ) -> [DocumentDescription.Part] {
    let all: [DocumentDescription.Part] =
      model.price == nil ? [.quantity] : [.quantity, .price] + (model.percent == nil ? [] : [.discount]) + [.amount]
    return all.filter { !omitted.contains($0) }
  }

  private func heading(_ column: DocumentDescription.Part, _ model: LinesModel, _ say: Localizer) -> String {
    switch column {
    case .quantity: say(model.quantity.label)
    case .price: say(model.price?.label ?? "")
    case .discount: say(model.percent?.label ?? "")
    case .amount: say("Amount")
    case .lines, .sums: ""
    }
  }

  private func row(
    _ line: AnyRecord, _ items: [RecordID: AnyRecord], _ columns: [DocumentDescription.Part], _ lines: LinesScreen,
    _ say: Localizer
  ) -> PrintedDocument.Row {
    let model = lines.model
    let draft = LineDraft(line, model)
    let item = draft.item(model).flatMap { items[$0] }
    let cells = columns.map { column in
      switch column {
      case .quantity: model.quantity.behavior.display(line[model.quantity.name], for: model.quantity, in: say)
      case .price: model.price.map { $0.behavior.display(line[$0.name], for: $0, in: say) } ?? ""
      case .discount: draft.percent.isEmpty ? "" : draft.percent + " %"
      case .amount: model.amount(of: line).map { model.text($0.due, say) } ?? ""
      case .lines, .sums: ""
      }
    }
    return .init(title: item?.title(in: say) ?? "–", detail: item.map { lines.shown(of: $0, say) } ?? "", cells: cells)
  }
}

/// The values of a record that a document shows.
struct DocumentValues: Sendable {
  /// The record's state; nil for none.
  let state: StateDescription?
  private let record: AnyRecord
  private let titles: [String: String]
  private let computed: ComputedValues?
  private let related: [String: AnyRecord]

  /// Reads what the document needs.
  init(
    _ document: DocumentDescription, _ record: AnyRecord, _ screens: AppScreens, _ say: Localizer
  ) async throws {
    self.record = record
    let entity = record.entity
    titles = try await screens.titles(RecordDraft(record, say), say)
    let id = record.id ?? 0
    computed = entity.hasComputed ? try await screens.store.computed(entity, ids: [id])[id] : nil
    state = computed?.state
    var related: [String: AnyRecord] = [:]
    let links = Set(document.shownFields.compactMap { Self.steps($0)?.link })
    for link in entity.relationships where link.cardinality == .toOne && links.contains(link.name) {
      guard case .integer(let id) = record[link.name],
        let target = screens.description.model.entity(named: link.target)
      else { continue }
      related[link.name] = try await screens.store.record(target, id: id)
    }
    self.related = related
  }

  private static func steps(_ path: String) -> (link: String, name: String)? {
    let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return steps.count == 2 ? (steps[0], steps[1]) : nil
  }

  /// The label and the text of a field; nil for unknown names and for related records that are not there.
  func fact(_ name: String, _ say: Localizer) -> (label: String, text: String)? {
    if let steps = Self.steps(name) { return related[steps.link].flatMap { Self.fact(steps.name, of: $0, say) } }
    if let title = titles[name], let link = record.entity.relationship(name) { return (say(link.label), title) }
    if let value = record.entity.computed(name) {
      return (say(value.attribute.label), record.entity.display(name, of: computed, in: say) ?? "")
    }
    return Self.fact(name, of: record, say)
  }

  private static func fact(_ name: String, of record: AnyRecord, _ say: Localizer) -> (label: String, text: String)? {
    guard let position = record.entity.position(of: name) else { return nil }
    let column = record.entity.columns[position]
    return (say(column.label), column.display(record.values[position], in: say))
  }
}

import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The page and documents of a stored record with lines.
extension LinesScreen {
  /// The content of the record's page.
  func document(_ record: AnyRecord, _ request: ScreenRequest) async throws -> RecordDocument {
    let say = request.say
    let content = try await content(of: record, say)
    let isClosed = model.isClosed(record)
    let stock = isClosed ? [:] : try await items.stock(of: content.items, besides: record.id)
    let trail = request.trail(from: record)
    func facts(_ names: [String]) -> [RecordDocument.Fact] {
      names.compactMap { name in
        var fact = content.fact(name, screens, say)
        let href = fact?.href?.with("via", trail)
        fact?.href = href
        return fact
      }
    }
    var document = RecordDocument(
      facts: facts(model.description.fields) + facts(setByActions).filter { !$0.text.isEmpty }
        + (isClosed ? facts(shownWhenClosed) : []))
    document.folds = model.description.folds.map { fold in
      let facts = facts(fold.fields)
      let detail = facts.filter { !$0.text.isEmpty }.prefix(2).map(\.text).joined(separator: ", ")
      return .init(title: say(fold.title), detail: detail, facts: facts)
    }
    document.lines = content.lines.map { line in
      let draft = LineDraft(line, model)
      let id = draft.item(model)
      let item = id.flatMap { content.items[$0] }
      let wanted: Int64 = if case .integer(let count) = line[model.quantity.name] { count } else { 0 }
      var shown = RecordDocument.Line(
        title: item?.title(in: say) ?? "–",
        href: id.map { screens.path(of: model.item).appending($0).with("via", trail) },
        facts: summary(of: line, item, say))
      shown.stock = id.flatMap { stock[$0] }.map { LineStock($0, wanted: wanted, say) }
      shown.note = isClosed ? nil : priceNote(draft, item, say)
      shown.amount = model.amount(of: line).map { model.text($0.due, say) }
      return shown
    }
    document.count = say.counted(content.lines.count, model.item.nouns)
    let sums = content.totals
    document.sums = totals(sums, extras: extras(of: record, say), taxRate: model.taxRate(of: record), say)
    document.total = sums.map { model.text($0.due, say) }
    document.note = record.closing.map { say($0.reason) }
    return document
  }

  // Attributes that actions set, such as the shipping date and the reason of a cancellation.
  private var setByActions: [String] { model.owner.attributes.filter { $0.settingAction != nil }.map(\.name) }

  // To-one relationships without a field, shown after the record is closed.
  private var shownWhenClosed: [String] {
    model.owner.columns.compactMap { column in
      guard case .toOne(let relationship) = column, !model.fields.contains(relationship.name) else { return nil }
      return relationship.name
    }
  }

  /// Links to the record's documents, and buttons for issuing them.
  func documentLinks(_ record: AnyRecord, _ state: StateDescription?, _ say: Localizer) -> [ActionButton] {
    list.list.documents.flatMap { document in
      let link = ActionButton(
        title: title(of: document, record, say), symbol: .receipt,
        target: .link(action(record.id).appending(document.name)))
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
    let place = self.action(record.id)
    return ActionButton(
      title: say(action.title), symbol: .receipt,
      target: .link(
        place.appending("actions").appending(action.name).with("returnTo", place.appending(document.name).text)))
  }

  // MARK: Documents

  /// The page of a record's document.
  func document(_ document: DocumentDescription, of id: RecordID, _ request: ScreenRequest) async throws
    -> ScreenDocument
  {
    guard let record = try await screens.store.record(list.entity, id: id) else {
      throw ScreenFault.noSuchRecord(list)
    }
    let printed = try await printed(document, record, request.say)
    return try await screens.page(
      printed.title + " " + printed.subject, for: request, tab: list.tab.path, hasTwoColumns: false, kind: .lines,
      columns: [printed])
  }

  private func printed(
    _ document: DocumentDescription, _ record: AnyRecord, _ say: Localizer
  ) async throws -> PrintedDocument {
    let content = try await content(of: record, say)
    let title = record.title(in: say)
    let totals = content.totals
    let id = record.id ?? 0
    let state = list.entity.states.isEmpty ? nil : try await screens.store.computed(list.entity, ids: [id])[id]?.state
    var printed = PrintedDocument(
      title: self.title(of: document, record, say),
      subject: state?.tone == .void ? title + " · " + say(state?.label ?? "") : title, back: (title, action(record.id)),
      sender: document.sender,
      recipientTitle: say(document.recipientTitle),
      recipient: recipient(document, content, say),
      facts: document.facts.compactMap { content.fact($0, screens, say) }.filter { !$0.text.isEmpty }
        .map { ($0.label, $0.text) },
      columns: columns(say), rows: content.lines.map { row($0, content.items, say) },
      sums: self.totals(totals, extras: extras(of: record, say), taxRate: model.taxRate(of: record), say),
      note: document.note.map { say($0) })
    if state?.tone != .void { printed.issuing = issuing(document, record, say) }
    let isReversed = reversal(of: document, record, say) != nil
    if isReversed {
      printed.subject = issuedTitle(of: document, record, say) + " · " + printed.subject
      printed.note = nil
    }
    if let totals {
      printed.sums.append(
        SumRow(
          id: "sum-due", label: say(isReversed ? "Credited" : "Total"), amount: model.text(totals.due, say),
          isTotal: true))
    }
    return printed
  }

  // The address often contains the customer's name.
  private func recipient(_ document: DocumentDescription, _ content: Content, _ say: Localizer) -> [String] {
    document.recipient.reduce(into: []) { lines, names in
      let line = names.compactMap { content.fact($0, screens, say)?.text }.filter { !$0.isEmpty }.joined(separator: " ")
      if !line.isEmpty, line != lines.last { lines.append(line) }
    }
  }

  private func columns(_ say: Localizer) -> [String] {
    let item = model.line.relationship(model.description.item)?.label ?? ""
    let priced = [model.price, model.percent].compactMap { $0?.label }
    return ([item, model.quantity.label] + priced).map { say($0) } + (model.price == nil ? [] : [say("Amount")])
  }

  private func row(
    _ line: AnyRecord, _ items: [RecordID: AnyRecord], _ say: Localizer
  ) -> PrintedDocument.Row {
    let draft = LineDraft(line, model)
    let item = draft.item(model).flatMap { items[$0] }
    var cells = [model.quantity.behavior.display(line[model.quantity.name], for: model.quantity, in: say)]
    if let price = model.price {
      cells.append(price.behavior.display(line[price.name], for: price, in: say))
      if model.percent != nil { cells.append(draft.percent.isEmpty ? "" : draft.percent + " %") }
      cells.append(model.amount(of: line).map { model.text($0.due, say) } ?? "")
    }
    let detail = item.map { shown(of: $0, say) } ?? ""
    return .init(title: item?.title(in: say) ?? "–", detail: detail, cells: cells)
  }

  // MARK: Content

  /// A stored record with the data for its page.
  struct Content {
    let record: AnyRecord
    let lines: [AnyRecord]
    let items: [RecordID: AnyRecord]
    let totals: LineTotals?
    /// The titles of related records, by relationship.
    let titles: [String: String]

    /// The value of a column; nil for unknown names.
    func fact(_ name: String, _ screens: AppScreens, _ say: Localizer) -> RecordDocument.Fact? {
      guard let position = record.entity.position(of: name) else { return nil }
      let column = record.entity.columns[position]
      let value = record.values[position]
      guard case .toOne(let relationship) = column else {
        return .init(label: say(column.label), text: column.display(value, in: say))
      }
      var fact = RecordDocument.Fact(label: say(column.label), text: titles[name] ?? "")
      if case .integer(let id) = value, let target = screens.description.model.entity(named: relationship.target),
        screens.screen(of: target) != nil
      {
        fact.href = screens.path(of: target).appending(id)
      }
      return fact
    }
  }

  private func content(of record: AnyRecord, _ say: Localizer) async throws -> Content {
    let draft = LinesDraft(.init(record: record, lines: try await items.lines(of: record.id ?? 0)), model, say)
    return Content(
      record: record, lines: draft.lines.map(\.record), items: try await items.records(draft.items),
      totals: draft.totals, titles: try await screens.titles(draft.owner, say))
  }

  private func extras(of record: AnyRecord, _ say: Localizer) -> [(label: String, amount: String)] {
    model.description.extras.compactMap { name in
      guard let attribute = model.owner.attribute(name) else { return nil }
      return (say(attribute.label), attribute.behavior.display(record[name], for: attribute, in: say))
    }
  }

  // "12 × $21.00 · 5 % off · 10 boxes".
  private func summary(of line: AnyRecord, _ item: AnyRecord?, _ say: Localizer) -> String {
    let count = model.quantity.behavior.display(line[model.quantity.name], for: model.quantity, in: say)
    let price = model.price.map { $0.behavior.display(line[$0.name], for: $0, in: say) }
    let percent = LineDraft(line, model).percent
    let off = percent.isEmpty ? nil : say("{percent} % off", ["percent": .text(percent)])
    let told = item.map { shown(of: $0, say) } ?? ""
    return ["\(count) × \(price ?? "")".trimmingSpaces(), off ?? "", told].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  private func shown(of item: AnyRecord, _ say: Localizer) -> String {
    model.description.shown.compactMap { name in
      item.entity.position(of: name).map { item.entity.columns[$0].display(item.values[$0], in: say) }
    }.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

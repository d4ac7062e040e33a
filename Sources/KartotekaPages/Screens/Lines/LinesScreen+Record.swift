import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The page of a stored record with lines.
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

  /// The lines of a stored record with what belongs to them.
  func content(of record: AnyRecord, _ say: Localizer) async throws -> Content {
    let draft = LinesDraft(.init(record: record, lines: try await items.lines(of: record.id ?? 0)), model, say)
    return Content(
      record: record, lines: draft.lines.map(\.record), items: try await items.records(draft.items),
      totals: draft.totals, titles: try await screens.titles(draft.owner, say))
  }

  /// The amounts that come on top of the lines.
  func extras(of record: AnyRecord, _ say: Localizer) -> [(label: String, amount: String)] {
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

  /// The text of an item beside its title.
  func shown(of item: AnyRecord, _ say: Localizer) -> String {
    model.description.shown.compactMap { name in
      item.entity.position(of: name).map { item.entity.columns[$0].display(item.values[$0], in: say) }
    }.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

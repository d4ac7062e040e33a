import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The form of a draft.
extension LinesScreen {
  /// The form of a draft.
  func form(_ draft: LinesDraft, _ request: ScreenRequest) async throws -> LinesForm {
    let say = request.say
    let id = draft.owner.record.id
    let known = try await items.records(draft.items)
    let found = draft.search.isEmpty ? nil : try await items.found(draft.search, say)
    let shown = (found?.records ?? []).reduce(into: known) { all, item in all[item.id ?? 0] = item }
    let stock = try await items.stock(of: shown, besides: id)
    let title = id == nil ? say.newRecord(list.entity.nouns) : draft.owner.base.title(in: say)
    let isClosed = model.isClosed(draft.owner.base)
    var form = LinesForm(
      title: title, cut: say(list.tab.title), symbol: list.tab.symbol,
      back: try await back(draft, title, request),
      action: action(id), verb: say(id == nil ? model.description.verb ?? "Save" : "Save"))
    form.isNew = id == nil
    form.check = RuleCheckScreen(list: list).address(of: id)
    form.follow = FollowScreen(list: list).address(of: id)
    form.isTyped = draft.isTyped
    var message = draft.owner.message
    message.lineVersions = draft.versions
    message.listSearch = request.search
    message.trail = request.via
    form.hidden = message.fields + draft.owner.unseenInput + FollowScreen.mark(of: draft.owner)
    form.fault = draft.fault ?? draft.owner.lostFault(say)
    var fields = try await FollowScreen(list: list).followed(
      draft.owner.fields(prefix: "f-", titles: try await screens.titles(draft.owner, say), say), draft.owner.record)
    if id == nil { fields = try await screens.numbered(fields, of: list.entity, say) }
    func pick(_ names: [String]) -> [FormField] {
      // The store writes a new record's stamps when it is saved.
      names.compactMap { name in
        fields.first { $0.column.name == name && !$0.isUnseen && (id != nil || $0.column.stamp == nil) }
      }
    }
    form.fields = pick(model.description.fields)
    form.extras = pick(model.description.extras + [model.description.taxRate].compactMap(\.self))
    form.taxField = model.description.taxRate
    form.folds = model.description.folds.map { fold in
      let fields = pick(fold.fields)
      let texts = fields.compactMap { $0.text.isEmpty ? nil : $0.title ?? $0.text }
      return .init(
        title: say(fold.title), detail: texts.prefix(2).joined(separator: ", "),
        isOpen: fields.contains { $0.error != nil }, fields: fields)
    }
    form.lines = lines(draft, known, stock, isClosed: isClosed, say)
    form.count = say.counted(draft.lines.count, model.item.nouns)
    if !isClosed {
      let isNothingFound = found?.records.isEmpty == true
      let unavailable = isNothingFound ? try await items.unavailable(draft.search, say) : []
      form.choice = choice(draft, found, unavailable, stock, say)
    }
    form.closed = draft.owner.base.closing.map { say($0.reason) }
    form.linesFault = draft.linesFault
    form.totals = totals(draft.totals, extras: [], taxRate: model.taxRate(of: draft.owner.record), say)
    form.total = draft.totals.map { model.text($0.due, say) }
    if draft.lines.contains(where: { !$0.unread.isEmpty }) {
      // Without a line that can't be read the sums would be others, without a word.
      if form.total != nil { form.total = "–" }
      for index in form.totals.indices { form.totals[index].amount = "–" }
    }
    form.shortage = shortage(draft, stock, say)
    if let price = model.price {
      form.money = (
        price.behavior.display(.integer(123_456_789), for: price, in: say),
        price.behavior.display(.integer(Self.fewDigits(price)), for: price, in: say), price.scale
      )
    }
    return form
  }

  // Back to the record, or from a new one to where it was begun.
  private func back(
    _ draft: LinesDraft, _ title: String, _ request: ScreenRequest
  ) async throws -> (title: String, href: URLPath) {
    let say = request.say
    if let id = draft.owner.record.id { return (title, action(id).with("via", unlessEmpty: request.via ?? "")) }
    if let step = RecordTrail(request.via).steps.first,
      let view = screens.recordViews.first(where: { $0.step == step })
    {
      return (say(view.tab.title), try await view.address(of: draft.owner.record) ?? view.address)
    }
    return (say(list.tab.title), screens.list(list.tab, search: request.search))
  }

  // An amount with four digits before the decimal mark: some languages group only from five digits.
  private static func fewDigits(_ price: AttributeDescription) -> Int64 {
    (0..<price.scale).reduce(1_234) { number, _ in number * 10 }
  }

  private func choice(
    _ draft: LinesDraft, _ found: FetchPage?, _ unavailable: [String], _ stock: [RecordID: LineItems.Stock],
    _ say: Localizer
  ) -> ItemChoice {
    let nouns = model.item.nouns
    let label = say.ifKnown(Phrase("Add a " + nouns.one)) ?? say("Add: {noun}", ["noun": .phrase(Phrase(nouns.one))])
    var choice = ItemChoice(label: label, search: draft.search)
    guard let found else { return choice }
    choice.status = status(found, unavailable, search: draft.search, say)
    if found.records.isEmpty, unavailable.isEmpty, screens.mayChange,
      let relationship = model.line.relationship(model.description.item)
    {
      choice.new = RelatedCreation.offer(ofLine: relationship, screens, say)
    }
    choice.found = found.records.map { item in
      .init(
        id: item.id ?? 0, title: item.title(in: say), facts: facts(of: item, price: nil, say),
        stock: stock[item.id ?? 0].map { LineStock($0, wanted: 0, say) })
    }
    return choice
  }

  // "3 products", "Discontinued: Oak-smoked Salmon".
  private func status(_ found: FetchPage, _ unavailable: [String], search: String, _ say: Localizer) -> String {
    if !found.records.isEmpty { return say.counted(found.total ?? found.records.count, model.item.nouns) }
    if let flag = model.description.hidden.flatMap({ model.item.attribute($0) }), !unavailable.isEmpty {
      return say(flag.label) + ": " + unavailable.joined(separator: ", ")
    }
    return say("Nothing found for “{search}”", ["search": .text(search)])
  }

  private func lines(
    _ draft: LinesDraft, _ known: [RecordID: AnyRecord], _ stock: [RecordID: LineItems.Stock], isClosed: Bool,
    _ say: Localizer
  ) -> [LineRow] {
    draft.lines.enumerated().map { place, line in
      let item = line.item(model).flatMap { known[$0] }
      var row = LineRow(place: place, title: item?.title(in: say) ?? line.title, quantity: line.quantity)
      row.href = item.map { screens.path(of: model.item).appending($0.id ?? 0) }
      var carried = line
      carried.title = row.title
      row.hidden = carried.hidden(at: place, model)
      row.facts = item.map { facts(of: $0, price: line.record, say) } ?? ""
      row.stock =
        isClosed
        ? nil
        : line.item(model).flatMap { stock[$0] }.map {
          LineStock($0, wanted: wanted(line), say)
        }
      row.errors = line.errors
      row.notes = line.notes + (line.record.id == nil ? priceNote(line, item, say).map { [$0] } ?? [] : [])
      row.percent = model.percent == nil ? nil : line.percent
      row.percentLabel = model.percent.map { say($0.label) } ?? ""
      let amount = line.unread.isEmpty ? model.amount(of: line.record) : nil
      row.amount = model.price == nil ? nil : amount.map { model.text($0.due, say) } ?? "–"
      row.isPercentWrong = model.percent.map { line.unread.contains($0.name) } ?? false
      row.isQuantityWrong = line.unread.contains(model.quantity.name) || !line.errors.isEmpty && !row.isPercentWrong
      if let price = model.price, case .integer(let amount) = line.record[price.name] { row.price = amount }
      row.hasFocus = draft.focus == place
      row.isClosed = isClosed
      return row
    }
  }

  private func wanted(_ line: LineDraft) -> Int64 {
    if case .integer(let count) = line.record[model.quantity.name] { count } else { 0 }
  }

  // "$21.00 · 10 boxes", with the stored price of a line.
  func facts(of item: AnyRecord, price line: AnyRecord?, _ say: Localizer) -> String {
    var facts: [String] = []
    if let price = model.price, let source = model.description.itemPrice {
      let amount = line.map { $0[price.name] } ?? item[source]
      if case .integer(let amount) = amount { facts.append(model.text(amount, say)) }
    }
    for name in model.description.shown {
      guard let position = item.entity.position(of: name) else { continue }
      let text = item.entity.columns[position].display(item.values[position], in: say)
      if !text.isEmpty { facts.append(text) }
    }
    return facts.joined(separator: " · ")
  }

  // The note that the item's price has changed.
  func priceNote(_ line: LineDraft, _ item: AnyRecord?, _ say: Localizer) -> String? {
    guard let price = model.price, let source = model.description.itemPrice, let item,
      case .integer(let kept) = line.record[price.name], case .integer(let now) = item[source], kept != now
    else { return nil }
    return say(
      "The price is {price} by now; this line keeps {kept}.",
      ["price": .text(model.text(now, say)), "kept": .text(model.text(kept, say))])
  }

  /// The rows above the total.
  func totals(
    _ totals: LineTotals?, extras: [(label: String, amount: String)], taxRate: Int64, _ say: Localizer
  ) -> [SumRow] {
    guard let totals else { return [] }
    var rows = [SumRow(id: "sum-lines", label: say("Lines"), amount: model.text(totals.full, say))]
    if model.percent != nil {
      let off = (totals.off == 0 ? "" : "−") + model.text(totals.off, say)
      rows.append(SumRow(id: "sum-off", label: say("Discount"), amount: off, isGood: totals.off > 0))
    }
    rows += extras.map { SumRow(id: nil, label: $0.label, amount: $0.amount) }
    if let name = model.description.taxRate, let attribute = model.owner.attribute(name), taxRate > 0 {
      let percent = attribute.behavior.display(.integer(taxRate), for: attribute, in: say)
      rows.append(
        SumRow(
          id: "sum-tax", label: say("Tax {percent} %", ["percent": .text(percent)]), amount: model.text(totals.tax, say)
        ))
    }
    return rows
  }

  // "One line lacks 2".
  private func shortage(_ draft: LinesDraft, _ stock: [RecordID: LineItems.Stock], _ say: Localizer) -> String? {
    if model.isClosed(draft.owner.base) { return nil }
    let missing = draft.lines.compactMap { line -> Int64? in
      guard let stock = line.item(model).flatMap({ stock[$0] }) else { return nil }
      let missing = wanted(line).subtractingReportingOverflow(stock.free)
      return !missing.overflow && missing.partialValue > 0 ? missing.partialValue : nil
    }
    guard let first = missing.first else { return nil }
    return missing.count == 1
      ? say("One line lacks {number}", ["number": .text(say.language.grouped(Int(first)))])
      : say("{count} lines are short", ["count": .count(missing.count)])
  }
}

extension LineStock {
  /// The note about an item's stock for a wanted quantity.
  init(_ stock: LineItems.Stock, wanted: Int64, _ say: Localizer) {
    func count(_ number: Int64) -> Phrase.Argument { .count(Int(number)) }
    self.init(facts: [say("{count} in stock", ["count": count(stock.there)])])
    facts.append(say("{count} reserved", ["count": count(stock.reserved)]))
    if wanted > stock.free {
      warning = stock.free == 0 ? say("None free") : say("Only {count} free", ["count": count(stock.free)])
    } else {
      facts.append(say("{count} free", ["count": count(stock.free)]))
    }
  }
}

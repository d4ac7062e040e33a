import KartotekaModel
import KartotekaScreens

/// Writes tabs in Swift. A screen without a declaration in Swift is written as a described application has it.
struct SwiftScreens {
  let model: ModelDescription
  let names: SwiftNames

  /// A screen can't be declared in Swift.
  struct NotDeclarable: Error {}

  /// The lines of a tab.
  func lines(_ tab: TabDescription) -> [String] {
    var arguments = [SwiftNames.literal(tab.title), "symbol: \(tab.symbol.swift)"]
    if tab.path != usualPath(of: tab) { arguments.append("path: \(SwiftNames.literal(tab.path))") }
    let end = tab.isUnderMore ? ".underMore()" : ""
    let type = names.of("Tab")
    do {
      let screen = try self.screen(tab.screen)
      return ["\(type)(\(arguments.joined(separator: ", "))) {"] + screen.map { "  " + $0 } + ["}" + end]
    } catch {
      let json = ScreenDescription.shape.write(tab.screen).pretty().split(separator: "\n").map(String.init)
      arguments.append("describedBy: #\"\"\"")
      return ["\(type)(\(arguments.joined(separator: ", "))"] + json.map { "  " + $0 } + ["  \"\"\"#)" + end]
    }
  }

  private func usualPath(of tab: TabDescription) -> String {
    switch tab.screen {
    case .overview: "overview"
    case .map: "map"
    case .calendar: "calendar"
    case .settings: "settings"
    case .view(let view): view.path
    case .page(let name): ScreenDescription.pagesPath + name
    case .list, .table, .groups: model.entity(named: tab.screen.entity)?.plural ?? tab.screen.entity
    }
  }

  private func screen(_ screen: ScreenDescription) throws -> [String] {
    switch screen {
    case .list(let list): try self.list(list)
    case .table(let table): try self.table(table)
    case .groups(let groups): try self.groups(groups)
    case .overview(let overview): try self.overview(overview)
    case .map(let map): try self.map(map)
    case .calendar(let calendar): try self.calendar(calendar)
    case .settings(let settings): try self.settings(settings)
    // The shape of a view has no declaration for all that an address can say.
    case .view, .page: throw NotDeclarable()
    }
  }

  // MARK: Parts

  func entity(_ name: String) throws -> SwiftConditions {
    guard let entity = model.entity(named: name) else { throw NotDeclarable() }
    return SwiftConditions(entity: entity, model: model, names: names)
  }

  func target(_ relationship: String, of entity: EntityDescription) throws -> EntityDescription {
    guard let target = entity.relationship(relationship).flatMap({ model.entity(named: $0.target) }) else {
      throw NotDeclarable()
    }
    return target
  }

  // `\.a, \.b`, of columns alone.
  func paths(_ fields: [String], of entity: EntityDescription) throws -> String {
    guard fields.allSatisfy({ entity.position(of: $0) != nil || entity.computed($0) != nil }) else {
      throw NotDeclarable()
    }
    return fields.map(short).joined(separator: ", ")
  }

  func short(_ name: String) -> String { "\\." + SwiftNames.quoted(name) }

  func long(_ name: String, of entity: EntityDescription) -> String {
    "\\\(names.entity(entity.name)).\(SwiftNames.quoted(name))"
  }

  func text(_ text: String) -> String { SwiftNames.literal(text) }

  private func nouns(_ nouns: Nouns) -> String { "\(names.of("Nouns"))(\(text(nouns.one)), \(text(nouns.many)))" }

  func subset(_ subset: SubsetDescription) throws -> String {
    let of = try entity(subset.entity)
    let type = names.entity(subset.entity)
    if let state = subset.state {
      guard let declared = of.entity.state(state), state == subset.name, declared.label == subset.title,
        of.entity.condition(ofState: state) == subset.predicate
      else { throw NotDeclarable() }
      return "\(names.of("Subset"))(state: \(text(state)), of: \(type).self)"
    }
    let arguments = [text(subset.name), text(subset.title), "where: " + of.condition(subset.predicate)]
    return "\(names.of("Subset"))<\(type)>(\(arguments.joined(separator: ", ")))"
  }

  func series(_ series: SeriesDescription) throws -> String {
    let of = try entity(series.entity)
    let calculation = of.calculation(series.expression)
    let parts = series.date.split(separator: ".").map(String.init)
    let type = "\(names.of("Series"))<\(names.entity(series.entity))>"
    if parts.count == 1, series.subset == nil { return "\(type)(\(calculation), on: \(short(parts[0])))" }
    guard parts.count == 2 else { throw NotDeclarable() }
    let among = try series.subset.map { ", among: " + (try subset($0)) } ?? ""
    return "\(type)(\(calculation), on: \(short(parts[0])), \(short(parts[1]))\(among))"
  }

  private func calendar(_ calendar: CalendarDescription) throws -> [String] {
    let of = try entity(calendar.entity)
    let isDay = of.entity.attribute(calendar.start)?.kind == .date
    var arguments = ["\(names.entity(calendar.entity)).self", "\(isDay ? "on" : "at"): \(short(calendar.start))"]
    if let minutes = calendar.minutes { arguments.append("lasting: " + short(minutes)) }
    if !calendar.title.isEmpty { arguments.append("title: " + (try paths(calendar.title, of: of.entity))) }
    if !calendar.subtitle.isEmpty { arguments.append("subtitle: " + (try paths(calendar.subtitle, of: of.entity))) }
    let opening = calendar.view == .week ? [] : ["  .opening(.\(calendar.view.rawValue))"]
    return ["\(names.of("CalendarScreen"))(\(arguments.joined(separator: ", ")))"] + opening
  }

  // MARK: Lists

  private func list(_ list: ListDescription) throws -> [String] {
    let of = try entity(list.entity)
    let entity = of.entity
    var head = ["\(names.entity(entity.name)).self"]
    if !list.title.isEmpty { head.append("title: " + (try paths(list.title, of: entity))) }
    if !list.subtitle.isEmpty { head.append("subtitle: " + (try paths(list.subtitle, of: entity))) }
    var lines = ["\(names.of("List"))(\(head.joined(separator: ", ")))"]
    func add(_ call: String) { lines.append("  ." + call) }

    for name in list.titleElse { add("fallbackTitle(\(try paths([name], of: entity)))") }
    for detail in list.details { add("telling(\(short(detail.name)), as: \(text(detail.words)))") }
    if list.isNumbered { add("numbered()") }
    if !list.offersNew { add("withoutNew()") }
    if let value = list.value {
      guard entity.attribute(value) != nil || entity.computed(value) != nil else { throw NotDeclarable() }
      add("showing(\(short(value))\(list.valueNouns.map { ", as: " + nouns($0) } ?? ""))")
    }
    for path in list.searched {
      add("searching(\(path.split(separator: ".").map { short(String($0)) }.joined(separator: ", ")))")
    }
    for sort in list.sort {
      guard entity.attribute(sort.name) != nil || entity.computed(sort.name) != nil else { throw NotDeclarable() }
      add("sorted(\(sort.ascending ? "by" : "descendingBy"): \(short(sort.name)))")
    }
    if let picture = list.picture {
      guard list.hasMonograms else { throw NotDeclarable() }
      add("withPictures(\(short(picture)))")
    } else if list.hasMonograms {
      add("withMonograms()")
    }
    if list.hasInitials { add("withInitials()") }
    if let layout = list.layout { add("opening(as: \(text(layout)))") }
    if !list.subsets.isEmpty { add("narrowing(to: \(try list.subsets.map(subset).joined(separator: ", ")))") }
    for group in list.fieldGroups {
      let title = group.title.map(text) ?? "nil"
      add("withFields(\(([title] + [try paths(group.fields, of: entity)]).joined(separator: ", ")))")
    }
    for section in list.sections { add(try self.section(section, of: entity)) }
    if let lines = list.lines { for call in try self.lines(lines, of: of) { add(call) } }
    for document in list.documents { add(try self.document(document, of: entity)) }
    if let mark = list.card.mark { add("marked(\(text(mark.title)), by: \(short(mark.attribute)))") }
    if let years = list.card.years {
      add("withYears(\(text(years.sentence)), of: \(short(years.relationship)), \(short(years.date)))")
    }
    if !list.card.omitted.isEmpty { add("withoutFields(\(try paths(list.card.omitted, of: entity)))") }
    if !list.card.numbers.isEmpty { add("calling(\(list.card.numbers.map(short).joined(separator: ", ")))") }
    if !list.card.address.isEmpty { add("locating(by: \(list.card.address.map(short).joined(separator: ", ")))") }
    return lines
  }

  private func section(_ section: ListDescription.Section, of entity: EntityDescription) throws -> String {
    let path = short(section.name)
    if let gallery = section.gallery {
      guard section == ListDescription.Section(section.name, gallery: gallery) else { throw NotDeclarable() }
      var arguments = [path, "image: " + short(gallery.image)]
      if let caption = gallery.caption { arguments.append("caption: " + short(caption)) }
      if let date = gallery.date { arguments.append("on: " + short(date)) }
      if let credit = gallery.credit { arguments.append("credit: " + short(credit)) }
      if let link = gallery.link { arguments.append("link: " + short(link)) }
      if let poster = gallery.poster { arguments.append("poster: " + short(poster)) }
      if let name = gallery.fileName { arguments.append("fileName: " + short(name)) }
      if let order = gallery.order { arguments.append("order: " + short(order)) }
      return "withGallery(\(arguments.joined(separator: ", ")))"
    }
    var plain = ListDescription.Section(
      section.name, adding: section.adding, note: section.note, offersNew: section.offersNew)
    if section == plain {
      guard let adding = section.adding else {
        guard section.note == nil else { throw NotDeclarable() }
        return "withSection(\(path)\(section.offersNew ? ", offersNew: true" : ""))"
      }
      guard !section.offersNew else { throw NotDeclarable() }
      return "withSection(\(path), adding: \(text(adding))\(section.note.map { ", note: " + text($0) } ?? ""))"
    }
    if let title = section.newTitle, let symbol = section.symbol, let detail = section.detail {
      guard section == ListDescription.Section(section.name, new: title, symbol: symbol, detail: detail) else {
        throw NotDeclarable()
      }
      return "withSection(\(path), new: \(text(title)), symbol: \(symbol.swift), showing: \(short(detail)))"
    }
    if let through = section.through, let adding = section.adding {
      plain.through = through
      guard section == plain else { throw NotDeclarable() }
      return "withSection(\(path), through: \(short(through)), adding: \(text(adding)))"
    }
    if let order = section.order {
      plain.order = order
      guard section == plain, section.adding == nil, section.note == nil else { throw NotDeclarable() }
      return "withSection(\(path), sortedBy: \(short(order))\(section.offersNew ? ", offersNew: true" : ""))"
    }
    plain.isNewestFirst = true
    guard section == plain, section.adding == nil, section.note == nil, !section.offersNew else {
      throw NotDeclarable()
    }
    return "withNewest(\(path))"
  }

  private func lines(_ lines: LinesDescription, of owner: SwiftConditions) throws -> [String] {
    let line = try target(lines.relationship, of: owner.entity)
    let item = try target(lines.item, of: line)
    let types = [owner.entity, line, item].map { names.entity($0.name) }.joined(separator: ", ")
    var calls = [
      "withLines(",
      "  \(names.of("Lines"))<\(types)>(\(short(lines.relationship)), choosing: \(short(lines.item)), "
        + "quantity: \(short(lines.quantity)))",
    ]
    func add(_ call: String) { calls.append("    ." + call) }
    if let price = lines.price {
      guard let itemPrice = lines.itemPrice else { throw NotDeclarable() }
      add("priced(\(short(price)), from: \(short(itemPrice)))")
    } else if lines.itemPrice != nil {
      throw NotDeclarable()
    }
    if let discount = lines.discount { add("discounted(by: \(short(discount)))") }
    for extra in lines.extras { add("adding(\(short(extra)))") }
    if let rate = lines.taxRate { add("taxed(by: \(short(rate)))") }
    for shown in lines.shown { add("showing(\(short(shown)))") }
    switch (lines.stock, lines.reserving) {
    case (let stock?, let reserving?): add("stocked(\(short(stock)), reservedWhile: \(owner.condition(reserving)))")
    case (nil, nil): break
    default: throw NotDeclarable()
    }
    if let hidden = lines.hidden { add("hiding(\(short(hidden)))") }
    if !lines.fields.isEmpty { add("asking(\(try paths(lines.fields, of: owner.entity)))") }
    for fold in lines.folds { add("folding(\(text(fold.title)), \(try paths(fold.fields, of: owner.entity)))") }
    if let needed = lines.needed {
      add("needing(\(short(needed.field)), unless: \(short(needed.exception)), \(text(needed.reason)))")
    }
    if let verb = lines.verb { add("saving(as: \(text(verb)))") }
    calls[calls.count - 1] += ")"
    return [calls.joined(separator: "\n      ")]
  }

  private func document(_ document: DocumentDescription, of entity: EntityDescription) throws -> String {
    var head = [text(document.name), "title: " + text(document.title)]
    if let first = document.sender.first {
      head.append(([("from: " + text(first))] + document.sender.dropFirst().map(text)).joined(separator: ", "))
    }
    var code =
      "withDocument(\n        \(names.of("Document"))<\(names.entity(entity.name))>(\(head.joined(separator: ", ")))"
    func add(_ call: String) { code += "\n          ." + call }
    let singles = document.recipient.prefix { $0.count == 1 }
    if !document.recipientTitle.isEmpty || !document.recipient.isEmpty {
      guard !singles.isEmpty else { throw NotDeclarable() }
      add("addressed(\(text(document.recipientTitle)), \(try paths(singles.map { $0[0] }, of: entity)))")
    }
    for line in document.recipient.dropFirst(singles.count) { add("line(\(try paths(line, of: entity)))") }
    if !document.facts.isEmpty { add("stating(\(try paths(document.facts, of: entity)))") }
    if let issue = document.issue {
      add("numbered(by: \(short(issue.number)), issuedBy: \(text(issue.action)), draft: \(text(issue.draftTitle)))")
    }
    if let reversal = document.reversal {
      add("reversed(by: \(short(reversal.number)), title: \(text(reversal.title)))")
    }
    if let opening = document.opening { add("beginning(\(text(opening)))") }
    if let note = document.note { add("ending(\(text(note)))") }
    if let table = document.table {
      guard table.predicate == .all([]), let target = entity.relationship(table.relationship)?.target else {
        throw NotDeclarable()
      }
      let columns = try paths(table.columns, of: self.entity(target).entity)
      add("table(\(short(table.relationship)), columns: \(columns))")
    }
    if let paper = document.paper { add("on(.\(paper.rawValue))") }
    if !document.omitted.isEmpty {
      add("omitting(\(document.omitted.map { "." + $0.rawValue }.joined(separator: ", ")))")
    }
    return code + ")"
  }

  private func table(_ table: TableDescription) throws -> [String] {
    let entity = try entity(table.entity).entity
    var lines = [
      "\(names.of("Table"))(\(names.entity(entity.name)).self, columns: \(try paths(table.columns, of: entity)))"
    ]
    for filter in table.filters {
      guard !filter.isPart || entity.attribute(filter.name) != nil else { throw NotDeclarable() }
      lines.append("  .filtering(\(filter.isPart ? "containing: " : "")\(try paths([filter.name], of: entity)))")
    }
    for sort in table.sort {
      lines.append("  .sorted(by: \(try paths([sort.name], of: entity))\(sort.ascending ? "" : ", ascending: false"))")
    }
    return lines
  }

  private func groups(_ groups: GroupsDescription) throws -> [String] {
    let source = names.entity(groups.source)
    return [
      "\(names.of("Groups"))(\(source).self, by: \(short(groups.attribute)), showing: \(short(groups.relationship)), "
        + "as: \(nouns(groups.nouns)))"
    ]
  }
}

import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer

/// The sheet with a list's view: filters, sort order, columns, layout, saved views and exports: `/northwind/orders/view`.
struct ViewScreen: Sendable {
  /// The number of sort fields in the form.
  private static let sorts = 3

  let shaping: ListShaping

  private var screens: AppScreens { shaping.screens }

  /// The sheet in a request.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await page(request, name: try await suggestedName(request), fault: nil)
  }

  private func page(
    _ request: ScreenRequest, name: String, isPinned: Bool = false, isPrivate: Bool = false, fault: String?
  ) async throws -> ScreenDocument {
    let say = request.say
    var sheet = ShapeParts(
      title: say("View"), cancel: (say("Close"), shaping.list(request)), done: .submit(name: "do", value: "done"))
    sheet.parts = try await filters(request)
    sheet.form = (
      shaping.path("view"), request.listMessage.fields,
      [
        .fields(title: say("Sort"), sorts(request))
      ] + (try await layouts(request))
    )
    if shaping.mayKeep {
      sheet.form?.parts += [
        .fields(
          title: say(screens.mayChange ? "Keep this view" : "Keep this view for you alone"),
          [
            .text(
              name: "name", label: say("Name of the view"), value: name, limit: SavedView.longestName, fault: fault),
            .toggle(name: "pinned", label: say("As a tab"), isOn: isPinned),
          ] + shaping.audience(isPrivate: isPrivate, say)),
        .button(name: "do", value: "keep", title: say("Keep the view")),
      ]
      // The name is the only field in which Return sends the form.
      sheet.returns = ("do", "keep")
    }
    sheet.more = try await views(request) + past(request) + [exports(request), elsewhere(request)]
    return try await shaping.page(request, sheet, fault != nil)
  }

  // MARK: Parts

  private func filters(_ request: ScreenRequest) async throws -> [ShapeParts.Part] {
    let (say, filter) = (request.say, request.shape.filter)
    let words = try await ConditionWords(filter.conditions, shaping.fields(say), screens.store)
    func link(_ condition: ListCondition, _ place: ListFilter.Place) -> ShapeParts.Link {
      let title = words.text(condition) ?? say("Not understood: {text}", ["text": .text(condition.text)])
      let remove = shaping.view(request.shaped { $0.filter.remove(at: place) })
      return ShapeParts.Link(
        title: title, href: shaping.filter(request, field: condition.field, at: place),
        tools: [(.x, say("Remove {title}", ["title": .text(title)]), remove)])
    }
    func adding(_ title: String, _ place: ListFilter.Place) -> ShapeParts.Link {
      ShapeParts.Link(title: say(title), href: shaping.filter(request, at: place), symbol: .plus)
    }
    var own: [ShapeParts.Link] = []
    var groups: [ShapeParts.Part] = []
    for (index, item) in filter.items.enumerated() {
      switch item {
      case .condition(let condition): own.append(link(condition, ListFilter.Place(item: index)))
      case .group(let junction, let conditions):
        let links = conditions.enumerated().map {
          link($1, ListFilter.Place(item: index, inner: $0, isInGroup: true))
        }
        groups.append(
          .links(
            title: say(junction == .any ? "At least one of these" : "All of these"),
            links + [adding("Add a condition", ListFilter.Place(item: index, isInGroup: true))]))
      }
    }
    own.append(adding("Add a filter", ListFilter.Place()))
    if !filter.isEmpty {
      let isAll = filter.junction == .all
      own.append(
        adding(isAll ? "Add a group: any of them" : "Add a group: all of them", ListFilter.Place(isInGroup: true)))
    }
    var parts: [ShapeParts.Part] = [.links(title: say("Filters"), own)]
    if filter.items.count > 1 {
      let links = [(ListFilter.Junction.all, "All of them hold"), (.any, "At least one of them holds")].map {
        junction, title in
        ShapeParts.Link(
          title: say(title), href: shaping.view(request.shaped { $0.filter.junction = junction }),
          isChosen: filter.junction == junction)
      }
      parts.append(.links(title: nil, links))
    }
    return parts + groups
  }

  private func sorts(_ request: ScreenRequest) -> [ShapeParts.Field] {
    let say = request.say
    let fields = shaping.fields(say)
    let chosen = request.shape.sort
    var all = fields.sortable()
    for sort in chosen where !all.contains(where: { $0.path == sort.name }) {
      if let field = fields.field(sort.name) { all.append(field) }
    }
    let options = all.flatMap { field -> [(value: String, name: String)] in
      [
        (field.path, say("{field}, ascending", ["field": .text(field.label)])),
        ("-" + field.path, say("{field}, descending", ["field": .text(field.label)])),
      ]
    }
    return (0..<max(Self.sorts, chosen.count)).map { index in
      let sort = chosen.indices.contains(index) ? chosen[index] : nil
      return .choice(
        name: "sort-\(index)", label: say(index == 0 ? "Sort by" : "Then by"),
        options: [(value: "", name: index == 0 ? say("The list's own order") : "–")] + options,
        chosen: sort.map { ($0.ascending ? "" : "-") + $0.name } ?? "")
    }
  }

  private func layouts(_ request: ScreenRequest) async throws -> [ShapeParts.Part] {
    let say = request.say
    return [
      .fields(title: say("Layout"), try await layout(request)),
      .button(name: "do", value: "columns", title: say("Choose columns…")),
      .button(name: "do", value: "figures", title: say("Choose figures…")),
      .button(name: "do", value: "chart", title: say("Make a chart…")),
    ]
  }

  // A calendar keeps its period. Boards need a relationship with few records.
  private func layout(_ request: ScreenRequest) async throws -> [ShapeParts.Field] {
    let (say, fields) = (request.say, shaping.fields(request.say))
    let current = shaping.screen.layout(request)
    var layouts: [ListShape.Layout] = []
    // The rows of a declared table are a table.
    for layout in shaping.entity.layouts where shaping.screen.table == nil || layout != .cards {
      if layout.isLike(current) {
        layouts.append(current)
      } else if let name = layout.board, let relationship = fields.field(name)?.subject.relationship {
        let count = try await screens.store.count(AnyFetchRequest(relationship.target))
        if (1...Board.mostColumns).contains(count) { layouts.append(layout) }
      } else {
        layouts.append(layout)
      }
    }
    let groups = fields.sortable().filter { $0.path != "id" }.flatMap { field in
      let own = (value: ListGroup(field.path).text, name: field.label)
      guard field.subject.isOfDays else { return [own] }
      return [own]
        + DayUnit.allCases.map { unit in
          (ListGroup(field.path, by: unit).text, say(unit.words, ["field": .text(field.label)]))
        }
    }
    return [
      .choice(
        name: "layout", label: say("Show as"), options: layouts.map { ($0.text, fields.words($0)) },
        chosen: current.text),
      .choice(
        name: "group", label: say("Group by"), options: [(value: "", name: "–")] + groups,
        chosen: request.shape.group?.text ?? ""),
    ]
  }

  private func views(_ request: ScreenRequest) async throws -> [ShapeParts.Part] {
    let (say, state) = (request.say, shaping.state(request))
    let views = try await screens.store.views().filter { $0.entity == shaping.entity.name }
    if views.isEmpty { return [] }
    let links = views.map { view in
      let marks = (view.owner == nil ? [] : [say("only you")]) + (view.isPinned ? [say("tab")] : [])
      return ShapeParts.Link(
        title: view.name, value: marks.isEmpty ? nil : marks.joined(separator: " · "),
        href: shaping.state(view).address(shaping.screen.address), isChosen: shaping.state(view) == state,
        tools: shaping.mayChange(view)
          ? [
            (
              .gear, say("Change {title}", ["title": .text(view.name)]),
              shaping.path("views").appending(view.id).with(list: request)
            )
          ] : [])
    }
    return [.links(title: say("Saved views"), links)]
  }

  // The list as it was, with its filters.
  private func past(_ request: ScreenRequest) -> [ShapeParts.Part] {
    guard PastScreen.entities(screens).contains(where: { $0.name == shaping.entity.name }) else { return [] }
    let link = ShapeParts.Link(
      title: request.say("As it was at an earlier time"), href: shaping.step("past", request), symbol: .clock)
    return [.links(title: nil, [link])]
  }

  // The filters in words, until the view is kept.
  private func suggestedName(_ request: ScreenRequest) async throws -> String {
    let state = shaping.state(request)
    guard
      try await !screens.store.views().contains(where: {
        $0.entity == shaping.entity.name && shaping.state($0) == state
      })
    else { return "" }
    return String((try await shaping.words(request) ?? "").prefix(SavedView.longestName))
  }

  private func exports(_ request: ScreenRequest) -> ShapeParts.Part {
    let say = request.say
    let path = screens.path.appending("export")
    func link(_ format: ViewFormat, _ title: String, _ detail: String? = nil, titles: String = "") -> ShapeParts.Link {
      ShapeParts.Link(
        title: title, detail: detail,
        href: shaping.state(request).address(path.appending(shaping.entity.plural + "." + format.rawValue))
          .with("as", "shown").with("titles", unlessEmpty: titles), symbol: .download)
    }
    let others: [(format: ViewFormat, title: String, detail: String)] = [
      (.vcf, "vCard", "Cards for address books"), (.ics, "iCalendar", "Events for calendars"),
      (.geojson, "GeoJSON", "Places for maps"),
    ]
    let links =
      [
        link(.xlsx, "Excel", say("A spreadsheet of what is shown here")),
        link(.ods, "LibreOffice", say("A spreadsheet of what is shown here")), link(.csv, "CSV"),
        link(
          .csv, say("CSV with numbers"), say("Related cards by their numbers instead of their titles"), titles: "no"),
        link(.json, "JSON"), link(.ndjson, "NDJSON"),
      ]
      + others.filter { $0.format.concerns(shaping.entity) }.map { link($0.format, $0.title, say($0.detail)) }
    return .links(title: say("Export"), links)
  }

  private func elsewhere(_ request: ScreenRequest) -> ShapeParts.Part {
    let say = request.say
    let feed = ShapeParts.Link(
      title: say("In a calendar"), detail: say("An address that calendar programs read again and again"),
      href: shaping.step("feed", request), symbol: .calendar)
    return .links(
      title: nil,
      (ViewFormat.ics.concerns(shaping.entity) ? [feed] : []) + [
        ShapeParts.Link(
          title: say("Labels"), detail: say("What is shown here, to print on sheets of labels"),
          href: shaping.step("labels", request), symbol: .receipt),
        ShapeParts.Link(
          title: say("Open on another device"), detail: say("The address of this view, also as a QR code"),
          href: ShareScreen.address(of: shaping.list(request), in: screens), symbol: .phone),
      ])
  }

  // MARK: Forms

  /// Handles the form of the sheet. It changes nothing but the address.
  func answer(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    switch form["do"] {
    case "columns": .seeOther(shaping.step("columns", shaped(form, request)))
    case "figures": .seeOther(shaping.figures(shaped(form, request)))
    case "chart": .seeOther(shaping.chart(shaped(form, request)))
    case "keep": .sameForm(at: shaping.path("views"))
    default: .seeOther(shaping.list(shaped(form, request)))
    }
  }

  // The list as the form says.
  private func shaped(_ form: SubmittedForm, _ request: ScreenRequest) -> ScreenRequest {
    request.coming(from: form).shaped { shape in
      shape.sort = (0..<ListShape.mostSorts).compactMap { form["sort-\($0)"] }.filter { !$0.isEmpty }
        .reduce(into: []) { sort, text in
          let isDescending = text.hasPrefix("-")
          let name = isDescending ? String(text.dropFirst()) : text
          guard !sort.contains(where: { $0.name == name }) else { return }
          sort.append(FetchSort(name, ascending: !isDescending))
        }
      shape.group = form["group"].flatMap { $0.isEmpty ? nil : ListGroup(text: $0) }
      shape.layout = form["layout"].flatMap { ListShape.Layout($0) } ?? .cards
      shape = shape.known(to: shaping.entity, in: shaping.model)
      if shaping.screen.table != nil, shape.layout == .table { shape.layout = .cards }
    }
  }

  /// Keeps the view under the name in the form.
  func keep(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let request = shaped(form, request)
    let name = String((form["name"] ?? "").prefix(SavedView.longestName * 10))
    var view = SavedView(
      entity: shaping.entity.name, name: name, query: shaping.state(request).query, isPinned: form["pinned"] != nil)
    view.owner = shaping.owner(in: form)
    do {
      let outcome = try await screens.store.perform(.screen) { [view] in try $0.save(view) }
      return .seeOther(shaping.list(request), changeSet: outcome.changeSet)
    } catch let fault as SavedViewFault {
      return try await page(
        request, name: name, isPinned: view.isPinned, isPrivate: view.owner != nil, fault: request.say(fault.phrase))
    }
  }
}

import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The history of an application by day: `/northwind/history`.
struct HistoryScreen: Sendable {
  private static let (kind, origin) = ("kind", "origin")

  let screens: AppScreens

  private var path: URLPath { screens.path.appending("history") }

  /// The page.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let entity = request.query[Self.kind].flatMap { screens.description.model.entity(plural: $0) }
    let origin = request.query[Self.origin].flatMap(ChangeSet.Origin.init)
    let choice = HistoryChoice(request.query)
    var filter = ChangeSetFilter(
      entity: entity, origin: origin, search: ChangeSetFilter.Search(request.search) { say($0) })
    choice.narrow(&filter, in: say.timeZone)
    let found = try await screens.store.changeSets(
      filter, before: request.query["before"].flatMap(HistoryPosition.init), limit: RowLimits.page)
    let kinds = subsets(entity, origin, choice, request)
    let authors = try await screens.store.authors()
    let chosen = choice.subsets(of: authors, say) {
      $0.address(self.address(entity, origin)).with("search", unlessEmpty: request.search)
    }
    var column = HistoryColumn(
      title: say("History"), back: (say(screens.more.title), screens.moreAddress),
      search: search(entity, origin, choice, request), subsets: chosen + kinds,
      content: choice.fault == nil ? days(found, say) : [])
    column.days = choice.form(
      path, hidden: hidden(entity, origin) + (request.search.isEmpty ? [] : [("search", request.search)]), say)
    let address = choice.address(self.address(entity, origin)).with("search", unlessEmpty: request.search)
    // Of days that can't be used nothing is shown.
    if let next = found.next, choice.fault == nil {
      column.older = (
        say(found.changeSets.isEmpty ? "Search further back" : "Older"), address.with("before", next.description)
      )
    }
    if found.changeSets.isEmpty, choice.fault == nil {
      let isNarrowed = entity != nil || origin != nil || !choice.isEmpty
      column.content = [empty(found, isNarrowed: isNarrowed, request)]
    }
    let runs = screens.runs(of: entity, say)
    if !runs.isEmpty { column.content.insert(RowGroup(rows: runs), at: 0) }
    column.content += past(entity, say)
    return try await screens.historyPage(column, request)
  }

  private func address(_ entity: EntityDescription?, _ origin: ChangeSet.Origin?) -> URLPath {
    path.with(Self.kind, unlessEmpty: entity?.plural ?? "").with(Self.origin, unlessEmpty: origin?.rawValue ?? "")
  }

  private func search(
    _ entity: EntityDescription?, _ origin: ChangeSet.Origin?, _ choice: HistoryChoice, _ request: ScreenRequest
  ) -> SearchField {
    SearchField(
      label: request.say("Search the history"), placeholder: request.say("Names and values"), text: request.search,
      action: path, hidden: hidden(entity, origin) + choice.hidden)
  }

  private func hidden(
    _ entity: EntityDescription?, _ origin: ChangeSet.Origin?
  ) -> [(name: String, value: String)] {
    [(Self.kind, entity?.plural), (Self.origin, origin?.rawValue)].compactMap { name, value in
      value.map { (name, $0) }
    }
  }

  private func subsets(
    _ entity: EntityDescription?, _ origin: ChangeSet.Origin?, _ choice: HistoryChoice, _ request: ScreenRequest
  ) -> [SubsetLinks] {
    let say = request.say
    func item(_ title: String, _ href: URLPath, _ isChosen: Bool) -> SubsetLinks.Item {
      SubsetLinks.Item(
        title: title, href: choice.address(href).with("search", unlessEmpty: request.search), isChosen: isChosen)
    }
    let entities = screens.description.model.entities.filter { !$0.isDerived }
    let kinds = entities.map { other in
      let isChosen = other.name == entity?.name
      return item(screens.kind(of: other, say), address(isChosen ? nil : other, origin), isChosen)
    }
    let origins = ChangeSet.Origin.allCases.map { other in
      item(say.origin(other), address(entity, other == origin ? nil : other), other == origin)
    }
    return (kinds.count > 1 ? [SubsetLinks(label: say("Kind"), items: kinds)] : [])
      + [SubsetLinks(label: say("Origin"), items: origins)]
  }

  private func days(_ page: ChangeSetPage, _ say: Localizer) -> [RowGroup] {
    page.changeSets.reduce(into: []) { days, changeSet in
      let day = say.day(changeSet.at)
      if days.last?.title != day { days.append(RowGroup(title: day, rows: [])) }
      var row = LinkRow(
        title: say(changeSet.name), detail: say.timeAndOrigin(changeSet),
        value: changeSet.undoneBy == nil ? nil : say("Undone"), href: screens.path(ofChangeSet: changeSet.id))
      row.mark = changeSet.author.map { PersonMark($0) }
      days[days.count - 1].rows.append(row)
    }
  }

  // The lists as they were at a moment: that of the chosen kind, else all.
  private func past(_ entity: EntityDescription?, _ say: Localizer) -> [RowGroup] {
    let rows = PastScreen.entities(screens).filter { entity == nil || $0.name == entity?.name }.map { entity in
      LinkRow(
        title: say.capitalized(entity.nouns.many), symbol: .clock, href: screens.path(of: entity).appending("past"))
    }
    return rows.isEmpty ? [] : [RowGroup(title: say("As they were at another time"), rows: rows)]
  }

  private func empty(_ page: ChangeSetPage, isNarrowed: Bool, _ request: ScreenRequest) -> any Component {
    let say = request.say
    if page.next != nil { return HistoryNote(say("Nothing was found among the newest changes.")) }
    if !request.search.isEmpty { return EmptyState.nothingFound(for: request.search, list: path, say) }
    if isNarrowed { return HistoryNote(say("Nothing was done that is chosen above.")) }
    return EmptyState(
      title: say("Nothing was done yet"), text: say("Each change is listed here, and can be undone."))
  }
}

extension AppScreens {
  /// The address of a change set.
  func path(ofChangeSet id: Int64) -> URLPath { path.appending("changesets").appending(id) }

  /// A page of the history. It is not stored, because the removal of images is not a change of records.
  /// - Parameter tab: the tab of the page; nil for More.
  func historyPage(_ column: HistoryColumn, _ request: ScreenRequest, tab: String? = nil) async throws -> ScreenDocument
  {
    var document = try await page(
      column.title, for: request, tab: tab ?? more.path, hasTwoColumns: false, kind: .history, columns: [column]
    ).depending(on: .outside)
    document.isStorable = false
    return document
  }
}

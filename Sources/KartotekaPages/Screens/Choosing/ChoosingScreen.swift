import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A sheet with suggestions above a list or record. Choosing a suggestion adds it, or opens the existing record.
struct ChoosingScreen: Sendable {
  /// The maximum length of a search, in characters.
  static let longest = 200

  let list: ListScreen
  let chooser: any RecordChooser

  /// The screen for a list whose records are chosen; nil for other lists.
  init?(_ list: ListScreen) {
    guard let chooser = list.chooser else { return nil }
    self.list = list
    self.chooser = chooser
  }

  var screens: AppScreens { list.screens }
  var entity: EntityDescription { list.entity }
  var path: URLPath { screens.path(of: entity).appending("new") }

  /// Whether a request is for the form of a record that is typed or placed on the map.
  static func isByHand(_ request: ScreenRequest) -> Bool {
    request.query["by"] == "hand" || request.query[ListScreen.pressed] != nil
  }

  /// The sheet, or the requested part of it.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await page(try await SheetContext(self, request.query, request))
  }

  /// Adds the chosen record, or redirects to the existing one.
  func add(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let occasion = try await SheetContext(self, form, request)
    let say = request.say
    let value = form[SuggestionList.choiceName] ?? ""
    switch try await chooser.record(chosen: value, in: occasion.search) {
    case .refused(let reason):
      return try await page(occasion, status: .unprocessableContent, refusal: say(reason))
    case .existing(let record):
      return .seeOther(try await NewRecordScreen(list: list).address(of: record, occasion.request))
    case .new(let chosen, let insert):
      // That of a typed record is a description without what the whole model adds, such as defaults from other attributes, and
      // without added fields.
      let record = chosen.fitted(to: entity)
      if !FormMessage(form).isConfirmed, let question = try await list.question(about: record, say) {
        let sheet = question.sheet(
          action: path, cancel: occasion.address(path),
          hidden: occasion.hidden + [(SuggestionList.choiceName, value)], say)
        return try await NewRecordScreen(list: list).page(above: sheet, occasion.request)
      }
      return try await store(record, occasion, insert)
    }
  }

  // The sheet with search results.
  private func page(
    _ occasion: SheetContext, status: HTTPResponse.Status = .ok, refusal: String? = nil
  ) async throws -> ScreenDocument {
    let request = occasion.request
    let say = request.say
    let found = try await chooser.suggestions(for: occasion.search)
    var list = SuggestionList(
      title: say.newRecord(entity.nouns), action: path,
      cancel: try await NewRecordScreen(list: self.list).back(request, occasion.search.owner),
      search: (occasion.search.text, found.placeholder))
    list.hidden = occasion.hidden
    for suggestion in found.suggestions {
      var row = SuggestionList.Suggestion(value: suggestion.value, title: suggestion.title, detail: suggestion.detail)
      if let record = suggestion.record {
        row.href = try await NewRecordScreen(list: self.list).address(of: record, request)
      }
      list.suggestions.append(row)
    }
    list.news =
      (refusal ?? found.message).map { ($0, true) }
      ?? (say("{count} suggestions", ["count": .count(found.suggestions.count)]), false)
    if found.hasMore { list.more = occasion.address(path).with("all", "1") }
    list.others = explanation(found) + (found.offersForm ? others(occasion) : [])
    list.note = found.note
    let dependencies: Dependencies = found.areFromOutside ? .outside : Dependencies()
    if request.part == .found {
      return .part { [list] html in
        list.writeFound(to: &html)
        html.sprite()
      }
      .depending(on: dependencies)
    }
    return try await NewRecordScreen(list: self.list).page(above: list.sheet(say), request, status: status)
      .depending(on: dependencies)
  }

  // A link to the setting that explains the suggestions.
  private func explanation(_ found: Suggestions) -> [LinkRow] {
    guard let (title, setting) = found.reference, let tab = screens.description.settingsTab,
      let group = tab.settings?.groups.firstIndex(where: { $0.settings.contains { $0.name == setting } })
    else { return [] }
    let href = screens.path.appending(tab.path).place(SettingsForm.heading(group))
    return [LinkRow(title: title, symbol: .gear, href: href)]
  }

  // Links for a record that is not suggested: typed, or placed on the map.
  private func others(_ occasion: SheetContext) -> [LinkRow] {
    let say = occasion.request.say
    let text = occasion.search.text
    let hand = occasion.address(path).with("by", "hand").with(ListScreen.called, unlessEmpty: text)
    var rows = [LinkRow(title: say("Enter it by hand"), symbol: .card, href: hand)]
    if let owner = occasion.search.owner, let map = screens.map?.placing(in: owner, called: text) {
      rows.append(LinkRow(title: say("Place it on the map"), symbol: .pin, href: map))
    }
    return rows
  }

  // Adds a record and redirects to the origin. After a refusal the typed form is shown again.
  private func store(
    _ record: AnyRecord, _ occasion: SheetContext,
    _ insert: @escaping @Sendable (Transaction, AnyRecord) throws -> AnyRecord
  ) async throws -> ScreenDocument {
    let request = occasion.request
    do {
      let outcome = try await screens.store.perform(.screen) { try insert($0, record) }
      let href = try await NewRecordScreen(list: list).destination(of: outcome.value, request)
      return .seeOther(href, changeSet: outcome.changeSet)
    } catch let error as StoreError {
      let draft = RecordDraft(record, request.say)
      let (refused, refusal) = try await screens.refused(draft, by: error, request.say)
      return try await NewRecordScreen(list: list).page(
        refused, request, status: refusal.status(), fault: refusal.fault)
    }
  }

  /// The context of a sheet.
  struct SheetContext {
    let search: ChoiceSearch
    /// The request with the way back to the owner.
    let request: ScreenRequest
    /// The hidden fields of the sheet's form.
    let hidden: [(name: String, value: String)]

    init(_ screen: ChoosingScreen, _ fields: SubmittedForm, _ request: ScreenRequest) async throws {
      // Addresses and forms use the same parameters.
      var asked = request
      asked.on = fields["on"] ?? ""
      asked.via = ScreenRequest.trail(fields["via"])
      asked.search = String((fields["search"] ?? "").prefix(200))
      asked.only = String((fields[ListNarrowing.parameter] ?? "").prefix(FormMessage.longestNarrowing))
      asked.shape = ListShape { fields[$0] }
      let screens = screen.screens
      var (owner, hidden): (AnyRecord?, [(name: String, value: String)]) = (nil, [])
      for relationship in screen.entity.relationships where relationship.cardinality == .toOne && owner == nil {
        guard let id = fields[relationship.name].flatMap({ RecordID($0) }),
          let target = screens.description.model.entity(named: relationship.target)
        else { continue }
        owner = try await screens.store.record(target, id: id)
        if owner != nil { hidden.append((relationship.name, String(id))) }
      }
      // Shown above the owner's page, also when opened by a bookmark.
      if asked.via == nil, let owner { asked.via = asked.trail(from: owner) }
      let carried =
        [
          ("on", asked.on), ("via", asked.via ?? ""), ("search", asked.search),
          (ListNarrowing.parameter, asked.only),
        ] + asked.shape.items
      self.hidden = hidden + carried.filter { !$0.1.isEmpty }
      self.request = asked
      search = ChoiceSearch(
        screens.store, screens.app.services, request.say,
        text: String((fields[SuggestionList.searchName] ?? "").prefix(ChoosingScreen.longest)).trimmingSpaces(),
        wantsAll: fields["all"] != nil, owner: owner)
    }

    /// An address with the hidden fields.
    func address(_ path: URLPath) -> URLPath { hidden.reduce(path) { $0.with($1.name, $1.value) } }
  }
}

import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A sheet with suggestions above a list or record. Choosing a suggestion adds it, or opens the existing record.
struct ChoosingScreen: Sendable {
  /// The maximum length of a search, in characters.
  static let longest = 200

  let list: ListScreen
  let kept: RecordChoice

  /// The screen for a list whose records are chosen; nil for other lists.
  init?(_ list: ListScreen) {
    guard let kept = list.list.choice else { return nil }
    self.list = list
    self.kept = kept
  }

  var screens: AppScreens { list.screens }
  var entity: EntityDescription { list.entity }
  var path: URLPath { screens.path(of: entity).appending("new") }

  /// Whether a request is for the form of a place that is typed or chosen on the map.
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
    let choice = form[SuggestionList.choiceName] ?? ""
    switch kept {
    case .country(let attribute): return try await add(country: choice, attribute, occasion)
    case .place(let place): return try await add(place: choice, place, form, occasion)
    }
  }

  /// The sheet with search results.
  func page(
    _ occasion: SheetContext, status: HTTPResponse.Status = .ok, news: String? = nil
  ) async throws -> ScreenDocument {
    let request = occasion.request
    var found = SuggestionList(
      title: request.say.newRecord(entity.nouns), action: path,
      cancel: try await NewRecordScreen(list: list).back(request, occasion.owner), search: (occasion.text, ""))
    found.hidden = occasion.hidden
    switch kept {
    case .country(let attribute): try await suggestCountries(attribute, occasion, to: &found)
    case .place(let place): try await suggestPlaces(place, occasion, to: &found)
    }
    if let news { found.news = (news, true) }
    if request.part == .found {
      return .part { [found] html in
        found.writeFound(to: &html)
        html.sprite()
      }
      .depending(on: dependencies)
    }
    return try await NewRecordScreen(list: list).page(above: found.sheet(request.say), request, status: status)
      .depending(on: dependencies)
  }

  // Suggested places depend on a service.
  private var dependencies: Dependencies { if case .place = kept { .outside } else { Dependencies() } }

  /// Adds a record and redirects to the origin. After a refusal the typed form is shown again.
  func store(
    _ record: AnyRecord, _ occasion: SheetContext,
    _ body: @escaping @Sendable (Transaction, AnyRecord) throws -> AnyRecord
  ) async throws -> ScreenDocument {
    let request = occasion.request
    do {
      let outcome = try await screens.store.perform(.screen) { try body($0, record) }
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
    /// The search text.
    let text: String
    /// Whether all suggestions are requested without a search.
    let wantsAll: Bool
    /// The owner of the new record; nil if it is not decided.
    let owner: AnyRecord?
    /// The request with the way back to the owner.
    let request: ScreenRequest
    /// The hidden fields of the sheet's form.
    let hidden: [(name: String, value: String)]

    init(_ screen: ChoosingScreen, _ fields: SubmittedForm, _ request: ScreenRequest) async throws {
      text = String((fields[SuggestionList.searchName] ?? "").prefix(ChoosingScreen.longest)).trimmingSpaces()
      wantsAll = fields["all"] != nil
      // Addresses and forms use the same parameters.
      var asked = request
      asked.on = fields["on"] ?? ""
      asked.via = ScreenRequest.trail(fields["via"])
      asked.search = String((fields["search"] ?? "").prefix(200))
      asked.only = String((fields[ListNarrowing.parameter] ?? "").prefix(FormMessage.longestNarrowing))
      asked.shape = ListShape { fields[$0] }
      var hidden: [(name: String, value: String)] = []
      if case .place(let place) = screen.kept,
        let target = screen.entity.relationship(place.relationship).flatMap({
          screen.screens.description.model.entity(named: $0.target)
        }), let id = fields[place.relationship].flatMap({ RecordID($0) })
      {
        owner = try await screen.screens.store.record(target, id: id)
        if owner != nil { hidden.append((place.relationship, String(id))) }
      } else {
        owner = nil
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
    }
  }
}

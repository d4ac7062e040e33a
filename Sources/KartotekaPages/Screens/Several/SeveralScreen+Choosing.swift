import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The buttons for several records, and the page between a button and its last step.
extension SeveralScreen {
  /// The maximum number of ticked records whose labels are printed: the address of the labels names each.
  private static var mostLabels: Int { FilterSubject.mostValues }

  /// The steps that the records can take.
  func steps(_ say: Localizer) async throws -> [(step: FormName.SeveralStep, title: String)] {
    var steps: [(step: FormName.SeveralStep, title: String)] = []
    if try await !fields().isEmpty || !links.isEmpty { steps.append((.set, say("Set…"))) }
    if try await !offeredActions().isEmpty { steps.append((.act, say("Run…"))) }
    if canMerge { steps.append((.merge, say("Merge…"))) }
    steps += [(.labels, say("Labels")), (.spreadsheet, "Excel"), (.export, "CSV")]
    return steps + [(.delete, say("Delete…"))]
  }

  /// The page to which the last steps lead back: the list in which the records were ticked, or the page with boxes.
  func back(_ choice: SeveralRecords, _ request: ScreenRequest) -> (title: String, href: URLPath) {
    choice.isFromList
      ? (request.say(screen.tab.title), address(request, nil)) : (request.say("Change several"), path(request))
  }

  /// The page that says why a step can't be taken: the page with boxes, or one that leads back to the list with its ticks.
  func refuse(
    _ choice: SeveralRecords, _ request: ScreenRequest, _ fault: String
  ) async throws -> ScreenDocument {
    guard choice.isFromList else { return try await page(request, ticked: choice.ticked, fault: fault) }
    let column = SeveralPick(
      title: request.say("Change several"), back: back(choice, request), action: path(request), hidden: [], groups: [],
      fault: fault)
    return try await page(column, column.title, request, status: .unprocessableContent)
  }

  /// The page with the fields and links, or with the actions; nil for a step that has none.
  func pick(
    _ step: FormName.SeveralStep, _ ids: CountedRecords, _ choice: SeveralRecords, _ request: ScreenRequest
  ) async throws -> ScreenDocument? {
    let say = request.say
    var groups: [SeveralPick.Group] = []
    if step == .act {
      let actions = try await offeredActions().map { (value: $0.name, title: say($0.title)) }
      groups = [SeveralPick.Group(step: .act, name: FormName.severalAction, choices: actions)]
    } else {
      let columns = try await fields().map { entity.columns[$0] }
      let links = links.map { (value: $0.name, title: say($0.label)) }
      groups = [
        SeveralPick.Group(
          title: links.isEmpty ? nil : say("Field to set"), step: .set, name: FormName.severalField,
          choices: columns.map { ($0.name, say($0.label)) }),
        SeveralPick.Group(title: say("Add a link…"), step: .link, name: FormName.severalLink, choices: links),
        SeveralPick.Group(title: say("Remove a link…"), step: .unlink, name: FormName.severalLink, choices: links),
      ]
    }
    if groups.allSatisfy(\.choices.isEmpty) { return nil }
    let counted = ["counted": Phrase.Argument.text(say.counted(ids.count, entity.nouns))]
    let title = say(step == .act ? "Run an action: {counted}" : "Set a field: {counted}", counted)
    let column = SeveralPick(
      title: title, back: back(choice, request), action: path(request), hidden: choice.fields, groups: groups)
    return try await page(column, title, request, status: .ok)
  }

  // MARK: Steps with pages of their own

  private var canMerge: Bool { DuplicatesScreen.entities(screens).contains { $0.name == entity.name } }

  /// Leads to the two records side by side.
  func merge(_ ids: CountedRecords, _ choice: SeveralRecords, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard canMerge else { throw ScreenFault.noSuchPage }
    guard ids.count == 2 else {
      return try await refuse(choice, request, request.say("Choose exactly two cards to merge."))
    }
    let merge = MergeScreen(screens: screens, entity: entity)
    return .seeOther(merge.address(of: ids.ids[1], into: ids.ids[0], from: request))
  }

  /// Leads to the labels of the records.
  func labels(_ ids: CountedRecords, _ choice: SeveralRecords, _ request: ScreenRequest) async throws -> ScreenDocument
  {
    guard ids.count <= Self.mostLabels else {
      let most = ["count": Phrase.Argument.count(Self.mostLabels)]
      return try await refuse(
        choice, request, request.say("Labels of at most {count} ticked cards can be printed.", most))
    }
    var only = request.shaped { shape in
      shape.filter = ListFilter()
      shape.filter.items = [.condition(ListCondition("id", .in, ids.ids.map(String.init)))]
    }
    // A ticked record remains when it leaves the list.
    (only.search, only.only) = ("", "")
    return .seeOther(address(only, "labels"))
  }
}

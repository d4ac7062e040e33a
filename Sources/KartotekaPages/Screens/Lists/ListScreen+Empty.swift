import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Lists without rows.
extension ListScreen {
  /// Why the list has no rows, and what to do next.
  func empty(
    _ request: ScreenRequest, new: (href: URLPath, label: String)?
  ) async throws -> EmptyState {
    guard request.shape.filter.isEmpty || !request.search.isEmpty else {
      return EmptyState(
        title: request.say("Nothing matches the filter"), text: "",
        buttons: [
          ActionButton(
            title: request.say("Clear the filter"), symbol: .x,
            target: .link(screens.list(tab, request.shaped { $0.filter = ListFilter() })))
        ])
    }
    guard request.search.isEmpty else {
      return .nothingFound(for: request.search, list: screens.path.appending(tab.path), request.say)
    }
    let say = request.say
    var empty = EmptyState.nothingYet(entity.nouns, new: new, importing: screens.path.appending("import"), say)
    if let source = entity.derivation.flatMap({ screens.description.model.entity(named: $0.source) }) {
      empty.text = say("Rows come here by themselves.")
      empty.buttons = ListScreen(screens, of: source).map { [$0.button(say)] } ?? []
    } else if table != nil, let missing = try await missingTarget() {
      empty.text = say("Something has to be there first: {screen}", ["screen": .text(say(missing.tab.title))])
      empty.buttons = [missing.button(say)]
    } else if table != nil {
      empty.text = say("Add the first one in the row above, or import files.")
    }
    return try await screens.introducing(empty, request)
  }

  // A button that leads to the list.
  private func button(_ say: Localizer) -> ActionButton {
    ActionButton(title: say(tab.title), symbol: tab.symbol, target: .link(address))
  }

  /// The list of a required related entity without records, which a row for a new record can't name.
  func missingTarget() async throws -> ListScreen? {
    for relationship in entity.relationships where relationship.cardinality == .toOne && relationship.isRequired {
      guard relationship.target != entity.name,
        let target = screens.description.model.entity(named: relationship.target),
        try await screens.store.count(AnyFetchRequest(target.name)) == 0
      else { continue }
      return ListScreen(screens, of: target)
    }
    return nil
  }
}

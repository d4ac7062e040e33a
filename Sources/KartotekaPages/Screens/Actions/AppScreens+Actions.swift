import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Buttons of actions, except administrators' ones.
extension AppScreens {
  /// The actions of the application and its entities; nil if there are none. Actions for empty screens are offered only while
  /// the application has no records.
  func actionBar(_ request: ScreenRequest) async throws -> ActionBar? {
    let isEmpty = try await isEmpty()
    return bar(at: path, request.say, returnTo: request.address) { action in
      if case .record = action.scope { return false }
      return action.placement == .menu && (isEmpty || !action.isForEmptyScreens)
    }
  }

  /// The actions of a record in its state; nil if there are none.
  /// - Parameter jobs: the jobs whose state is shown already.
  func actionBar(
    on entity: EntityDescription, id: RecordID, _ state: StateDescription?, besides jobs: JobLines?,
    _ request: ScreenRequest
  ) async throws -> ActionBar? {
    let hindered = try await hinderedJobs(of: entity).union(jobs?.lines.map(\.job) ?? [])
    return bar(at: path(of: entity).appending(id), request.say, returnTo: nil) { action in
      let isOffered = action.states.isEmpty || state.map { action.states.contains($0.name) } ?? false
      // Actions that issue documents have separate buttons on the record's page.
      return action.placement == .menu && !isIssuing(action) && action.scope == .record(entity.name) && isOffered
        && !hindered.contains(action.name)
    }
  }

  /// The actions above the rows of an entity's list.
  func listActions(_ entity: EntityDescription, _ request: ScreenRequest) -> [ActionButton] {
    description.actions.filter { $0.placement == .list && $0.scope == .entity(entity.name) }
      .map { button($0, at: path, request.say, returnTo: request.address) }
  }

  /// The action in place of "+" for an entity's records; nil for none.
  func newAction(_ entity: EntityDescription) -> ActionDescription? {
    description.actions.first { $0.placement == .new && $0.scope == .entity(entity.name) }
  }

  /// The title of the link to a new record: "New person", or that of the action in its place.
  func newTitle(_ entity: EntityDescription, _ say: Localizer) -> String {
    newAction(entity).map { say($0.title) } ?? say.newRecord(entity.nouns)
  }

  private func isIssuing(_ action: ActionDescription) -> Bool {
    description.tabs.contains { tab in
      guard case .list(let list) = tab.screen else { return false }
      return list.documents.contains { $0.issue?.action == action.name }
    }
  }

  /// The actions on empty screens while the application has no records.
  func beginnings(_ request: ScreenRequest) async throws -> [ActionButton] {
    let actions = description.actions.filter {
      $0.isForEmptyScreens && $0.scope == .app && $0.audience == .everybody
    }
    guard !actions.isEmpty || !app.app.samples.isEmpty, try await isEmpty() else { return [] }
    let sample = ActionButton(
      title: request.say("Load the sample data"), symbol: .download,
      target: .post(path.appending("import").appending("sample")))
    return (app.app.samples.isEmpty ? [] : [sample])
      + actions.map { button($0, at: path, request.say, returnTo: request.address) }
  }

  /// An empty state with the application's purpose and initial actions, if the application has no records.
  func introducing(_ empty: EmptyState, _ request: ScreenRequest) async throws -> EmptyState {
    var empty = empty
    if !description.purpose.isEmpty, try await isEmpty() { empty.purpose = request.say(description.purpose) }
    empty.buttons += try await beginnings(request)
    return empty
  }

  /// Whether the application has no records.
  func isEmpty() async throws -> Bool {
    for entity in description.model.entities {
      guard try await store.count(AnyFetchRequest(entity.name)) == 0 else { return false }
    }
    return true
  }

  private func bar(
    at place: URLPath, _ say: Localizer, returnTo: URLPath?, _ isHere: (ActionDescription) -> Bool
  ) -> ActionBar? {
    let buttons = description.actions.filter { $0.audience == .everybody && isHere($0) }
      .map { button($0, at: place, say, returnTo: returnTo) }
    return buttons.isEmpty ? nil : ActionBar(title: say("Actions"), buttons: buttons)
  }

  private func button(
    _ action: ActionDescription, at place: URLPath, _ say: Localizer, returnTo: URLPath?
  ) -> ActionButton {
    let path = place.appending("actions").appending(action.name)
      .with("returnTo", unlessEmpty: returnTo?.text ?? "")
    let asks = !action.form.columns.isEmpty || action.confirmation != nil
    return ActionButton(
      title: say(action.title), symbol: action.symbol, target: asks ? .link(path) : .post(path),
      isDangerous: action.isDangerous)
  }
}

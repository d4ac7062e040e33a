import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Where a record was opened from and where the way back leads: its own list, a screen with groups, or a record that
/// leads to it.
struct RecordOrigin: Sendable {
  /// The tab that is current.
  let tab: String
  /// What the way back is called.
  let title: String
  let href: URLPath
  /// The screen beside the record at a desk; nil for its own list.
  let groups: GroupsScreen?
  /// What a form sends, and an address carries, to come back here; empty for the record's own list.
  let via: String

  /// Where a request says that the record was opened from.
  init(of id: RecordID, _ list: ListScreen, _ request: ScreenRequest) async throws {
    let screens = list.screens
    var trail = RecordTrail(request.via)
    while let step = trail.steps.first {
      let groups = screens.description.tabs.first { $0.path == step }.flatMap { GroupsScreen(screens, $0) }
      if let groups {
        self.groups = groups
        via = trail.text
        tab = step
        title = request.say(groups.tab.title)
        let search = trail.search.isEmpty ? request.search : trail.search
        href = screens.path.appending(step).with("search", unlessEmpty: search).with("selected", String(id))
        return
      }
      let overview = screens.description.tabs.first { $0.path == step }.flatMap { OverviewScreen(screens, $0) }
      if let overview {
        self.groups = nil
        via = trail.text
        tab = step
        title = request.say(overview.tab.title)
        href = screens.path.appending(step)
        return
      }
      if let view = screens.recordViews.first(where: { $0.tab.path == step }) {
        self.groups = nil
        via = trail.text
        tab = step
        title = request.say(view.tab.title)
        let record = try await screens.store.record(list.entity, id: id)
        let shown = if let record { try await view.address(of: record) } else { URLPath?.none }
        href = shown ?? view.address
        return
      }
      if let record = try await Self.record(step, screens) {
        self.groups = nil
        via = trail.text
        tab = list.tab.path
        title = try await screens.title(of: record, request.say)
        let path = screens.path(of: record.entity).appending(record.id ?? 0)
        href = trail.rest.address(path).place(Self.place(of: id, list.entity))
        return
      }
      // What led here is gone; the step before it may be there.
      trail = trail.rest
    }
    groups = nil
    via = ""
    tab = list.tab.path
    title = request.say(list.tab.title)
    href = screens.list(list.tab, request).with("selected", String(id))
  }

  /// The record that `courses/3` names; nil where there is none, or no screen for it.
  static func record(_ step: String, _ screens: AppScreens) async throws -> AnyRecord? {
    let parts = step.split(separator: "/")
    guard parts.count == 2, let entity = screens.description.model.entity(plural: parts[0]),
      let id = RecordID(parts[1]), screens.screen(of: entity) != nil
    else { return nil }
    return try await screens.store.record(entity, id: id)
  }

  /// The identity of what leads to a record on another one's page, to which the way back leads.
  static func place(of id: RecordID, _ entity: EntityDescription) -> String { "to-\(entity.plural)-\(id)" }

  /// Whether it is a record, which no column shows.
  var isRecord: Bool { groups == nil && !via.isEmpty }

  /// What a form sends to come back here.
  var hidden: [(name: String, value: String)] { FormMessage(trail: via).fields }
}

extension ScreenRequest {
  /// What the address of a record carries that another one's page leads to.
  func trail(from record: AnyRecord) -> String {
    RecordTrail(via).onward(from: "\(record.entity.plural)/\(record.id ?? 0)", search: search, only: only).text
  }
}

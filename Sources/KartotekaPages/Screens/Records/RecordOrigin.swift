import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The origin of a record's page, to which the back link leads: its list, a screen with groups, or another record.
struct RecordOrigin: Sendable {
  /// The current tab.
  let tab: String
  /// The title of the back link.
  let title: String
  let href: URLPath
  /// The screen beside the record at a desk; nil for its own list.
  let groups: GroupsScreen?
  /// The origin in forms and addresses; empty for the record's own list.
  let via: String
}

extension RecordOrigin {
  /// The origin in a request.
  init(of id: RecordID, _ list: ListScreen, _ request: ScreenRequest) async throws {
    let screens = list.screens
    var trail = RecordTrail(request.via)
    while let step = trail.steps.first {
      if let tab = screens.tab(ofStep: step),
        let place = try await Self.place(of: id, list, in: tab, trail, request)
      {
        self.init(
          tab: tab.path, title: request.say(tab.title), href: place.href, groups: place.groups, via: trail.text)
        return
      }
      if let record = try await Self.record(step, screens) {
        let path = screens.path(of: record.entity).appending(record.id ?? 0)
        self.init(
          tab: list.tab.path, title: try await screens.title(of: record, request.say),
          href: trail.rest.address(path).place(Self.place(of: id, list.entity)), groups: nil, via: trail.text)
        return
      }
      // The origin was deleted; the step before it may exist.
      trail = trail.rest
    }
    self.init(
      tab: list.tab.path, title: request.say(list.tab.title),
      href: screens.list(list.tab, request).with("selected", String(id)), groups: nil, via: "")
  }

  /// The address at which a tab shows a list's record, and the tab's groups; nil for lists and tables.
  private static func place(
    of id: RecordID, _ list: ListScreen, in tab: TabDescription, _ trail: RecordTrail, _ request: ScreenRequest
  ) async throws -> (href: URLPath, groups: GroupsScreen?)? {
    let screens = list.screens
    let address = screens.path.appending(tab.path)
    if let groups = GroupsScreen(screens, tab) {
      let search = trail.search.isEmpty ? request.search : trail.search
      return (address.with("search", unlessEmpty: search).with("selected", String(id)), groups)
    }
    if OverviewScreen(screens, tab) != nil { return (address, nil) }
    guard let view = screens.recordViews.first(where: { $0.step == trail.steps.first }) else { return nil }
    guard let record = try await screens.store.record(list.entity, id: id) else { return (view.address, nil) }
    return (try await view.address(of: record) ?? view.address, nil)
  }

  /// The record of a step such as `courses/3`; nil if it or its screen doesn't exist.
  static func record(_ step: String, _ screens: AppScreens) async throws -> AnyRecord? {
    let parts = step.split(separator: "/")
    guard parts.count == 2, let entity = screens.description.model.entity(plural: parts[0]),
      let id = RecordID(parts[1]), screens.screen(of: entity) != nil
    else { return nil }
    return try await screens.store.record(entity, id: id)
  }

  /// The id of the element that links to a record on another record's page.
  static func place(of id: RecordID, _ entity: EntityDescription) -> String { "to-\(entity.plural)-\(id)" }

  /// Whether the origin is a record, which has no column.
  var isRecord: Bool { groups == nil && !via.isEmpty }

  /// The hidden fields with the origin.
  var hidden: [(name: String, value: String)] { FormMessage(trail: via).fields }
}

extension AppScreens {
  /// The tab that a step of a trail names: by its path, or by one of its views.
  fileprivate func tab(ofStep step: String) -> TabDescription? {
    description.tabs.first { $0.path == step } ?? recordViews.first { $0.step == step }?.tab
  }
}

extension ScreenRequest {
  /// The origin for the address of a record that another record's page links to.
  func trail(from record: AnyRecord) -> String {
    RecordTrail(via).onward(from: "\(record.entity.plural)/\(record.id ?? 0)", search: search, only: only, shape: shape)
      .text
  }
}

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
    if let via = request.via,
      let groups = screens.description.tabs.first(where: { $0.path == via }).flatMap({ GroupsScreen(screens, $0) })
    {
      self.groups = groups
      self.via = via
      tab = via
      title = request.say(groups.tab.title)
      href = screens.path.appending(via).with("search", unlessEmpty: request.search).with("selected", String(id))
      return
    }
    groups = nil
    tab = list.tab.path
    if let (record, path) = try await Self.record(request.via, screens) {
      via = request.via ?? ""
      title = record.title(in: request.say)
      href = path
    } else {
      via = ""
      title = request.say(list.tab.title)
      href = screens.list(list.tab, search: request.search).with("selected", String(id))
    }
  }

  // The record that `courses/3` names.
  private static func record(_ via: String?, _ screens: AppScreens) async throws -> (AnyRecord, URLPath)? {
    let parts = (via ?? "").split(separator: "/")
    guard parts.count == 2, let entity = screens.description.model.entity(plural: parts[0]),
      let id = RecordID(parts[1]), let record = try await screens.store.record(entity, id: id)
    else { return nil }
    return (record, screens.path(of: entity).appending(id))
  }

  /// Whether it is a record, which no column shows.
  var isRecord: Bool { groups == nil && !via.isEmpty }

  /// What a form sends to come back here.
  var hidden: [(name: String, value: String)] { via.isEmpty ? [] : [("_via", via)] }
}

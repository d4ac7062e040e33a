import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The page More: the language, exports and information about the application.
struct MoreScreen: Sendable {
  let screens: AppScreens
  /// Whether the application can be deleted.
  var canBeRemoved = false

  // The folder is private to this machine. The file's name is not.
  private func file(_ request: ScreenRequest) -> String {
    guard let url = screens.store.url else { return request.say("In memory only") }
    return request.isOnThisMachine ? url.path(percentEncoded: false) : url.lastPathComponent
  }

  /// The content, which the settings page includes.
  func content(_ request: ScreenRequest) async throws -> MorePage {
    let say = request.say
    let exports = screens.description.model.entities.map { entity in
      let title = screens.kind(of: entity, say)
      let path = screens.path.appending("export")
      return MorePage.Export(
        title: title, csv: path.appending(entity.plural + ".csv"),
        json: path.appending(entity.plural + ".json"))
    }
    var more = MorePage(
      path: screens.moreAddress, exports: exports, version: KartotekaVersion.current,
      databaseFile: file(request),
      apiDescription: APIAddress.description(of: screens.description.name),
      developer: screens.path.appending("developer"))
    more.tabs = try await screens.tabsUnderMore(say)
    more.actions = try await screens.actionBar(request)
    more.hasShortcuts = request.hasShortcuts
    let shape =
      screens.hasShape
      ? [
        LinkRow(
          title: say("Shape of the application"),
          detail: screens.app.takesFields ? say("Added fields") : say("Fields, kinds of records, lists, looks"),
          symbol: .gear, href: screens.shape)
      ] : []
    more.groups = [
      RowGroup(
        rows: shape + [
          LinkRow(
            title: say("Import files"),
            detail: say("CSV, JSON, vCard or spreadsheets, also those that other programs made"),
            symbol: .upload,
            href: screens.path.appending("import")),
          LinkRow(
            title: say("History"), detail: say("What was changed, and undo"), symbol: .clock,
            href: screens.path.appending("history")),
          LinkRow(
            title: say("Trash"), detail: say("Deleted records. Restore them here."), symbol: .trash,
            href: screens.path.appending("trash")),
        ])
    ]
    let kinds = DuplicatesScreen.entities(screens)
    if let entity = kinds.first(where: \.canHaveDuplicates) ?? kinds.first {
      more.groups[0].rows.append(
        LinkRow(
          title: say("Duplicates"), detail: say("Cards that may be the same, to merge them"), symbol: .card,
          href: DuplicatesScreen(screens: screens, entity: entity).path))
    }
    more.groups[0].rows.append(
      LinkRow(
        title: say("Open on another device"), detail: say("The address, also as a QR code"), symbol: .phone,
        href: ShareScreen.address(of: screens.path, in: screens)))
    if let row = PeopleOfAppScreen.row(screens, say) { more.groups[0].rows.append(row) }
    if let backups = screens.backups {
      more.groups[0].rows.append(LinkRow(title: say("Backups"), symbol: .box, href: backups))
    }
    if canBeRemoved { more.groups.append(RowGroup(rows: [RemovalScreen.row(screens, say)])) }
    return more
  }

  /// The page.
  func page(
    _ request: ScreenRequest, sheet: Sheet? = nil, status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    let page = try await content(request)
    return try await screens.page(
      request.say("More"), for: request, tab: "more", status: status, hasTwoColumns: false, sheet: sheet,
      columns: [page])
  }
}

import Hummingbird
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// An app's settings and what it is: language, taking the data along, where they are.
struct MoreScreen: Sendable {
  let screens: AppScreens

  /// The page.
  func page(
    _ request: ScreenRequest, sheet: (any Component)? = nil, status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let say = request.say
    let exports = screens.description.model.entities.map { entity in
      let title = say(entity.nouns.many)
      let path = screens.path.appending("export")
      return MorePage.Export(
        title: title.prefix(1).uppercased() + title.dropFirst(), csv: path.appending(entity.plural + ".csv"),
        json: path.appending(entity.plural + ".json"))
    }
    var more = MorePage(
      path: screens.path.appending("more"), exports: exports, version: KartotekaVersion.current,
      databaseFile: screens.store.url?.path(percentEncoded: false) ?? say("In memory only"),
      apiDescription: URLPath("api", screens.description.name, "openapi.json"),
      developer: screens.path.appending("developer"))
    more.tabs = try await screens.tabsUnderMore(say)
    more.actions = screens.actionBar(request)
    more.groups = [
      RowGroup(rows: [
        LinkRow(
          title: say("Import files"), detail: say("CSV or JSON, also those that other programs made"), symbol: .upload,
          href: screens.path.appending("import"))
      ])
    ]
    let page = more
    return .html(
      try await screens.page(say("More"), for: request, tab: "more", hasTwoColumns: false, sheet: sheet) {
        $0.add(page)
      }, status: status)
  }
}

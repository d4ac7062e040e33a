import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

/// A page that the application declares (`OwnPage`), in the platform's frame.
struct OwnPageScreen: Sendable {
  let screens: AppScreens
  let own: OwnPage

  /// The address of a page of an application.
  static func path(of own: OwnPage, in screens: AppScreens) -> URLPath {
    screens.path.appending("pages").appending(own.name)
  }

  /// The page.
  func page(_ request: ScreenRequest, query: [String: String]) async throws -> ScreenDocument {
    let call = OwnPage.Call(screens.store, app: screens.description.name, query: query, say: request.say)
    let markup = try await own.content(call)
    let title = request.say(own.title)
    let column = OwnColumn(
      title: title,
      leading: own.isInTabBar
        ? .allApps : .origin(title: request.say(screens.more.title), href: screens.moreAddress),
      write: markup.write)
    return try await screens.page(
      title, for: request, tab: own.isInTabBar ? "pages/" + own.name : screens.more.path, hasTwoColumns: false,
      columns: [column])
  }
}

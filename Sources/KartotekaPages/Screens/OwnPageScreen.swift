import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// A page that the application declares (`OwnPage`), in the platform's frame.
struct OwnPageScreen: Sendable {
  let screens: AppScreens
  let own: OwnPage

  /// The address of a page of an application.
  static func path(_ name: String, in screens: AppScreens) -> URLPath {
    screens.path.appending("pages").appending(name)
  }

  /// The page.
  func page(_ request: ScreenRequest, query: [String: String]) async throws -> ScreenDocument {
    let call = OwnPage.Call(screens.store, app: screens.description.name, query: query, say: request.say)
    let markup = try await own.content(call)
    let (title, tab) = (request.say(own.title), screens.tab(of: own))
    let isMain = tab.map { !$0.isUnderMore } ?? own.isInTabBar
    let column = OwnColumn(
      title: title,
      leading: isMain ? .allApps : .origin(title: request.say(screens.more.title), href: screens.moreAddress),
      write: markup.write)
    return try await screens.page(
      title, for: request, tab: isMain ? ScreenDescription.pagesPath + own.name : screens.more.path,
      hasTwoColumns: false, columns: [column])
  }
}

import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// A page that the application declares (`OwnPage`), in the platform's frame or without it.
struct OwnPageScreen: Sendable {
  let screens: AppScreens
  let own: OwnPage

  /// The address of a page of an application.
  static func path(_ name: String, in screens: AppScreens) -> URLPath {
    name.split(separator: "/").reduce(screens.path.appending("pages")) { $0.appending(String($1)) }
  }

  /// The page.
  /// - Parameter parameters: the values of the parts of its address in braces.
  func page(
    _ request: ScreenRequest, query: [String: String], parameters: [String: String]
  ) async throws -> ScreenDocument {
    let call = OwnPage.Call(
      screens.store, app: screens.description.name, query: query, parameters: parameters, say: request.say)
    let markup = try await own.content(call)
    let (title, tab) = (request.say(own.title), screens.tab(of: own))
    let isMain = tab.map { !$0.isUnderMore } ?? own.isInTabBar
    let place = isMain ? ScreenDescription.pagesPath + own.name : screens.more.path
    guard own.hasFrame else {
      let column = FramelessColumn(
        title: title, back: (request.say(screens.description.title), screens.path), write: markup.write)
      return try await screens.page(
        title, for: request, tab: place, hasTwoColumns: false, hasFrame: false, columns: [column])
    }
    let column = OwnColumn(title: title, leading: leading(isMain: isMain, request.say), write: markup.write)
    return try await screens.page(title, for: request, tab: place, hasTwoColumns: false, columns: [column])
  }

  // A page whose address has a part in braces stands nowhere in the navigation.
  private func leading(isMain: Bool, _ say: Localizer) -> NavigationBar.Leading {
    if isMain { return .allApps }
    if !own.hasAddress { return .origin(title: say(screens.description.title), href: screens.path) }
    return .origin(title: say(screens.more.title), href: screens.moreAddress)
  }
}

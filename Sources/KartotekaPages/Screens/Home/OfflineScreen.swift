import KartotekaHTML
import KartotekaModel

/// The page that the service worker shows without a connection in place of one that it has not kept. The worker fills in
/// the links to those that it has.
struct OfflineScreen: Sendable {
  /// The address. The service worker knows it, too.
  static let path = URLPath("assets", "offline")

  let assets: Assets

  /// The page.
  func page(_ say: Localizer) -> ScreenDocument {
    .page(
      Page(title: say("No connection"), hue: HomeScreen.hue, assets: assets, kind: .home), columns: [OfflinePage()])
  }
}

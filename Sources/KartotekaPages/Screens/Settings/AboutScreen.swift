import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The description of an application: `/travelmap/about`.
struct AboutScreen: Sendable {
  let settings: AppSettingsScreen

  /// The page.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let (screens, about) = (settings.screens, settings.settings.about)
    let credits = try (about?.credits ?? []).filter(isDue).map { credit in
      AboutColumn.Credit(text: say(credit.text), href: credit.address.flatMap { ExternalURL($0) })
    }
    let column = AboutColumn(
      title: say("About {app}", ["app": .text(say(screens.description.title))]),
      back: (say(screens.more.title), settings.address), text: about.map { say($0.text) },
      functions: (about?.functions ?? []).map { say($0) }, credits: credits, version: KartotekaVersion.current)
    return try await screens.page(
      column.title, for: request, tab: screens.more.path, hasTwoColumns: false, kind: .settings, columns: [column])
  }

  // A service without its key is not used.
  private func isDue(_ credit: CreditDescription) throws -> Bool {
    guard let name = credit.secret else { return true }
    guard let secret = settings.screens.description.secrets.first(where: { $0.name == name }) else { return false }
    return try settings.store.secrets.source(of: secret) != nil
  }
}

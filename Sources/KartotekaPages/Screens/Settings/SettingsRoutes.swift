import Hummingbird

extension ScreenRoutes {
  /// The rows of an application's settings, or of More if it has none.
  @ScreenRouteBuilder
  func settingsRoutes(of screens: AppScreens) -> [ScreenRoute] {
    if let settings = AppSettingsScreen(screens) {
      let path = RouterPath(screens.more.path)
      let deletion = DeleteAllScreen(settings: settings)
      // For bookmarks and habits from other applications.
      get("more", needs: .see) { _ in .seeOther(settings.address) }
      get(path, needs: .see) { try await settings.page($0.asked) }
      form(path, needs: .change, settings.save)
      post("\(path)/jobs/{name}", needs: .administer) { try await settings.tryAgain($0.text("name")) }
      get("\(path)/delete", needs: .administer) { try await deletion.page($0.asked) }
      form("\(path)/delete", needs: .administer, deletion.delete)
      get("\(path)/secrets/{name}", needs: .administer) {
        try await SecretScreen(settings, $0.text("name")).page($0.asked)
      }
      post("\(path)/secrets/{name}", needs: .administer) {
        try await SecretScreen(settings, $0.text("name")).save($0.form(), $0.asked)
      }
      post("\(path)/secrets/{name}/remove", needs: .administer) {
        try SecretScreen(settings, $0.text("name")).remove()
      }
      page("about", needs: .see, AboutScreen(settings: settings).page)
    } else {
      get("more", needs: .see) { call in
        let canBeRemoved = (try? site?.site.canRemove(screens.app)) == true && screens.hasShape
        return try await MoreScreen(screens: screens, canBeRemoved: canBeRemoved).page(call.asked)
      }
    }
  }
}

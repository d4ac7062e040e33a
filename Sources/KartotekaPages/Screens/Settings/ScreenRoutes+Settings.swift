import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaScreens

extension ScreenRoutes {
  /// Adds the routes of an application's settings, or of More if it has none.
  func addSettings(of screens: AppScreens, to group: RouterGroup<WebContext>) {
    guard let settings = AppSettingsScreen(screens) else {
      group.get("more") { request, context in
        try await answer(request, context, screens) { asked in
          let canBeRemoved = (try? site?.site.canRemove(screens.app)) == true && screens.hasShape
          return try await MoreScreen(screens: screens, canBeRemoved: canBeRemoved).page(asked)
        }
      }
      return
    }
    // For bookmarks and habits from other applications.
    group.get("more") { request, context in
      try await answer(request, context, screens) { _ in .seeOther(settings.address) }
    }
    let path = RouterPath(screens.more.path)
    group.get(path) { request, context in try await answer(request, context, screens) { try await settings.page($0) } }
    group.post(path) { request, context in
      try await answer(request, context, screens) { try await settings.save(try await SubmittedForm(request), $0) }
    }
    group.post("\(path)/jobs/{name}") { request, context in
      try await answer(request, context, screens) { _ in
        try await settings.tryAgain(context.parameters.get("name") ?? "")
      }
    }
    let deletion = DeleteAllScreen(settings: settings)
    group.get("\(path)/delete") { request, context in
      try await answer(request, context, screens) { try await deletion.page($0) }
    }
    group.post("\(path)/delete") { request, context in
      try await answer(request, context, screens) { try await deletion.delete(try await SubmittedForm(request), $0) }
    }
    addSecrets(settings, at: "\(path)/secrets/{name}", to: group)
    let about = AboutScreen(settings: settings)
    group.get("about") { request, context in try await answer(request, context, screens) { try await about.page($0) } }
  }

  private func addSecrets(
    _ settings: AppSettingsScreen, at path: RouterPath, to group: RouterGroup<WebContext>
  ) {
    let screens = settings.screens
    group.get(path) { request, context in
      try await answer(request, context, screens) { asked in
        try await SecretScreen(settings, context.parameters.get("name") ?? "").page(asked)
      }
    }
    group.post(path) { request, context in
      try await answer(request, context, screens) { asked in
        let screen = try SecretScreen(settings, context.parameters.get("name") ?? "")
        return try await screen.save(try await SubmittedForm(request), asked)
      }
    }
    group.post("\(path)/remove") { request, context in
      try await answer(request, context, screens) { _ in
        try SecretScreen(settings, context.parameters.get("name") ?? "").remove()
      }
    }
  }
}

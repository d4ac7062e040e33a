import Hummingbird
import KartotekaHTML
import KartotekaHTTP

extension ScreenRoutes {
  /// The rows of backups, for an administrator; none where the applications are in no data folder.
  @ScreenRouteBuilder
  func backupRoutes(_ site: SiteReference) -> [ScreenRoute] {
    let screen = BackupsScreen(site: site, assets: assets, administrator: administrator)
    let path = RouterPath(BackupsScreen.path.text)
    get(path, needs: .administer, screen.admitted { try await screen.page($0.asked) })
    post("\(path)/enter", needs: .administer) { try await screen.enter($0.form(), $0) }
    post("\(path)/now", needs: .administer, screen.admitted { _ in try screen.backUp() })
    post("\(path)/timer", needs: .administer, screen.admitted { try await screen.setTimer($0.form(), $0.asked) })
    post("\(path)/folder", needs: .administer, screen.admitted { try await screen.setFolder($0.form(), $0.asked) })
    post("\(path)/storage", needs: .administer, screen.admitted { try await screen.setStorage($0.form(), $0.asked) })
    post("\(path)/storage/look", needs: .administer, screen.admitted { _ in try screen.lookAtStorage() })
    let stored = RouterPath("\(path)/stored/{file}")
    get(stored, needs: .administer, screen.admitted { try screen.storedPage($0.text("file"), $0.asked) })
    post(stored, needs: .administer, screen.admitted { try screen.fetch($0.text("file")) })
    post(
      "\(path)/files", needs: .administer, takesFiles: true,
      screen.admitted { try await screen.receive($0.request, $0.asked) })
    let file = RouterPath("\(path)/files/{file}")
    get(file, needs: .administer, screen.ofFile { try await $0.page($1.asked) })
    post(file, needs: .administer, screen.ofFile { try await $0.restore($1.form(), $1.asked) })
    get("\(file)/download", needs: .administer, screen.ofFile { backup, _ in try backup.download() })
    post("\(file)/trial", needs: .administer, screen.ofFile { backup, _ in try backup.tryRestore() })
    post("\(file)/salvage", needs: .administer, screen.ofFile { backup, _ in try backup.planSalvage() })
    get("\(file)/delete", needs: .administer, screen.ofFile { try await $0.question($1.asked) })
    post("\(file)/delete", needs: .administer, screen.ofFile { backup, _ in try await backup.delete() })
  }
}

extension BackupsScreen {
  private static let cookieName = "backups"

  /// The session of an administrator in a request; nil if it has none.
  static func session(in request: Request) -> String? {
    request.hasCookies ? request.cookie(ServerCookie.name(cookieName, for: request)) : nil
  }

  /// Whether a request is an administrator's. Everybody who reaches the server may use its screens, but not take everything out,
  /// or replace and delete it for good: from another machine the token is asked for first. Of people only administrators come here.
  func isAdmitted(_ call: ScreenCall) -> Bool {
    if call.asked.isOnThisMachine || call.context.asker.hasPeople { return true }
    guard let id = Self.session(in: call.request), let desk = try? desk() else { return false }
    return desk.isSession(id, of: administrator)
  }

  /// The handler for an administrator. Others are asked for the token.
  func admitted(_ handler: @escaping ScreenRoute.Handler) -> ScreenRoute.Handler {
    { call in
      guard isAdmitted(call) else { return entrance(call.asked) }
      return try await handler(call)
    }
  }

  /// The same for a backup's page.
  func ofFile(
    _ handler: @escaping @Sendable (BackupScreen, ScreenCall) async throws -> ScreenDocument
  ) -> ScreenRoute.Handler {
    admitted { try await handler(try await BackupScreen(self, $0.text("file")), $0) }
  }

  private func entrance(_ request: ScreenRequest, isWrong: Bool = false) -> ScreenDocument {
    let say = request.say
    let form = BackupForm(
      title: say("For the administrator"), action: Self.path.appending("enter"),
      fields: [.init(name: "token", label: say("Administrator's token"), value: "", input: .secret)],
      fault: isWrong ? say("This is not the token.") : nil,
      note: administrator?.hasEnded == true
        ? say(Administrator.ended) : say("It is in the data folder, in the file admin-token."),
      verb: say("Go on"))
    return page(
      say("Backups"), back: (say("All apps"), URLPath()), status: isWrong || request.isForm ? .forbidden : .ok,
      content: [form])
  }

  /// Begins a session of an administrator.
  func enter(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let token = (form["token"] ?? "").trimmingSpaces()
    guard let administrator, try administrator.isToken(token) else {
      return entrance(call.asked, isWrong: true)
    }
    let name = ServerCookie.name(Self.cookieName, for: call.request)
    var document = ScreenDocument.seeOther(Self.path)
    document.cookies = ["\(name)=\(try desk().newSession(by: token)); Path=/; HttpOnly; SameSite=Strict"]
    return document
  }
}

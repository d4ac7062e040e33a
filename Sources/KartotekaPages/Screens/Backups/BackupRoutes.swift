import Hummingbird
import KartotekaHTTP

extension ScreenRoutes {
  /// The rows of backups, for an administrator; none where the applications are in no data folder.
  @ScreenRouteBuilder
  func backupRoutes(_ site: SiteReference) -> [ScreenRoute] {
    let screen = BackupsScreen(site: site, assets: assets, administrator: administrator)
    let path = RouterPath(BackupsScreen.path.text)
    get(path, needs: .administer) { try await screen.page($0.asked) }
    post("\(path)/now", needs: .administer) { _ in try screen.backUp() }
    post("\(path)/timer", needs: .administer) { try await screen.setTimer($0.form(), $0.asked) }
    post("\(path)/folder", needs: .administer) { try await screen.setFolder($0.form(), $0.asked) }
    post("\(path)/files", needs: .administer, takesFiles: true) { try await screen.receive($0.request, $0.asked) }
    let file = RouterPath("\(path)/files/{file}")
    get(file, needs: .administer) { try BackupScreen(screen, $0.text("file")).page($0.asked) }
    post(file, needs: .administer) { try await BackupScreen(screen, $0.text("file")).restore($0.form(), $0.asked) }
    get("\(file)/download", needs: .administer) { try BackupScreen(screen, $0.text("file")).download() }
    post("\(file)/trial", needs: .administer) { try BackupScreen(screen, $0.text("file")).tryRestore() }
    get("\(file)/delete", needs: .administer) { try BackupScreen(screen, $0.text("file")).question($0.asked) }
    post("\(file)/delete", needs: .administer) { try BackupScreen(screen, $0.text("file")).delete() }
  }
}

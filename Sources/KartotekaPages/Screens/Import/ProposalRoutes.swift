import Foundation
import Hummingbird
import KartotekaHTTP

extension ScreenRoutes {
  /// The files of proposals in the data folder.
  static func files(of site: SiteReference) -> ProposalFiles {
    let data = (try? site.site.folder?.url) ?? URL(filePath: NSTemporaryDirectory())
    return ProposalFiles(
      folder: ProposalFolder(
        at: data.appending(path: "proposals"), shared: try? site.site.primaries?.work("proposals")))
  }

  /// The rows of new applications: of templates, and of those that are proposed for files.
  @ScreenRouteBuilder
  func routes(of screen: NewApplicationScreen) -> [ScreenRoute] {
    let new = RouterPath(NewApplicationScreen.path.text)
    let path = RouterPath(ProposalScreen.path.text + "/{files}")
    let proposals = ProposalScreen(
      site: screen.site, access: screen.access, assets: screen.assets, files: screen.files)
    get(new, needs: .administer) { try await screen.page($0.say) }
    post("\(new)/templates/{template}", needs: .administer) { try await screen.make(of: $0.text("template")) }
    post("\(new)/files", needs: .administer, takesFiles: true) { try await screen.receive($0.request, $0.asked) }
    get(path, needs: .administer) { try await proposals.page($0.text("files"), $0.asked) }
    post(path, needs: .administer) { try await proposals.answer($0.text("files"), $0.form(), $0.asked) }
    post("\(path)/cancel", needs: .administer) { try await proposals.cancel($0.text("files")) }
    get("\(path)/{number}", needs: .administer) {
      try await ProposedTableScreen(proposals, $0.text("files"), $0.text("number")).page($0.asked)
    }
    post("\(path)/{number}", needs: .administer) {
      try await ProposedTableScreen(proposals, $0.text("files"), $0.text("number")).answer($0.form(), $0.asked)
    }
  }
}

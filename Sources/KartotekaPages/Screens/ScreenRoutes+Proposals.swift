import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// The routes of applications that are proposed for files.
extension ScreenRoutes {
  /// The files of proposals in the data folder.
  static func files(of site: SiteReference) -> ProposalFiles {
    let data = (try? site.site.folder?.url) ?? URL(filePath: NSTemporaryDirectory())
    return ProposalFiles(
      folder: ProposalFolder(
        at: data.appending(path: "proposals"), shared: try? site.site.primaries?.work("proposals")))
  }

  func addProposals(of screen: NewApplicationScreen, to router: some RouterMethods<WebContext>) {
    let proposals = ProposalScreen(site: screen.site, assets: screen.assets, files: screen.files)
    let path = ProposalScreen.path.text + "/{files}"
    router.get(RouterPath(path)) { request, context in
      try await answer(request, context, nil) { try await proposals.page(text(context, "files"), $0) }
    }
    router.post(RouterPath(path)) { request, context in
      try await answer(request, context, nil) { asked in
        try await proposals.answer(text(context, "files"), try await SubmittedForm(request), asked)
      }
    }
    router.post(RouterPath(path + "/cancel")) { request, context in
      try await answer(request, context, nil) { _ in try await proposals.cancel(text(context, "files")) }
    }
    router.get(RouterPath(path + "/{number}")) { request, context in
      try await answer(request, context, nil) { asked in
        try await ProposedTableScreen(proposals, text(context, "files"), text(context, "number")).page(asked)
      }
    }
    router.post(RouterPath(path + "/{number}")) { request, context in
      try await answer(request, context, nil) { asked in
        try await ProposedTableScreen(proposals, text(context, "files"), text(context, "number"))
          .answer(try await SubmittedForm(request), asked)
      }
    }
  }
}

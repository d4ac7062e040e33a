import Foundation
import Hummingbird
import Kartoteka
import KartotekaWeb
import Logging

// docs/LIBRARY.md shows it.
func serveLibrary(beside router: Router<BasicRequestContext>, in folder: URL, _ logger: Logger) async throws {
  let apps = try await RunningApp.open([library], in: folder, logger: logger)
  let site = Server(apps, names: ["www.example.org"], logger: logger).mounted()
  let application = Application(
    responder: site.responder(besides: router.buildResponder()), services: site.services, logger: logger)
  try await application.runService()
}

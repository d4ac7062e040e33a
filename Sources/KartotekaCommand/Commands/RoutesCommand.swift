import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTTP
import KartotekaWeb
import Logging

/// `kartoteka routes`: lists the methods and addresses that `serve` has routes for. It is for tests, and not in the help.
struct RoutesCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "routes", shouldDisplay: false)
  }

  @OptionGroup var data: DataOptions

  func run() async throws {
    let logger = Logger(label: "kartoteka") { LazyLogHandler(StreamLogHandler.standardError(label: $0)) }
    let designs = try data.folder.designs()
    var opened = try await RunningApp.openEach(
      apps + designs.apps().apps, in: data.folder.url, options: data.folder.options, logger: logger)
    opened.add(OpenedFolder(in: data.folder.url), options: data.folder.options, logger: logger)
    var server = Server(opened.running, unavailable: opened.unavailable, logger: logger)
    server.designs = designs
    for route in server.routes { try StandardOutput.line(route) }
  }
}

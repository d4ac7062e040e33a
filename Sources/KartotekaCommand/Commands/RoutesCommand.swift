import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTTP
import KartotekaWeb
import Logging

/// `kartoteka routes`: lists the methods and addresses that `serve` has routes for; with `--needs` also what each needs. It is for tests and developers, and not in the help.
struct RoutesCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "routes", shouldDisplay: false)
  }

  @OptionGroup var data: DataOptions

  @Flag(help: .hidden) var needs = false

  func run() async throws {
    let logger = Logger(label: "kartoteka") { LazyLogHandler(StreamLogHandler.standardError(label: $0)) }
    let designs = try data.folder.designs()
    var opened = try await RunningApp.openEach(
      apps + designs.apps().apps, in: data.folder.url, options: data.folder.options, logger: logger)
    opened.add(OpenedFolder(in: data.folder.url), options: data.folder.options, logger: logger)
    var server = Server(opened.running, unavailable: opened.unavailable, logger: logger)
    server.designs = designs
    for line in needs ? server.table.map(\.line) : server.routes { try StandardOutput.line(line) }
  }
}

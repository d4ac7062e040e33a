import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTTP
import KartotekaWeb
import Logging

/// `kartoteka open`: serves other programs' SQLite files as applications.
struct OpenCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open",
      abstract: say("Serves SQLite files of other programs as applications. Their schema is never changed."))
  }

  @Argument(help: .saying("The SQLite files.", value: "file"), completion: .file())
  var files: [String]

  @Option(parsing: .unconditional, help: .saying("The port to listen on; 0 for a free one."))
  var port = 8080

  @Flag(name: .customLong("read-only"), help: .saying("Only reads the files."))
  var isReadOnly = false

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError(say("A port is a number from 0 to 65535."))
    }
  }

  func run() async throws {
    let logger = Logger(label: "kartoteka") { LazyLogHandler(StreamLogHandler.standardError(label: $0)) }
    try ListeningAddress.check(host: "127.0.0.1", port: port)
    var opened: [OpenedApp] = []
    for file in files {
      let app = try OpenedApp(
        OpenedFile(URL(filePath: file), isReadOnly: isReadOnly), besides: Set(opened.map(\.app.description.name)))
      if !app.unindexed.isEmpty {
        let named = app.unindexed.prefix(5).map { "\($0)" }.joined(separator: ", ")
        logger.notice(
          "No index begins with these references, so that deleting a record they may lead to reads the whole table",
          metadata: ["file": "\(file)", "count": "\(app.unindexed.count)", "references": "\(named)"])
      }
      for table in app.unreadable {
        logger.warning("A table or view can't be read", metadata: ["file": "\(file)", "table": "\(table)"])
      }
      opened.append(app)
    }
    defer { if isReadOnly { for app in opened { app.removeSideFile() } } }
    let running = try opened.map { try RunningApp($0) }
    let server = Server(running, port: port, logger: logger)
    try await server.run { [opened] port in announce(opened, "http://127.0.0.1:\(port)") }
  }

  // The server runs even if its output can't be written.
  private func announce(_ opened: [OpenedApp], _ address: String) {
    try? StandardOutput.line(
      say(
        "{program} is at {address}",
        ["program": .text(say(Program.current.branding.title)), "address": .text(address)]))
    var table = TextTable(.left, .left)
    for app in opened { table.row(app.app.description.name, app.file.url.path(percentEncoded: false)) }
    for line in table.lines { try? StandardOutput.line("  " + line) }
    try? StandardOutput.line(say("Stop it with Ctrl-C."))
  }
}

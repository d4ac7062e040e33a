import Foundation
import Kartoteka
import KartotekaHTTP
import KartotekaWeb
import Logging

/// Serves an application with kinds of values that no shipped application has, for the browser tests. Its arguments are
/// those of `kartoteka serve` that `Tests/Support/kartoteka.py` gives.
///
///     kartoteka-test-site serve --port 0 --data folder
@main
enum KartotekaTestSite {
  struct Entry: Entity {
    static let plural = "entries"
    static let nouns = Nouns("entry", "entries")
    let title = Attribute<String>("Title", .required, .title)
    let at = Attribute<Date>("At")
  }

  static let diary = App("diary", title: "Diary", symbol: .book, hue: 200, entities: [Entry.self]) {
    Tab("Entries", symbol: .book) {
      List(Entry.self, title: \.title, subtitle: \.at).sorted(by: \.at)
    }
  }

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, arguments[2] == "--port", let port = Int(arguments[3]), arguments[4] == "--data" else {
      FileHandle.standardError.write(Data("usage: kartoteka-test-site serve --port 0 --data folder\n".utf8))
      exit(EX_USAGE)
    }
    let folder = URL(filePath: arguments[5])
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let apps = try await RunningApp.open([diary], in: folder)
    try await Server(apps, port: port, logger: Logger(label: "kartoteka-test-site")).run { port in
      FileHandle.standardOutput.write(Data("http://127.0.0.1:\(port)\n".utf8))
    }
  }
}

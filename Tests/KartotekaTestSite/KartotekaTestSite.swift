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

  /// A piece of work: a coloured choice, a day and a picture.
  struct Task: Entity {
    enum Stage: String, ChoiceValue {
      case idea, doing, done

      var label: String {
        switch self {
        case .idea: "Idea"
        case .doing: "In work"
        case .done: "Done"
        }
      }
    }

    static let nouns = Nouns("task", "tasks")
    let title = Attribute<String>("Title", .required, .title, .searched)
    let stage = Attribute<Stage>("Stage")
    let due = Attribute<CalendarDate>("Due")
    let photo = Attribute<Data>("Photo", as: .picture)

    static var states: [StateDescription] {
      [
        StateDescription("doing", "In work", tone: .care, when: \Task.stage == .doing),
        StateDescription("done", "Done", tone: .good, when: \Task.stage == .done),
      ]
    }
  }

  static let diary = App("diary", title: "Diary", symbol: .book, hue: 200, entities: [Entry.self, Task.self]) {
    Tab("Entries", symbol: .book) {
      List(Entry.self, title: \.title, subtitle: \.at).sorted(by: \.at)
    }
    Tab("Tasks", symbol: .check) {
      List(Task.self, title: \.title, subtitle: \.due).sorted(by: \.title)
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

import Foundation
import Kartoteka
import KartotekaWeb
import Testing

@testable import KartotekaCommand

@Suite("kartoteka action --output")
struct ActionOutputTests {
  private struct Count: Codable, Sendable { let notes: Int }

  private struct Note: Entity {
    let text = Attribute<String>("Text", .required, .title)
  }

  private static let app = App(
    "notes", title: "Notes", symbol: .book, hue: 120, entities: [Note.self],
    actions: [
      Action("print", title: "Print") { _ in
        ActionResult("Printed", file: ActionResult.File("notes.txt", type: "text/plain", Data([1, 0, 255])))
      }
      .answeringFile(),
      Action("count", title: "Count") { call in
        ActionResult("Counted", value: Count(notes: try await call.store.count(Note.all)))
      }
      .answering(Count.self),
    ]
  ) { Tab("Notes", symbol: .book) { List(Note.self, title: \.text) } }

  @Test(
    "writes the bytes of the file that an action makes, and the JSON of its value",
    arguments: [("print", Data([1, 0, 255])), ("count", Data("{\"notes\":0}\n".utf8))])
  func output(action: String, content: Data) async throws {
    let sandbox = try Sandbox()
    let file = sandbox.folder.appending(path: "made")
    let program = Program(name: "kartoteka", apps: [Self.app], branding: Branding())
    try await Program.$current.withValue(program) {
      let command = try ActionCommand.parse([
        "notes", action, "--output", file.path(percentEncoded: false), "--data",
        sandbox.data.path(percentEncoded: false),
      ])
      try await command.run()
    }
    #expect(try Data(contentsOf: file) == content)
  }
}

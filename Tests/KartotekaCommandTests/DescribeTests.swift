import Foundation
import Kartoteka
import Testing

@testable import KartotekaMain

private let apps = KartotekaMain.apps

@Suite("kartoteka describe")
struct DescribeTests {
  @Test(
    "Every shipped application goes out as a document and comes back equal", arguments: apps.map(\.description.name))
  func roundTrip(name: String) throws {
    let app = try #require(apps.first { $0.description.name == name })
    let copy = try AppDocument(json: Array(app.document.json.utf8))
    #expect(copy == app.document)
    #expect(copy.json == app.document.json)
    #expect(copy.description.model == app.description.model)
    #expect(copy.description.tabs == app.description.tabs)
    #expect(copy.description == app.description)
    for language in [Language.polish, .russian] {
      for key in app.catalogue.keys(in: language) {
        #expect(copy.catalogue.entry(key, in: language) == app.catalogue.entry(key, in: language))
      }
    }
  }

  @Test("The command writes the document, which names code, and changes no data")
  func command() async throws {
    let sandbox = try Sandbox()
    let run = try await sandbox.kartoteka("describe", "northwind")
    #expect(run.status == 0, "\(run.errors)")
    let document = try AppDocument(json: Array(run.output.utf8))
    #expect(document.code.actions.contains { $0.name == "ship" })
    #expect(try sandbox.names().isEmpty)
  }

  @Test("The schema needs no application; without either the use is wrong")
  func schema() async throws {
    let sandbox = try Sandbox()
    let run = try await sandbox.kartoteka("describe", "--schema")
    #expect(run.status == 0 && run.output.contains("2020-12"))
    #expect(try await sandbox.kartoteka("describe").status == 64)
    #expect(try await sandbox.kartoteka("describe", "nothing").status == 64)
  }
}

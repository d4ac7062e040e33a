import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Screens: new applications")
struct NewApplicationTests {
  private func serving(_ body: @Sendable (TestClient, URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let school = try await School.open()
    var server = Server([school], port: 0, logger: .quiet)
    server.designs = DesignFolder(folder, besides: [school.app])
    try await server.application().test { try await body($0, folder) }
  }

  @Test(
    "Every template is a sound description with all its words in Polish and Russian", arguments: TemplateFiles.names)
  func templates(name: String) throws {
    let document = try AppDocument(json: Array(TemplateFiles.json(name).utf8))
    #expect(document.name == name)
    let description = document.description
    let labels = description.model.entities.flatMap { $0.columns.map(\.label) } + [document.title, document.summary]
    for language in [Language.polish, .russian] {
      for key in labels + description.tabs.map(\.title) {
        #expect(document.catalogue.entry(key, in: language) != nil, "\(key) in \(language.code)")
      }
    }
  }

  @Test("The drawer leads to new applications only where they can be made")
  func drawer() async throws {
    try await serving { client, _ in
      let home = try await client.execute(uri: "/", method: .get)
      #expect(String(buffer: home.body).contains("/apps/new"))
    }
    try await Server([try await School.open()], port: 0, logger: .quiet).application().test { client in
      let home = try await client.execute(uri: "/", method: .get)
      #expect(!String(buffer: home.body).contains("/apps/new"))
      #expect(try await client.execute(uri: "/apps/new", method: .get).status == .notFound)
    }
  }

  @Test("One press makes an application of a template, and another one a second")
  func make() async throws {
    try await serving { client, _ in
      let page = try await client.execute(uri: "/apps/new", method: .get)
      for name in TemplateFiles.names { #expect(String(buffer: page.body).contains("/apps/new/templates/\(name)")) }
      for name in TemplateFiles.names {
        let made = try await client.execute(uri: "/apps/new/templates/\(name)", method: .post)
        #expect(made.status == .seeOther && made.headers[.location] == "/\(name)", "\(name)")
        let template = try #require(AppTemplate.all.first { $0.name == name })
        for path in template.description.tabs.map(\.path) {
          #expect(try await client.execute(uri: "/\(name)/\(path)", method: .get).status == .ok, "\(name)/\(path)")
          #expect(try await client.execute(uri: "/\(name)/\(path)/new", method: .get).status == .ok, "\(name)/\(path)")
        }
      }
      let second = try await client.execute(uri: "/apps/new/templates/tasks", method: .post)
      #expect(second.headers[.location] == "/tasks-2")
      #expect(try await client.execute(uri: "/apps/new/templates/nothing", method: .post).status == .notFound)
    }
  }

  @Test("Files make an application, and wait in the preview of its import; discarding them removes it")
  func files() async throws {
    try await serving { client, folder in
      let boundary = "b0undary"
      let body = """
        --\(boundary)\r
        Content-Disposition: form-data; name="files"; filename="plants.csv"\r
        Content-Type: text/csv\r
        \r
        name,height\nRose,1.5\nOak,20.25\n\r
        --\(boundary)--\r

        """
      let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=\(boundary)"]
      let made = try await client.execute(
        uri: "/apps/new/files", method: .post, headers: headers, body: ByteBuffer(string: body))
      let location = try #require(made.headers[.location])
      #expect(location.hasPrefix("/plants/import/files/"), "\(String(buffer: made.body).prefix(300))")
      let preview = try await client.execute(uri: location, method: .get)
      #expect(
        preview.status == .ok && String(buffer: preview.body).contains("2 of 2 columns"),
        "\(String(buffer: preview.body))")
      try await APICase.get("/api/plants/description", has: [#""scale": 2"#]).run(client)
      // What was guessed is changed before anything is loaded, and the files are interpreted anew.
      let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"]
      let changed = try await client.execute(
        uri: "/plants/shape/kinds/plants/fields/height", method: .post, headers: form,
        body: ByteBuffer(string: "label=Height&kind=text"))
      #expect(changed.status == .seeOther, "\(String(buffer: changed.body).suffix(2_000))")
      let again = String(buffer: try await client.execute(uri: location, method: .get).body)
      #expect(again.contains("2 of 2 columns") && again.contains("/plants/shape\""))
      let gone = try await client.execute(
        uri: location, method: .post, headers: form,
        body: ByteBuffer(string: "\(FormIntent.discard.name)=\(FormIntent.discard.value)"))
      #expect(gone.headers[.location] == "/apps/new")
      #expect(try await client.execute(uri: "/plants", method: .get).status == .notFound)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.contains("plants") }
      #expect(left == [])
      let none = try await client.execute(
        uri: "/apps/new/files", method: .post, headers: headers, body: ByteBuffer(string: "--\(boundary)--\r\n"))
      #expect(none.status == .unprocessableContent)
    }
  }
}

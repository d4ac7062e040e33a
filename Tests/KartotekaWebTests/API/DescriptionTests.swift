import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaWeb

@Suite("API: descriptions")
struct DescriptionTests {
  @Test("An application's description is answered with a tag, by which it isn't sent again")
  func get() async throws {
    let app = try await School.open()
    try await Server(testing: app).application().test { client in
      let first = try await APICase.get("/api/school/description").run(client)
      let document = try AppDocument(json: Array(first.body.readableBytesView))
      #expect(document.description == app.description)
      let tag = try #require(first.headers[.eTag])
      var again = APICase.get("/api/school/description", 304)
      again.headers[.ifNoneMatch] = tag
      try await again.run(client)
    }
  }

  @Test("The schema of descriptions is published")
  func schema() async throws {
    try await check([.get("/api/description.schema.json", has: ["2020-12", "#/$defs/Entity"])])
  }
}

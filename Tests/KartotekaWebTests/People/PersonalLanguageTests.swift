import HTTPTesting
import HTTPTypes
import Hummingbird
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("The language of a person")
struct PersonalLanguageTests {
  @Test("A chosen language holds in each browser of the person, in nobody else's, and until none is chosen")
  func devices() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Ada", "Willi"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let (desk, phone) = (try await site.session(of: "Ada", client), try await site.session(of: "Ada", client))
      let willi = try await site.session(of: "Willi", client)
      func words(_ path: String, _ headers: HTTPFields) async throws -> String {
        var headers = headers
        headers[.acceptLanguage] = "en"
        return try await client.page(path, headers).text
      }
      for path in ["/school/courses", "/school/history", "/apps/you"] {
        #expect(try await words(path, phone).contains("<html lang=\"en"))
      }
      #expect(try await client.form("/language", "language=pl&returnTo=/", desk).status == .seeOther)
      for path in ["/school/courses", "/school/history", "/apps/you"] {
        #expect(try await words(path, phone).contains("<html lang=\"pl"), "\(path)")
        #expect(try await words(path, willi).contains("<html lang=\"en"), "\(path)")
      }
      #expect(try await words("/apps/sign-in", [.cookie: "language=ru"]).contains("<html lang=\"ru"))
      let russian = try await client.form("/apps/you", "name=Ada&language=ru", phone)
      #expect(russian.status == .seeOther && russian.cookie("language") == "language=ru")
      #expect(try await words("/school/courses", desk).contains("<html lang=\"ru"))
      let none = try await client.form("/apps/you", "name=Ada&language=", desk)
      #expect(none.cookie("language") == "language=")
      #expect(try await words("/school/courses", phone).contains("<html lang=\"en"))
    }
  }
}

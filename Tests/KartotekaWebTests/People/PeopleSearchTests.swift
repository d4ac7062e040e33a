import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("The list of many people")
struct PeopleSearchTests {
  /// The names of the people that a page shows.
  private func names(_ page: TestResponse) -> [String] {
    page.text.matches(of: #/href="\/apps\/people\/[0-9]+".*?class="?t[^>]*>([^<]+)</#).map { String($0.1) }
  }

  @Test("A person is found among many by parts of the name, without accents and in any order")
  func search() async throws {
    let site = try await PeopleSite(
      ["Ada", "Łucja Żak", "Łukasz Wójcik"] + (1...60).map { "Pupil \($0)" }, withPasswords: ["Ada"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let ada = try await site.session(of: "Ada", client)
      let all = try await client.page("/apps/people", ada)
      #expect(names(all).count == 50 && names(all).first == "Ada" && all.text.contains("Show all 63"))
      #expect(all.text.contains(#"href="/apps/people?more=all""#) && all.text.contains(#"name="search""#))
      let further = try await client.page("/apps/people?more=all", ada)
      #expect(names(further).count == 63 && !further.text.contains("Show all"))
      for (search, found) in [
        ("wojcik+lu", ["Łukasz Wójcik"]), ("%C5%81uc", ["Łucja Żak"]), ("pupil+42", ["Pupil 42"]), ("ada", ["Ada"]),
      ] {
        #expect(try await names(client.page("/apps/people?search=\(search)", ada)) == found, "\(search)")
      }
      let pupils = try await client.page("/apps/people?search=pupil", ada)
      #expect(names(pupils).count == 50 && pupils.text.contains(#"href="/apps/people?search=pupil&amp;more=all""#))
      let none = try await client.page("/apps/people?search=%3Cb%3E", ada)
      #expect(none.status == .ok && names(none).isEmpty && none.text.contains("Nothing found for “&lt;b&gt;”"))
    }
  }

  @Test("Few people have no search field")
  func few() async throws {
    let site = try await PeopleSite(withPasswords: ["Ada"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let page = try await client.page("/apps/people", try await site.session(of: "Ada", client))
      #expect(names(page) == ["Ada", "Otto", "Rita", "Sara", "Willi"] && !page.text.contains(#"name="search""#))
    }
  }
}

import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("The settings of the server on the screen")
struct ServerSettingsTests {
  private static let address = "/apps/settings"

  @Test("An administrator sets how long sessions last, and what can't be is refused beside what was chosen")
  func limits() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Ada", "Willi"])
    try await site.server.application().test { client in
      let ada = try await site.session(of: "Ada", client)
      let page = try await client.page(Self.address, ada)
      #expect(page.status == .ok && page.text.contains(#"<option value="20160" selected>"#))
      #expect(page.text.contains("No declared proxy has forwarded this page."))
      let refused = try await client.form(Self.address, "idle=10080&absolute=1440", ada)
      #expect(refused.status == .unprocessableContent)
      #expect(refused.text.contains(#"<option value="10080" selected>"#))
      let absent = try await client.form(Self.address, "", ada)
      #expect(absent.status == .unprocessableContent)
      let set = try await client.form(Self.address, "idle=480&absolute=1440", ada)
      #expect(set.status == .seeOther)
      let settings = try await site.people.settings
      #expect(settings == PeopleSettings(idle: 480, absolute: 1_440))
      let people = try await client.page("/apps/people", ada)
      #expect(people.text.contains(#"href="/apps/settings""#))
      let willi = try await site.session(of: "Willi", client)
      for status in [
        try await client.page(Self.address, willi).status,
        try await client.form(Self.address, "idle=15&absolute=15", willi).status,
      ] {
        #expect(status == .forbidden)
      }
      let token = try await site.token(of: "Ada")
      let byToken = try await client.form(Self.address, "idle=15&absolute=15", token)
      #expect(byToken.status == .forbidden)
    }
  }
}

import HTTPTypes
import Kartoteka
import KartotekaTestSupport
import Testing
import Travellers

@Suite("Travellers: what an administrator can do")
struct AdministratorTests {
  private static let bearer: HTTPFields = [.authorization: "Bearer \(Site.token)"]

  @Test("TR-12 from Swift the summary is rebuilt, and all tables are dropped and made again")
  func swift() async throws {
    let site = try await Site()
    let rebuilt = try await site.act("rebuild-travellers")
    #expect(rebuilt.message == Phrase("Rebuilt {count} records", ["count": .count(38)]))
    #expect(try await site.store.count(Traveller.all) == 38)
    _ = try await site.act("drop-tables")
    #expect(try await site.store.count(User.all) == 0)
    #expect(try await site.store.count(Traveller.all) == 0)
    // The tables are there again, and so is what keeps the summary.
    _ = try await site.act("demo")
    #expect(try await site.store.count(Traveller.all) == 38)
  }

  @Test(
    "TR-12 the API does it for whoever has the administrator's token, and asks all others for it",
    arguments: ["rebuild-travellers", "drop-tables"])
  func api(action: String) async throws {
    let site = try await Site()
    for headers: HTTPFields in [[:], [.authorization: "Bearer wrong"], [.authorization: "Basic \(Site.token)"]] {
      let refused = try await site.api(.post, "/actions/\(action)", headers: headers)
      #expect(refused.status == 401)
      #expect(refused.headers[.wwwAuthenticate]?.hasPrefix("Bearer ") == true)
    }
    #expect(try await site.store.count(User.all) == 12)
    let done = try await site.api(.post, "/actions/\(action)", headers: Self.bearer)
    #expect(done.status == 200, "\(done.text)")
    #expect(try done.json.text("action") == action)
    #expect(try await site.store.count(User.all) == (action == "drop-tables" ? 0 : 12))
  }

  @Test("TR-12 no screen has a link to it, and its address is not found")
  func screens() async throws {
    let site = try await Site()
    for path in ["users", "cities", "travellers", "more"] {
      let page = try await site.page(.get, "/travellers/\(path)")
      #expect(page.status == 200)
      #expect(!page.text.contains("rebuild-travellers") && !page.text.contains("drop-tables"))
    }
    for action in ["rebuild-travellers", "drop-tables"] {
      #expect(try await site.page(.get, "/travellers/actions/\(action)").status == 404)
      let answer = try await site.page(
        .post, "/travellers/actions/\(action)", "_confirmed=yes", headers: Self.bearer)
      #expect(answer.status == 404)
    }
    #expect(try await site.store.count(User.all) == 12)
  }
}

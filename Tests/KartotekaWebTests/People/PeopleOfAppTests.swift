import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("The people of an application")
struct PeopleOfAppTests {
  @Test("Who shapes an application sees names and roles of those who may use it, and of nobody else")
  func names() async throws {
    let site = try await PeopleSite()
    let sara = try #require(try await site.people.person(named: "Sara"))
    try await site.people.set(
      roles: ["school": .shapes, "userscrud": .reads], isAdministrator: false, of: sara.id, by: .machine("tests"))
    let token = try await site.token(of: "Sara")
    try await site.server.application().test { client in
      let page = try await client.page("/school/share/people", token)
      #expect(page.status == .ok)
      for (name, role) in [
        ("Ada", "Administrator"), ("Rita", "Reads"), ("Willi", "Reads and writes"),
        ("Sara", "Changes the application, too"),
      ] {
        let row = "<span class=t wrap>\(name)</span><span class=d wrap>\(role)</span>"
        #expect(page.text.replacing("\"", with: "").contains(row), "\(name)")
      }
      // Neither people of other applications, nor roles there, nor what administrators do.
      #expect(!page.text.contains("Otto") && !page.text.contains("Address book"))
      #expect(!page.text.contains("href=\"/apps/people\""))
      #expect(try await client.page("/userscrud/share/people", token).status == .forbidden)
      #expect(try await client.page("/apps/people", token).status == .forbidden)
      #expect(try await client.page("/school/more", token).text.contains("href=\"/school/share/people\""))
    }
  }

  @Test("Others are not led to it, an administrator goes on to all people, and it follows at once")
  func others() async throws {
    let site = try await PeopleSite()
    let (ada, sara) = (try await site.token(of: "Ada"), try await site.token(of: "Sara"))
    let (rita, willi) = (try await site.token(of: "Rita"), try await site.token(of: "Willi"))
    let number = try #require(try await site.people.person(named: "Rita")).id
    try await site.server.application().test { client in
      for token in [rita, willi] {
        #expect(try await client.page("/school/share/people", token).status == .forbidden)
        #expect(try await !client.page("/school/more", token).text.contains("share/people"))
      }
      #expect(try await client.page("/school/share/people", ada).text.contains("href=\"/apps/people\""))
      let before = try await client.page("/school/share/people", sara)
      #expect(before.text.contains(">Rita<"))
      try await site.people.set(roles: [:], isAdministrator: false, of: number, by: .machine("tests"))
      var headers = sara
      headers[.ifNoneMatch] = before.headers[.eTag]
      let after = try await client.page("/school/share/people", headers)
      #expect(after.status == .ok && !after.text.contains(">Rita<"))
    }
  }

  @Test("Of many people one is found by parts of the name")
  func many() async throws {
    let site = try await PeopleSite(["Ada", "Sara"])
    for number in 1...55 {
      try await site.people.add(
        "Pupil \(number)", password: nil, roles: ["school": .reads], by: .machine("tests"))
    }
    let sara = try await site.token(of: "Sara")
    try await site.server.application().test { client in
      let all = try await client.page("/school/share/people", sara)
      #expect(all.text.contains("Show all 57") && all.text.contains("href=\"/school/share/people?more=all\""))
      let found = try await client.page("/school/share/people?search=pupil+42", sara)
      #expect(found.text.contains("Pupil 42") && !found.text.contains("Pupil 41"))
    }
  }

  @Test("On a server without people there is no such page, and no page leads to it")
  func nobody() async throws {
    let site = try await PeopleSite([])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      #expect(try await client.page("/school/share/people").status == .notFound)
      #expect(try await !client.page("/school/more").text.contains("share/people"))
    }
  }
}

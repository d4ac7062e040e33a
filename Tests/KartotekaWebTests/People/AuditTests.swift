import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("The page of what happened to accounts")
struct AuditTests {
  /// The words of the events that a page shows.
  private func events(_ page: TestResponse) -> [Substring] {
    page.text.replacing("\"", with: "").matches(of: #/<span class=t wrap>([^<]*)</span><span class=d wrap>/#).map {
      $0.1
    }
  }

  @Test("An administrator reads it by person and by day, also of somebody who was removed")
  func reading() async throws {
    let site = try await PeopleSite(["Ada", "Rita"], withPasswords: ["Ada"])
    let rita = try #require(try await site.people.person(named: "Rita"))
    let identity = try #require(rita.identity)
    try await site.server.application().test { client in
      let ada = try await site.session(of: "Ada", client)
      #expect(try await client.page("/apps/people", ada).text.contains("href=\"/apps/people/audit\""))
      let own = "href=\"/apps/people/audit?person=\(identity)\""
      #expect(try await client.page("/apps/people/\(rita.id)", ada).text.contains(own))
      #expect(try await client.form("/apps/people/\(rita.id)/remove", "", ada).status == .seeOther)
      let all = try await client.page("/apps/people/audit", ada)
      #expect(all.status == .ok && events(all) == ["Person removed", "Signed in", "Person added", "Person added"])
      #expect(all.text.contains("Rita · by Ada") && all.text.contains(own))
      let hers = try await client.page("/apps/people/audit?person=\(identity)", ada)
      #expect(events(hers) == ["Person removed", "Person added"])
      let past = try await client.page("/apps/people/audit?to=2020-01-31", ada)
      #expect(events(past).isEmpty && past.text.contains("Nothing happened"))
      // Days that are none narrow nothing down, and are told.
      let wrong = try await client.page("/apps/people/audit?from=soon", ada)
      #expect(wrong.status == .ok && events(wrong).count == 4 && wrong.text.contains("This has to be a day"))
      for query in ["?before=x", "?before=-1", "?person=x", "?person=99999999999999999999", "?to=9999-12-31"] {
        #expect(try await client.page("/apps/people/audit" + query, ada).status == .ok, "\(query)")
      }
      // Another Rita is somebody else.
      try await site.people.add("Rita", password: nil, by: .machine("tests"))
      let both = try await client.page("/apps/people/audit", ada).text
      #expect(both.contains("Rita, removed"))
      #expect(both.matches(of: #/href="/apps/people/audit\?person=[0-9]+"/#).count == 3)
    }
  }

  @Test("Roles are told by the titles of applications, as the page of a person tells them")
  func roles() async throws {
    let site = try await PeopleSite(["Ada", "Rita"], withPasswords: ["Ada"])
    let rita = try #require(try await site.people.person(named: "Rita")).id
    for (roles, administers) in [(["school": .writes, "gone": .reads], false), ([:], false), ([:], true)]
      as [([String: Role], Bool)]
    {
      try await site.people.set(roles: roles, isAdministrator: administers, of: rita, by: .machine("root"))
    }
    try await site.server.application().test { client in
      let page = try await client.page("/apps/people/audit", site.session(of: "Ada", client)).text
      #expect(page.contains("Rita · by root · gone: Reads, School: Reads and writes"))
      #expect(page.contains("Rita · by root · May use no application"))
      #expect(page.contains("Rita · by root · Administrator"))
    }
  }

  @Test("A long list has pages, and none of it can be changed")
  func pages() async throws {
    let site = try await PeopleSite(["Ada"] + (1...120).map { "Pupil \($0)" }, withPasswords: ["Ada"])
    try await site.server.application().test { client in
      let ada = try await site.session(of: "Ada", client)
      var address: String? = "/apps/people/audit"
      var counts: [Int] = []
      while let next = address {
        let page = try await client.page(next, ada)
        counts.append(events(page).count)
        // Of so many people none is chosen above the list.
        #expect(!page.text.contains("Pupil 1</a>"))
        let older = page.text.firstMatch(of: #/href="(/apps/people/audit\?before=[0-9]+)"/#)
        address = older.map { String($0.1) }
      }
      #expect(counts == [50, 50, 22])
      for path in ["", "/1", "/1/remove"] {
        #expect(try await client.form("/apps/people/audit" + path, "", ada).status.kind == .clientError)
      }
      #expect(try await site.people.events(limit: 1_000).count == 122)
    }
  }
}

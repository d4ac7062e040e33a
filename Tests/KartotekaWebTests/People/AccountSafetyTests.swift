import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("Accounts that are lost, guessed or given up")
struct AccountSafetyTests {
  @Test("A server that has lost its people answers nobody, and says how they come back")
  func lost() async throws {
    let site = try await PeopleSite([])
    site.people.mark.set()
    try await site.server.application().test { client in
      for address in ["/", "/school/courses", "/apps/sign-in", "/api/school/courses", "/apps/people"] {
        let answer = try await client.page(address)
        #expect(answer.status == .serviceUnavailable, "\(address)")
        #expect(answer.text.contains("kartoteka people add NAME --administrator"), "\(address)")
      }
      let health = try await client.page("/health")
      #expect(health.status == .serviceUnavailable && health.text == #"{"status":"degraded"}"#)
      let sent = try await client.form("/school/courses/new", "title=x")
      #expect(sent.status == .serviceUnavailable)
      try await site.people.add("Ada", password: nil, isAdministrator: true, by: .machine("tests"))
      let page = try await client.page("/school/courses")
      #expect(page.status == .seeOther)
    }
  }

  @Test("A browser in which a person was signed in gets in while strangers at its address guess")
  func device() async throws {
    // No time passes for the throttle.
    let site = try await PeopleSite(
      ["Ada", "Willi"], withPasswords: ["Ada", "Willi"], throttle: Throttle { .zero })
    try await site.server.application().test { client in
      let first = try await client.form("/apps/sign-in", "name=Ada&password=\(PeopleSite.encoded)")
      let header = try #require(first.headers[values: .setCookie].first { $0.hasPrefix("kartoteka-device=kd_") })
      #expect(header.contains("HttpOnly") && header.contains("SameSite=Lax") && header.contains("Path=/"))
      let device: HTTPFields = [.cookie: try #require(first.cookie("kartoteka-device"))]
      for name in ["Ada", "Willi"] {
        for _ in 0..<6 { _ = try await client.form("/apps/sign-in", "name=\(name)&password=wrong+one") }
      }
      let without = try await client.form("/apps/sign-in", "name=Ada&password=\(PeopleSite.encoded)")
      #expect(without.status == .tooManyRequests)
      // It is Ada's.
      let foreign = try await client.form("/apps/sign-in", "name=Willi&password=\(PeopleSite.encoded)", device)
      #expect(foreign.status == .tooManyRequests)
      let own = try await client.form("/apps/sign-in", "name=Ada&password=\(PeopleSite.encoded)", device)
      #expect(own.status == .seeOther)
      #expect(own.cookie("kartoteka-device") == first.cookie("kartoteka-device"))
      // It signs nobody in.
      let page = try await client.page("/school/courses", device)
      #expect(page.status == .seeOther)
    }
  }

  @Test("Who sets a new password sees passkeys and tokens, and says whether they end")
  func others() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Willi"])
    let program = try await site.token(of: "Willi")
    let willi = try #require(try await site.people.person(named: "Willi")).id
    try await site.server.application().test { client in
      let session = try await site.session(of: "Willi", client)
      let you = try await client.page("/apps/you", session)
      #expect(you.text.contains("Tokens of programs: test."))
      #expect(you.text.contains(#"<option value="stay" selected>"#))
      let kept = try await client.form(
        "/apps/you/password", "old=\(PeopleSite.encoded)&password=another+long+one&others=stay", session)
      #expect(kept.status == .seeOther)
      let works = try await client.page("/api/school/courses", program)
      #expect(works.status == .ok)
      let link = try await site.people.passwordLink(for: willi, by: .machine("tests"))
      let form = try await client.page("/apps/link?key=\(link.key)")
      #expect(form.text.contains("Tokens of programs: test."))
      #expect(form.text.contains(#"<option value="end" selected>"#))
      let set = try await client.form("/apps/link", "key=\(link.key)&password=one+more+of+them&others=end")
      #expect(set.status == .seeOther)
      let ended = try await client.page("/api/school/courses", program)
      #expect(ended.status == .unauthorized)
    }
  }
}

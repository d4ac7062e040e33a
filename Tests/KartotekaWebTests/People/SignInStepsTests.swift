import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("The steps of signing in")
struct SignInStepsTests {
  private static let to = "to=%2Fschool%2Fcourses%3Fsearch%3Da"

  /// The names of a page's fields.
  private func fields(_ page: TestResponse) -> Set<String> {
    Set(page.text.matches(of: #/<input[^>]* name="([a-z-]+)"/#).map { String($0.1) })
  }

  @Test("The first page asks for the name, and the second one, which keeps it and the way, for the password")
  func steps() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let first = try await client.page("/apps/sign-in?" + Self.to)
      #expect(fields(first) == ["name", "filled-password", "to"])
      let second = try await client.form("/apps/sign-in", "name=Ada&filled-password=&" + Self.to)
      #expect(second.status == .ok && second.cookie("kartoteka") == nil && second.headers[.location] == nil)
      #expect(fields(second) == ["name", "password", "to"])
      #expect(second.text.contains(#"value="Ada""#) && second.text.contains(" readonly"))
      #expect(second.text.contains(#"name="to" value="/school/courses?search=a""#))
      #expect(second.text.contains(#"href="/apps/sign-in?to=%2Fschool%2Fcourses%3Fsearch%3Da""#))
      #expect(second.headers[.cacheControl]?.contains("no-store") == true)
      let wrong = try await client.form("/apps/sign-in", "name=Ada&password=nothing+right&" + Self.to)
      #expect(wrong.status == .unprocessableContent && fields(wrong) == ["name", "password", "to"])
      let signed = try await client.form("/apps/sign-in", "name=Ada&password=\(PeopleSite.encoded)&" + Self.to)
      #expect(signed.status == .seeOther && signed.headers[.location] == "/school/courses?search=a")
    }
  }

  @Test("The second page is the same for a name that nobody has, and is no attempt; so is an empty password")
  func unknown() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let (known, unknown) = (
        try await client.form("/apps/sign-in", "name=Ada"), try await client.form("/apps/sign-in", "name=Zoltan")
      )
      #expect(known.status == .ok && known.text == unknown.text.replacing("Zoltan", with: "Ada"))
      for _ in 0..<20 {
        #expect(try await client.form("/apps/sign-in", "name=Ada").status == .ok)
        let empty = try await client.form("/apps/sign-in", "name=Ada&password=")
        #expect(empty.status == .unprocessableContent && !empty.text.contains("role=alert"))
      }
      #expect(try await client.form("/apps/sign-in", "name=Ada&password=\(PeopleSite.encoded)").status == .seeOther)
    }
  }

  @Test(
    "Without a name the first page comes back and says so",
    arguments: [
      "name=", "name=+", "filled-password=", "name=&filled-password=x", "name=+&filled-password=x", "name=+&password=x",
      "name=%E2%80%8B&password=x",
    ])
  func nameless(body: String) async throws {
    let site = try await PeopleSite(["Ada"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let page = try await client.form("/apps/sign-in", body)
      #expect(page.status == .unprocessableContent && fields(page) == ["name", "filled-password"])
      #expect(page.text.contains("A name has at least one letter or digit."))
    }
  }

  @Test(
    "A password that the browser has filled in beside the name signs in; a wrong one leads to the second page without a fault"
  )
  func filled() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let right = try await client.form("/apps/sign-in", "name=Ada&filled-password=\(PeopleSite.encoded)&" + Self.to)
      #expect(right.status == .seeOther && right.headers[.location] == "/school/courses?search=a")
      #expect(right.cookie("kartoteka") != nil)
      for name in ["Ada", "Zoltan"] {
        let wrong = try await client.form("/apps/sign-in", "name=\(name)&filled-password=nothing+right")
        #expect(wrong.status == .ok && fields(wrong) == ["name", "password"])
        #expect(!wrong.text.contains("role=alert") && !wrong.text.contains("nothing right"))
      }
      // What was typed counts.
      let both = try await client.form("/apps/sign-in", "name=Ada&password=wrong&filled-password=\(PeopleSite.encoded)")
      #expect(both.status == .unprocessableContent && both.text.contains("The name or the password is wrong."))
    }
  }

  @Test("Filled-in passwords are throttled as typed ones")
  func throttled() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      var statuses: [HTTPResponse.Status] = []
      for _ in 0..<12 {
        statuses.append(try await client.form("/apps/sign-in", "name=Ada&filled-password=wrong").status)
      }
      #expect(statuses.first == .ok && statuses.contains(.tooManyRequests))
    }
  }

  @Test(
    "The field for the name offers passkeys where somebody has one, and the browser takes passkeys",
    .enabled(if: PasskeyCeremony.isAvailable))
  func passkeys() async throws {
    let site = try await PeopleSite(["Ada"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let offer = "autocomplete=\"username webauthn\""
      #expect(try await !client.page("/apps/sign-in").text.contains(offer))
      try await site.addPasskey(of: "Ada")
      #expect(try await client.page("/apps/sign-in").text.contains(offer))
      let second = try await client.form("/apps/sign-in", "name=Zoltan")
      #expect(second.text.contains("/apps/sign-in/passkey/options") && !second.text.contains(offer))
    }
  }
}

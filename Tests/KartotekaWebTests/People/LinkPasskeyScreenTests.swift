import HTTPTesting
import HTTPTypes
import Hummingbird
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("The page of a link with a passkey", .enabled(if: PasskeyCeremony.isAvailable))
struct LinkPasskeyScreenTests {
  private let administrator = PeopleChanger.machine("tests")

  @Test("A link to an account is answered by a question for a passkey, and stays usable after a refused answer")
  func question() async throws {
    let site = try await PeopleSite(["Ada"])
    let link = try await site.people.invite(roles: ["school": .reads], by: administrator).key
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let page = try await client.page("/apps/link?key=\(link)")
      #expect(page.status == .ok && page.text.contains("Use a passkey instead of a password"))
      let question = try await client.form("/apps/link/passkey/options", "key=\(link)&name=Bela")
      #expect(question.status == .ok && question.text.contains(#""userVerification":"required""#))
      let taken = try await client.form("/apps/link/passkey/options", "key=\(link)&name=ada")
      #expect(taken.status == .unprocessableContent && taken.text.contains("Somebody else is called ada here."))
      let refused = try await client.form("/apps/link/passkey", "key=\(link)&name=Bela&answer=%7B%7D")
      #expect(refused.status == .unprocessableContent && refused.text.contains("This passkey is not known here."))
      #expect(refused.cookie("kartoteka") == nil)
      #expect(refused.text.contains(#"value="Bela""#) || refused.text.contains("value=Bela"))
      let used = try await client.form("/apps/link", "key=\(link)&name=Bela&password=\(PeopleSite.encoded)")
      #expect(used.status == .seeOther)
      for path in ["/apps/link/passkey/options", "/apps/link/passkey"] {
        let ended = try await client.form(path, "key=\(link)&name=Cyril&answer=%7B%7D")
        #expect(ended.status == .gone, "\(path)")
      }
    }
  }

  @Test("A link to a new password offers no passkey, and makes nobody with one")
  func password() async throws {
    let site = try await PeopleSite(["Ada"])
    let ada = try #require(try await site.people.person(named: "Ada")).id
    let link = try await site.people.passwordLink(for: ada, by: administrator).key
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let page = try await client.page("/apps/link?key=\(link)")
      #expect(page.status == .ok && !page.text.contains("/apps/link/passkey"))
      let question = try await client.form("/apps/link/passkey/options", "key=\(link)&name=Bela")
      #expect(question.status == .forbidden)
    }
  }

  @Test("Somebody without a password is asked for none, sets one, and is told so where codes are begun")
  func withoutPassword() async throws {
    let site = try await PeopleSite(["Ada", "Bela"])
    let bela = try #require(try await site.people.person(named: "Bela")).id
    let session = try await site.people.begin(of: bela, "Phone", nil, .signedIn, from: nil, hasFactor: true) { _ in }
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let cookie: HTTPFields = [.cookie: "kartoteka=\(session.key)"]
      let passkeys = try await client.page("/apps/you/passkeys", cookie)
      #expect(passkeys.status == .ok && passkeys.text.contains("You have no password."))
      #expect(passkeys.text.contains("/apps/you/passkeys/options") && !passkeys.text.contains("type=password"))
      let codes = try await client.page("/apps/you/codes", cookie)
      #expect(codes.text.contains("Codes are asked for after a password") && !codes.text.contains("codes/start"))
      let you = try await client.page("/apps/you", cookie)
      #expect(you.text.contains("Set a password") && !you.text.contains("Password up to now"))
      let set = try await client.form("/apps/you/password", "password=\(PeopleSite.encoded)", cookie)
      #expect(set.status == .seeOther)
      let signedIn = try await client.form("/apps/sign-in", "name=Bela&password=\(PeopleSite.encoded)")
      #expect(signedIn.status == .seeOther)
    }
  }
}

import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("The longest names and passwords")
struct LongNamesTests {
  /// Somebody makes an account by a link, and signs in with what they have typed there.
  private func live(_ name: String, _ password: String, again: String? = nil) async throws {
    let site = try await PeopleSite(["Ada"])
    let link = try await site.people.invite(roles: ["school": .reads], by: .machine("tests"))
    func fields(_ password: String) throws -> String {
      let texts = try [name, password].map {
        try #require($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      }
      return "name=\(texts[0])&password=\(texts[1])"
    }
    let (chosen, typed) = try (fields(password), fields(again ?? password))
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let made = try await client.form("/apps/link", "key=\(link.key)&" + chosen)
      #expect(made.status == .seeOther, "\(made.text.prefix(200))")
      let signed = try await client.form("/apps/sign-in", typed)
      #expect(signed.status == .seeOther && signed.cookie("kartoteka") != nil)
    }
  }

  @Test("Who has a name of 200 letters, or of 100 flags, can sign in")
  func names() async throws {
    for name in [String(repeating: "ż", count: 200), String(repeating: "🇵🇱", count: 100)] {
      try await live(name, PeopleSite.password)
    }
  }

  @Test("Who has a password of 256 characters can sign in, however a keyboard writes them")
  func passwords() async throws {
    for character in ["x", "😀", "ệ", "각"] {
      let password = String(repeating: character, count: 256)
      try await live("Bela", password, again: password.decomposedStringWithCanonicalMapping)
    }
  }

  @Test("A password of 257 characters makes no account, and signs nobody in by its first 256")
  func tooLong() async throws {
    let site = try await PeopleSite(["Ada"])
    let link = try await site.people.invite(roles: [:], by: .machine("tests"))
    let longest = String(repeating: "abcdefgh", count: 32)
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let refused = try await client.form("/apps/link", "key=\(link.key)&name=Bela&password=\(longest)x")
      #expect(refused.status == .unprocessableContent && refused.cookie("kartoteka") == nil)
      #expect(try await client.form("/apps/link", "key=\(link.key)&name=Bela&password=\(longest)").status == .seeOther)
      for (password, status) in [(longest, HTTPResponse.Status.seeOther), (longest + "x", .unprocessableContent)] {
        let answer = try await client.form("/apps/sign-in", "name=Bela&password=\(password)")
        #expect(answer.status == status)
      }
    }
  }
}

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

@Suite("Too many sign-ins at once")
struct BusySignInTests {
  @Test("A sign-in that has no turn gets 429 and the form with its name, and so does a link, which stays usable")
  func busy() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // No hash is ever computed.
    let hasher = PasswordHasher(work: PasswordHash.Work(logN: 4, r: 1, p: 1), atOnce: 0, mostWaiting: 0)
    let people = People(in: folder, StoreOptions(), PeopleLimits(), hasher, Throttle(), { Date() })
    try await people.add("Ada", password: nil, isAdministrator: true, by: .machine("tests"))
    let link = try await people.invite(roles: ["school": .reads], by: .machine("tests"))
    var server = Server([try await School.open()], port: 0, logger: .quiet)
    server.people = people
    try await server.application().test { (client: TestClient) async throws -> Void in
      let signIn = try await client.form("/apps/sign-in", "name=Ada&password=\(PeopleSite.encoded)")
      #expect(signIn.status == .tooManyRequests)
      #expect(signIn.text.contains("Too many people are signing in just now") && signIn.text.contains(#"value="Ada""#))
      let account = try await client.form("/apps/link", "key=\(link.key)&name=Bela&password=\(PeopleSite.encoded)")
      #expect(account.status == .tooManyRequests && account.text.contains(#"value="Bela""#))
      #expect(try await client.page("/apps/link?key=\(link.key)").status == .ok)
    }
  }

  @Test("Whatever is refused about people is a problem with its sentence, and no mistake of the program")
  func problems() throws {
    let errors: [PeopleError] = [
      .wrongNameOrPassword, .wrongPassword, .codeNeeded(ticket: ""), .wrongCode, .ticketEnded, .wrongPasskey,
      .tooManyAttempts(seconds: 7), .busy, .name(.empty), .nameTaken("Ada"), .password(.tooShort), .linkEnded,
      .hasPeople, .lastAdministrator, .noSuchPerson, .notAllowed, .tooMany(3),
    ]
    for error in errors {
      let problem = try #require(Problem(error, model: nil))
      #expect(problem.kind.status.kind == .clientError && problem.detail == error.phrase)
    }
    #expect(Problem(PeopleError.tooManyAttempts(seconds: 7), model: nil)?.headers[.retryAfter] == "7")
    #expect(Problem(PeopleError.notAllowed, model: nil)?.kind == .forbidden)
    #expect(Problem(CredentialFault.passkeysUnavailable, model: nil)?.kind == .refused)
    #expect(Problem(CredentialFault.cryptographyUnavailable, model: nil) == nil)
  }
}

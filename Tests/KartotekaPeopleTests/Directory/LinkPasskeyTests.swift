import Foundation
import KartotekaModel
import Testing

@testable import KartotekaPeople
@testable import KartotekaStore

@Suite("Accounts that a link makes with a passkey", .enabled(if: PasskeyCeremony.isAvailable))
struct LinkPasskeyTests {
  private let source = ThrottleSource(address: "192.0.2.1")
  private let site: PasskeySite

  init() throws { site = try #require(PasskeySite(origin: "https://kartoteka.local:8443")) }

  /// A server whose administrator is Anna, and a link for a reader.
  private func server() async throws -> (server: TestServer, link: String) {
    let server = try TestServer()
    _ = try await server.administrator()
    return (server, try await invite(server))
  }

  private func invite(_ server: TestServer) async throws -> String {
    try await server.people.invite(roles: ["book": .reads], by: TestServer.owner).key
  }

  /// Takes the question to an authenticator, as a browser does: its challenge.
  @discardableResult
  private func ask(
    _ link: String, _ name: String, _ authenticator: SoftAuthenticator, _ server: TestServer
  ) async throws -> [UInt8] {
    let options = try await server.people.startAccount(link, name: name, at: site, named: "Kartoteka")
    guard case .object(let options) = options, case .string(let challenge)? = options["challenge"],
      case .object(let user)? = options["user"], case .string(let handle)? = user["id"],
      case .object(let selection)? = options["authenticatorSelection"]
    else { throw SoftAuthenticator.Failed() }
    #expect(selection["userVerification"] == "required")
    authenticator.person = Base64URL.bytes(handle)
    return try #require(Base64URL.bytes(challenge))
  }

  private func accept(
    _ link: String, _ name: String, _ answer: String, _ server: TestServer
  ) async throws -> NewSession {
    try await server.people.accept(link, name: name, passkey: answer, named: "Phone", at: site, device: "Phone")
  }

  private func made(_ name: String, _ key: SoftAuthenticator, _ server: TestServer) async throws -> NewSession {
    let link = try await invite(server)
    let answer = try key.registration(await ask(link, name, key, server))
    return try await accept(link, name, answer, server)
  }

  private func request(_ server: TestServer) async throws -> [UInt8] {
    guard case .object(let options)? = try await server.people.passkeyRequest(at: site),
      case .string(let text)? = options["challenge"]
    else { throw SoftAuthenticator.Failed() }
    return try #require(Base64URL.bytes(text))
  }

  private func signIn(_ key: SoftAuthenticator, _ server: TestServer) async throws -> NewSession {
    try await server.people.signIn(
      passkey: try key.assertion(await request(server)), at: site, device: "", from: source)
  }

  @Test("Where nothing can be stored, whoever opens the link is told so at the question already, and the link stays")
  func unstored() async throws {
    let (server, link) = try await server()
    let key = try SoftAuthenticator()
    let opened = server.people.state.withLock(\.store)
    let store = try #require(opened)
    try await store.writer.writeWithoutTransaction { try $0.execute("PRAGMA query_only = ON") }
    #expect(await refusal { try await ask(link, "Bob", key, server) } == .diskFull)
    try await store.writer.writeWithoutTransaction { try $0.execute("PRAGMA query_only = OFF") }
    let answer = try key.registration(await ask(link, "Bob", key, server))
    #expect(try await accept(link, "Bob", answer, server).signed.person.name == "Bob")
  }

  @Test("The person is made without a password, is signed in with both factors, and signs in again with the passkey")
  func roundTrip() async throws {
    let (server, link) = try await server()
    let key = try SoftAuthenticator()
    let answer = try key.registration(await ask(link, "Bela", key, server))
    let session = try await accept(link, "Bela", answer, server)
    let bela = session.signed.person
    #expect(bela.name == "Bela" && bela.roles == ["book": .reads] && !bela.isAdministrator)
    #expect(try await !server.people.hasPassword(bela.id))
    #expect(try await server.people.passkeys(of: bela.id).map(\.name) == ["Phone"])
    #expect(try await signIn(key, server).signed.person == bela)
    #expect(await refusal { try await server.signIn("Bela") } == .wrongNameOrPassword)
    #expect(await refusal { try await server.signIn("Bela", "") } == .wrongNameOrPassword)
    try await server.people.set(PeopleSettings(idle: 60, absolute: 60, requiresFactor: true), by: TestServer.owner)
    let signed = try #require(try await server.people.signed(session: session.key))
    #expect(!signed.needsFactor)
    // The handle is another person's, or that of the number.
    key.person = bela.id.bytes
    #expect(await refusal { try await signIn(key, server) } == .wrongPasskey)
  }

  @Test("The link of the first administrator makes one with a passkey alone, who is the last administrator then")
  func first() async throws {
    let server = try TestServer()
    let link = try await server.people.firstAdministratorLink(by: TestServer.owner).key
    let key = try SoftAuthenticator()
    let answer = try key.registration(await ask(link, "Anna", key, server))
    let anna = try await accept(link, "Anna", answer, server).signed
    #expect(anna.person.isAdministrator)
    try await server.people.add("Bela", password: TestServer.password, isAdministrator: true, by: TestServer.owner)
    let bela = try await server.signIn("Bela").signed
    try await server.people.remove(bela.person.id, by: .person(anna))
    #expect(
      await refusal { try await server.people.remove(anna.person.id, by: TestServer.owner) } == .lastAdministrator)
  }

  @Test("A registration that fails leaves the link usable and makes nobody")
  func refused() async throws {
    let (server, link) = try await server()
    let key = try SoftAuthenticator()
    func refused(_ answer: String, _ name: String = "Bela") async -> PeopleError? {
      await refusal { try await accept(link, name, answer, server) }
    }
    for text in ["", "{}", "null", "[]"] { #expect(await refused(text) == .wrongPasskey) }
    // The question for another link, one of the server for something else, and one that is nobody's.
    let other = try await invite(server)
    #expect(await refused(try key.registration(ask(other, "Bela", key, server))) == .ticketEnded)
    let anna = try await server.signIn("Anna").signed
    let own = try await server.people.startPasskey(
      of: anna, password: TestServer.password, at: site, named: "", from: source)
    guard case .object(let options) = own, case .string(let text)? = options["challenge"] else {
      throw SoftAuthenticator.Failed()
    }
    #expect(await refused(try key.registration(#require(Base64URL.bytes(text)))) == .ticketEnded)
    #expect(await refused(try key.registration(PasskeyCeremony.challenge())) == .ticketEnded)
    // Another page, another kind of answer, a device that has verified nobody, a question that was too long ago.
    let challenge = try await ask(link, "Bela", key, server)
    #expect(await refused(try key.registration(challenge, purpose: "webauthn.get")) == .wrongPasskey)
    key.origin = "https://evil.example"
    #expect(await refused(try key.registration(challenge)) == .wrongPasskey)
    (key.origin, key.flags) = (site.origin, 0x01)
    #expect(await refused(try key.registration(challenge)) == .unverifiedPasskey)
    key.flags = 0x05
    #expect(await refused(try key.registration(challenge), "anna") == .nameTaken("anna"))
    #expect(await refused(try key.registration(challenge), " ") == .name(.empty))
    server.clock.move(by: 301)
    #expect(await refused(try key.registration(challenge)) == .ticketEnded)
    #expect(await refusal { try await ask(link, "Anna", key, server) } == .nameTaken("Anna"))
    #expect(await refusal { try await ask("kl_unknown", "Anna", key, server) } == .linkEnded)
    #expect(try await server.people.all().map(\.name) == ["Anna"])
    #expect(try await !server.people.hasPasskeys)
    #expect(try await server.people.invitation(link) != nil)
    let answer = try key.registration(await ask(link, "Bela", key, server))
    #expect(try await accept(link, "Bela", answer, server).signed.person.name == "Bela")
  }

  @Test("A link is used once, and one to a new password makes nobody")
  func once() async throws {
    let (server, link) = try await server()
    let key = try SoftAuthenticator()
    let first = try key.registration(await ask(link, "Bela", key, server))
    let rival = try SoftAuthenticator(.es256, id: [9])
    let second = try rival.registration(await ask(link, "Cyril", rival, server))
    _ = try await accept(link, "Bela", first, server)
    #expect(await refusal { try await accept(link, "Bela", first, server) } == .linkEnded)
    #expect(await refusal { try await accept(link, "Cyril", second, server) } == .linkEnded)
    // A credential is one person's.
    #expect(await refusal { try await made("Cyril", key, server) } == .wrongPasskey)
    let anna = try #require(try await server.people.person(named: "Anna")).id
    let password = try await server.people.passwordLink(for: anna, by: TestServer.owner).key
    #expect(await refusal { try await ask(password, "Dora", rival, server) } == .notAllowed)
    #expect(await refusal { try await accept(password, "Dora", second, server) } == .notAllowed)
    #expect(try await server.people.invitation(password) != nil)
    #expect(try await server.people.all().map(\.name) == ["Anna", "Bela"])
  }

  @Test("Within ten minutes after signing in another passkey is added or a password set, and the last passkey stays")
  func later() async throws {
    let (server, _) = try await server()
    let key = try SoftAuthenticator()
    let bela = try await made("Bela", key, server).signed
    func add(_ other: SoftAuthenticator, _ signed: Signed) async throws {
      let options = try await server.people.startPasskey(
        of: signed, password: "", at: site, named: "Kartoteka", from: source)
      guard case .object(let options) = options, case .string(let challenge)? = options["challenge"],
        case .object(let user)? = options["user"], case .string(let handle)? = user["id"]
      else { throw SoftAuthenticator.Failed() }
      other.person = Base64URL.bytes(handle)
      let answer = try other.registration(#require(Base64URL.bytes(challenge)))
      try await server.people.addPasskey(answer, named: "Key", of: signed, at: site)
    }
    let last = try #require(try await server.people.passkeys(of: bela.person.id).first).id
    #expect(
      await refusal { try await server.people.endPasskey(last, of: bela.person.id, by: .person(bela)) } == .lastPasskey)
    let other = try SoftAuthenticator(.es256, id: [9])
    other.flags = 0x01
    #expect(await refusal { try await add(other, bela) } == .unverifiedPasskey)
    other.flags = 0x05
    try await add(other, bela)
    #expect(other.person == key.person)
    #expect(try await signIn(other, server).signed.person == bela.person)
    // What the device does not verify is no proof where nothing stands beside it.
    other.flags = 0x01
    #expect(await refusal { try await signIn(other, server) } == .unverifiedPasskey)
    try await server.people.endPasskey(last, of: bela.person.id, by: .person(bela))
    // Codes are asked for after a password.
    #expect(
      await refusal { try await server.people.startSecondFactor(of: bela, password: "", from: source) }
        == .wrongPassword)
    func set(_ signed: Signed) async throws -> NewSession {
      try await server.people.changePassword(
        of: signed, from: "", to: "an entirely other one", device: "", at: source)
    }
    server.clock.move(by: 601)
    #expect(await refusal { try await set(bela) } == .signInAgain)
    #expect(await refusal { try await add(SoftAuthenticator(.es256, id: [8]), bela) } == .signInAgain)
    other.flags = 0x05
    _ = try await set(signIn(other, server).signed)
    let session = try await server.signIn("Bela", "an entirely other one")
    // From now on the password is asked for.
    #expect(await refusal { try await set(session.signed) } == .wrongPassword)
  }

  @Test("A link for a new password ends the passkeys, and its person signs in with the password")
  func lost() async throws {
    let (server, _) = try await server()
    let key = try SoftAuthenticator()
    let bela = try await made("Bela", key, server).signed.person
    let link = try await server.people.passwordLink(for: bela.id, by: TestServer.owner).key
    _ = try await server.people.accept(link, name: "", password: "an entirely other one", device: "")
    #expect(try await server.people.passkeys(of: bela.id).isEmpty)
    #expect(try await server.signIn("Bela", "an entirely other one").signed.person == bela)
  }
}

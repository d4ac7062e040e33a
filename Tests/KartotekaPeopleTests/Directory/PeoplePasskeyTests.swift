import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaPeople

@Suite("Passkeys of people", .enabled(if: PasskeyCeremony.isAvailable))
struct PeoplePasskeyTests {
  private let source = ThrottleSource(address: "192.0.2.1")
  private let site: PasskeySite

  init() throws { site = try #require(PasskeySite(origin: "https://kartoteka.local:8443")) }

  private func challenge(_ options: JSONValue?) throws -> [UInt8] {
    guard case .object(let options)? = options, case .string(let text)? = options["challenge"] else {
      throw SoftAuthenticator.Failed()
    }
    return try #require(Base64URL.bytes(text))
  }

  private func question(_ signed: Signed, _ server: TestServer) async throws -> [UInt8] {
    try challenge(
      await server.people.startPasskey(
        of: signed, password: TestServer.password, at: site, named: "Kartoteka", from: source))
  }

  private func add(_ authenticator: SoftAuthenticator, _ signed: Signed, _ server: TestServer) async throws {
    authenticator.person = signed.person.id.bytes
    let answer = try authenticator.registration(await question(signed, server))
    try await server.people.addPasskey(answer, named: "Phone", of: signed, at: site)
  }

  private func request(_ server: TestServer) async throws -> [UInt8] {
    try challenge(await server.people.passkeyRequest(at: site))
  }

  private func signIn(_ answer: String, _ server: TestServer) async throws -> NewSession {
    try await server.people.signIn(passkey: answer, at: site, device: "Phone", from: source)
  }

  @Test("Somebody adds passkeys with the password, and signs in with each of them")
  func roundTrip() async throws {
    let server = try TestServer()
    let session = try await server.administrator()
    #expect(try await server.people.passkeyRequest(at: site) == nil)
    #expect(try await !server.people.hasPasskeys)
    let keys = [
      try SoftAuthenticator(.es256, id: [1]), try SoftAuthenticator(.eddsa, id: [2]),
      try SoftAuthenticator(.rs256, id: [3]),
    ]
    for key in keys { try await add(key, session.signed, server) }
    #expect(try await server.people.hasPasskeys)
    for key in keys {
      let entered = try await signIn(key.assertion(request(server)), server)
      #expect(entered.signed.person == session.signed.person)
      #expect(try await server.people.signed(session: entered.key) != nil)
    }
    let rows = try await server.people.passkeys(of: session.signed.person.id)
    #expect(rows.count == 3 && rows.allSatisfy { $0.lastUse == server.clock.now && $0.name == "Phone" })
    try await server.people.endPasskey(rows[0].id, of: session.signed.person.id, by: .person(session.signed))
    #expect(await refusal { try await signIn(keys[2].assertion(request(server)), server) } == .wrongPasskey)
    #expect(
      await refusal {
        try await server.people.startPasskey(
          of: session.signed, password: "wrong password", at: site, named: "", from: source)
      } == .wrongPassword)
  }

  @Test("An answer counts once and for some minutes, and only for the question of its kind")
  func once() async throws {
    let server = try TestServer()
    let session = try await server.administrator()
    let key = try SoftAuthenticator()
    try await add(key, session.signed, server)
    let answer = try key.assertion(await request(server))
    _ = try await signIn(answer, server)
    #expect(await refusal { try await signIn(answer, server) } == .ticketEnded)
    let late = try key.assertion(await request(server))
    server.clock.move(by: 301)
    #expect(await refusal { try await signIn(late, server) } == .ticketEnded)
    let own = try key.assertion(PasskeyCeremony.challenge())
    #expect(await refusal { try await signIn(own, server) } == .ticketEnded)
    let other = try key.assertion(await question(session.signed, server))
    #expect(await refusal { try await signIn(other, server) } == .ticketEnded)
    let registration = try SoftAuthenticator(.es256, id: [9]).registration(await request(server))
    #expect(
      await refusal { try await server.people.addPasskey(registration, named: "", of: session.signed, at: site) }
        == .ticketEnded)
    for text in ["", "{}", "null", "[]"] { #expect(await refusal { try await signIn(text, server) } == .wrongPasskey) }
  }

  @Test("Neither another page, nor another key, nor another person's number lets anybody in")
  func wrong() async throws {
    let server = try TestServer()
    let session = try await server.administrator()
    try await server.people.add("Bela", password: TestServer.password, by: TestServer.owner)
    let bela = try await server.signIn("Bela").signed
    let key = try SoftAuthenticator()
    try await add(key, session.signed, server)
    func refused(_ authenticator: SoftAuthenticator) async -> PeopleError? {
      await refusal { try await signIn(authenticator.assertion(request(server)), server) }
    }
    let impostor = try SoftAuthenticator()
    impostor.person = key.person
    #expect(await refused(impostor) == .wrongPasskey)
    key.origin = "https://evil.example"
    #expect(await refused(key) == .wrongPasskey)
    key.origin = site.origin
    key.person = bela.person.id.bytes
    #expect(await refused(key) == .wrongPasskey)
    // The same credential is nobody else's.
    let answer = try key.registration(await question(bela, server))
    #expect(
      await refusal { try await server.people.addPasskey(answer, named: "", of: bela, at: site) } == .wrongPasskey)
    // A question to Anna is not answered by Bela.
    let hers = try SoftAuthenticator(.es256, id: [5]).registration(await question(session.signed, server))
    #expect(await refusal { try await server.people.addPasskey(hers, named: "", of: bela, at: site) } == .ticketEnded)
  }

  @Test("A counter that did not rise lets nobody in, and one that rose is stored")
  func counter() async throws {
    let server = try TestServer()
    let key = try SoftAuthenticator()
    key.counter = 1
    try await add(key, server.administrator().signed, server)
    key.counter = 2
    _ = try await signIn(key.assertion(request(server)), server)
    #expect(await refusal { try await signIn(key.assertion(request(server)), server) } == .wrongPasskey)
    key.counter = 3
    _ = try await signIn(key.assertion(request(server)), server)
  }

  @Test("A device that has verified the person needs no code, another one does")
  func secondFactor() async throws {
    let server = try TestServer()
    let session = try await server.administrator()
    let key = try SoftAuthenticator()
    try await add(key, session.signed, server)
    let new = try await server.people.startSecondFactor(
      of: session.signed, password: TestServer.password, from: source)
    let period = Int64(clampingFloor: server.clock.now.timeIntervalSince1970 / 30)
    let code = try new.codes.code(period).map(String.init).joined()
    _ = try await server.people.confirmSecondFactor(ticket: new.ticket, code: code, of: session.signed, from: source)
    #expect(try await signIn(key.assertion(request(server)), server).signed.person.name == "Anna")
    key.flags = 0x01
    let question = await refusal { try await signIn(key.assertion(request(server)), server) }
    guard case .codeNeeded(let ticket) = question else {
      Issue.record("\(String(describing: question))")
      return
    }
    let next = try new.codes.code(period + 1).map(String.init).joined()
    #expect(
      try await server.people.signIn(code: next, ticket: ticket, device: "", from: source).signed.person.name == "Anna")
  }

  @Test("A removed person's passkey lets nobody in")
  func removed() async throws {
    let server = try TestServer()
    _ = try await server.administrator()
    try await server.people.add("Bela", password: TestServer.password, by: TestServer.owner)
    let bela = try await server.signIn("Bela").signed
    let key = try SoftAuthenticator()
    try await add(key, bela, server)
    try await add(SoftAuthenticator(.es256, id: [8]), server.signIn("Anna").signed, server)
    try await server.people.remove(bela.person.id, by: TestServer.owner)
    #expect(await refusal { try await signIn(key.assertion(request(server)), server) } == .wrongPasskey)
  }

  private func requireFactor(_ server: TestServer) async throws {
    try await server.people.set(
      PeopleSettings(idle: 60, absolute: 60, requiresFactor: true), by: TestServer.owner)
    server.clock.move(by: 1)
  }

  @Test("Where a second factor is required, the password alone can't put another one in the place of a passkey")
  func notReplaced() async throws {
    let server = try TestServer()
    let session = try await server.administrator()
    let key = try SoftAuthenticator()
    // It becomes one when its device has verified the person.
    key.flags = 0x01
    try await add(key, session.signed, server)
    try await requireFactor(server)
    let early = try await server.signIn("Anna").signed
    #expect(early.needsFactor)
    let new = try await server.people.startSecondFactor(of: early, password: TestServer.password, from: source)
    let other = try SoftAuthenticator(.es256, id: [8])
    other.person = early.person.id.bytes
    let registration = try other.registration(await question(early, server))
    key.flags = 0x05
    #expect(try await !signIn(key.assertion(request(server)), server).signed.needsFactor)
    #expect(await refusal { try await server.signIn("Anna") } == .passkeyNeeded)
    // Neither does a session that began before.
    let period = Int64(clampingFloor: server.clock.now.timeIntervalSince1970 / 30)
    let code = try new.codes.code(period).map(String.init).joined()
    #expect(
      await refusal {
        try await server.people.confirmSecondFactor(ticket: new.ticket, code: code, of: early, from: source)
      } == .passkeyNeeded)
    #expect(
      await refusal {
        try await server.people.addPasskey(registration, named: "", of: early, at: site)
      } == .passkeyNeeded)
    let row = try #require(try await server.people.passkeys(of: early.person.id).first)
    #expect(
      await refusal {
        try await server.people.endPasskey(row.id, of: early.person.id, by: .person(early))
      } == .passkeyNeeded)
  }

  @Test("A link for a new password lets nobody past a passkey that stays, and one that ends is asked for no more")
  func link() async throws {
    let server = try TestServer()
    let session = try await server.administrator()
    try await add(SoftAuthenticator(), session.signed, server)
    try await requireFactor(server)
    func accept(_ password: String, endsOthers: Bool) async throws -> NewSession {
      let link = try await server.people.passwordLink(for: session.signed.person.id, by: TestServer.owner)
      return try await server.people.accept(
        link.key, name: "", password: password, endsOthers: endsOthers, device: "")
    }
    #expect(await refusal { try await accept("an entirely other one", endsOthers: false) } == .passkeyNeeded)
    // The new password is set.
    #expect(await refusal { try await server.signIn("Anna") } == .wrongNameOrPassword)
    #expect(await refusal { try await server.signIn("Anna", "an entirely other one") } == .passkeyNeeded)
    #expect(try await accept("one more of them", endsOthers: true).signed.needsFactor)
    #expect(try await server.signIn("Anna", "one more of them").signed.needsFactor)
  }
}

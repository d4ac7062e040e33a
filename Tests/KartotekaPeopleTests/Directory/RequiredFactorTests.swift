import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaPeople

@Suite("A server that requires a second factor")
struct RequiredFactorTests {
  private static let source = ThrottleSource(address: "192.0.2.1")

  private func require(_ isRequired: Bool, _ server: TestServer) async throws {
    var settings = try await server.people.settings
    settings.requiresFactor = isRequired
    try await server.people.set(settings, by: TestServer.owner)
    server.clock.move(by: 1)
  }

  private func code(_ codes: OneTimeCode, _ server: TestServer) throws -> String {
    try codes.code(Int64(clampingFloor: server.clock.now.timeIntervalSince1970 / 30)).map(String.init).joined()
  }

  private func needs(_ session: NewSession, _ server: TestServer) async throws -> Bool? {
    try await server.people.signed(session: session.key)?.needsFactor
  }

  @Test("All sessions need one, also earlier ones, until it is set up or no longer required, and tokens need none")
  func sessions() async throws {
    let server = try TestServer()
    let early = try await server.administrator()
    let token = try await server.people.makeToken(
      for: early.signed.person.id, named: "t", apps: nil, isReadOnly: false, days: nil, by: TestServer.owner)
    server.clock.move(by: 1)
    try await require(true, server)
    #expect(try await server.people.settings.requiresFactor)
    let late = try await server.signIn("Anna")
    #expect(late.signed.needsFactor)
    #expect(try await needs(early, server) == true)
    #expect(try await needs(late, server) == true)
    #expect(try await server.people.signed(token: token)?.needsFactor == false)
    // Other settings leave it as it is.
    try await server.people.set(PeopleSettings(idle: 60, absolute: 60, requiresFactor: true), by: TestServer.owner)
    #expect(try await needs(early, server) == true)
    try await require(false, server)
    #expect(try await needs(early, server) == false)
    #expect(try await needs(late, server) == false)
  }

  @Test("An earlier session that has shown a code goes on, and open streams of the others end")
  func earlier() async throws {
    let server = try TestServer()
    let anna = try await server.administrator()
    let new = try await server.people.startSecondFactor(
      of: anna.signed, password: TestServer.password, from: Self.source)
    _ = try await server.people.confirmSecondFactor(
      ticket: new.ticket, code: code(new.codes, server), of: anna.signed, from: Self.source)
    try await server.people.add("Bob", password: TestServer.password, by: TestServer.owner)
    let bob = try await server.signIn("Bob")
    let stream = Task { await server.people.waitUntilEnded(bob.signed) }
    try await require(true, server)
    await stream.value
    #expect(try await needs(bob, server) == true)
    #expect(try await needs(anna, server) == false)
  }

  @Test("Who sets up codes goes on, signs in with them, and keeps what was shown with a new password")
  func codes() async throws {
    let server = try TestServer()
    _ = try await server.administrator()
    try await require(true, server)
    let session = try await server.signIn("Anna")
    let new = try await server.people.startSecondFactor(
      of: session.signed, password: TestServer.password, from: Self.source)
    _ = try await server.people.confirmSecondFactor(
      ticket: new.ticket, code: code(new.codes, server), of: session.signed, from: Self.source)
    #expect(try await needs(session, server) == false)
    server.clock.move(by: 30)
    guard case .codeNeeded(let ticket) = await refusal({ try await server.signIn("Anna") }) else {
      Issue.record("no code is asked for")
      return
    }
    let next = try await server.people.signIn(
      code: code(new.codes, server), ticket: ticket, device: "", from: Self.source)
    #expect(!next.signed.needsFactor)
    let changed = try await server.people.changePassword(
      of: next.signed, from: TestServer.password, to: "an entirely other one", device: "", at: Self.source)
    #expect(!changed.signed.needsFactor)
  }

  @Test("Who is invited to such a server sets one up first")
  func invited() async throws {
    let server = try TestServer()
    let anna = try await server.administrator()
    try await require(true, server)
    let link = try await server.people.invite(roles: ["courses": .reads], by: .person(anna.signed))
    let bob = try await server.people.accept(link.key, name: "Bob", password: TestServer.password, device: "")
    #expect(bob.signed.needsFactor)
    // A new password gives none.
    let changed = try await server.people.changePassword(
      of: bob.signed, from: TestServer.password, to: "an entirely other one", device: "", at: Self.source)
    #expect(changed.signed.needsFactor)
  }

  @Test("A clock that is behind that of the setting begins no session without one")
  func clockBehind() async throws {
    let server = try TestServer()
    _ = try await server.administrator()
    try await require(true, server)
    server.clock.move(by: -200)
    let early = try await server.signIn("Anna")
    #expect(early.signed.needsFactor)
    server.clock.move(by: 300)
    #expect(try await needs(early, server) == true)
  }
}

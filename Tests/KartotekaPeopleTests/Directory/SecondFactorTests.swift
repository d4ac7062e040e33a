import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaPeople
@testable import KartotekaStore

@Suite("One-time codes of people")
struct SecondFactorTests {
  private let source = ThrottleSource(address: "192.0.2.1")

  /// The code that an app on a phone shows.
  private func code(_ codes: OneTimeCode, _ server: TestServer, later periods: Int64 = 0) throws -> String {
    let period = Int64(clampingFloor: server.clock.now.timeIntervalSince1970 / 30) + periods
    return try codes.code(period).map(String.init).joined()
  }

  /// Asks for codes of somebody from now on.
  private func begun(_ signed: Signed, _ server: TestServer) async throws -> (OneTimeCode, [RecoveryCode]) {
    let new = try await server.people.startSecondFactor(of: signed, password: TestServer.password, from: source)
    let recovery = try await server.people.confirmSecondFactor(
      ticket: new.ticket, code: code(new.codes, server), of: signed, from: source)
    server.clock.move(by: 30)
    return (new.codes, recovery)
  }

  private func ticket(_ server: TestServer, _ password: String = TestServer.password) async -> String? {
    guard case .codeNeeded(let ticket) = await refusal({ try await server.signIn("Anna", password) }) else {
      return nil
    }
    return ticket
  }

  private func enter(_ code: String, _ ticket: String?, _ server: TestServer) async throws -> NewSession {
    try await server.people.signIn(code: code, ticket: ticket ?? "", device: "", from: source)
  }

  @Test("With codes the password alone begins no session, and each code begins one once")
  func signingIn() async throws {
    let server = try TestServer()
    let first = try await server.administrator()
    #expect(try await server.people.secondFactor(of: first.signed.person.id) == nil)
    let (codes, _) = try await begun(first.signed, server)
    #expect(try await server.people.secondFactor(of: first.signed.person.id)?.recoveryCodes == 10)
    let ticket = try #require(await ticket(server))
    #expect(try await server.people.sessions(of: first.signed.person.id).count == 1)
    for wrong in ["", "000000x", "abc"] {
      #expect(await refusal { try await enter(wrong, ticket, server) } == .wrongCode)
    }
    let code = try code(codes, server)
    #expect(try await enter(code, ticket, server).signed.person.name == "Anna")
    // Neither the same code nor an earlier one counts again.
    #expect(await refusal { try await enter(code, ticket, server) } == .wrongCode)
    #expect(await refusal { try await enter(self.code(codes, server, later: -1), ticket, server) } == .wrongCode)
    #expect(try await enter(self.code(codes, server, later: 1), ticket, server).signed.person.name == "Anna")
  }

  @Test("Right codes that can't be stored delay nobody afterwards, and wrong ones do")
  func unstored() async throws {
    let warnings = Mutex<[String]>([])
    var options = StoreOptions()
    options.warn = { line in warnings.withLock { $0.append(line) } }
    let server = try TestServer(options: options, throttle: Throttle { .zero })
    let first = try await server.administrator()
    let (codes, _) = try await begun(first.signed, server)
    let ticket = try #require(await ticket(server))
    let code = try code(codes, server)
    let opened = server.people.state.withLock(\.store)
    let store = try #require(opened)
    func refuseWrites(_ refuses: Bool) async throws {
      try await store.writer.writeWithoutTransaction {
        try $0.execute("PRAGMA query_only = \(refuses ? "ON" : "OFF")")
      }
    }
    try await refuseWrites(true)
    for _ in 0..<8 { #expect(await refusal { try await enter(code, ticket, server) } == .diskFull) }
    try await refuseWrites(false)
    let warned = warnings.withLock { $0.filter { $0.hasPrefix("_people.sqlite: nobody can be signed in: ") } }
    #expect(warned.count == 8)
    #expect(try await enter(code, ticket, server).signed.person.name == "Anna")
    let next = try self.code(codes, server, later: 1)
    for _ in 0..<5 { #expect(await refusal { try await enter("000000", ticket, server) } == .wrongCode) }
    #expect(await refusal { try await enter(next, ticket, server) } == .tooManyAttempts(seconds: 2))
  }

  @Test("A code that counted while the clock was a year ahead refuses none after the clock was set back")
  func clockSetBack() async throws {
    let server = try TestServer()
    let (codes, _) = try await begun(server.administrator().signed, server)
    let year = 365.0 * 86_400
    server.clock.move(by: year)
    _ = try await enter(code(codes, server), ticket(server), server)
    server.clock.move(by: -year)
    let question = await ticket(server)
    #expect(try await enter(self.code(codes, server), question, server).signed.person.name == "Anna")
    #expect(await refusal { try await enter(self.code(codes, server), question, server) } == .wrongCode)
    // The clock of another server may be some minutes ahead.
    server.clock.move(by: 240)
    _ = try await enter(code(codes, server), ticket(server), server)
    server.clock.move(by: -240)
    #expect(await refusal { try await enter(self.code(codes, server), question, server) } == .wrongCode)
  }

  @Test("Two sign-ins at once with one code: one of them is refused")
  func atOnce() async throws {
    let server = try TestServer()
    let (codes, recovery) = try await begun(server.administrator().signed, server)
    let ticket = try #require(await ticket(server))
    for code in [try code(codes, server), recovery[0].text] {
      let entered = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 { group.addTask { (try? await enter(code, ticket, server)) != nil } }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(entered == 1)
      server.clock.move(by: 60)
    }
  }

  @Test("The question ends after minutes, and when the password is changed; a forged one is none")
  func tickets() async throws {
    let server = try TestServer()
    let session = try await server.administrator()
    let (codes, _) = try await begun(session.signed, server)
    var old = try #require(await ticket(server))
    for forged in ["", "x", String(old.dropLast()), old + "A"] {
      #expect(await refusal { try await enter(self.code(codes, server), forged, server) } == .ticketEnded)
    }
    server.clock.move(by: 301)
    #expect(await refusal { try await enter(self.code(codes, server), old, server) } == .ticketEnded)
    old = try #require(await ticket(server))
    try await server.people.setPassword("an entirely other one", of: session.signed.person.id, by: TestServer.owner)
    #expect(await refusal { try await enter(self.code(codes, server), old, server) } == .ticketEnded)
    let new = await ticket(server, "an entirely other one")
    #expect(try await enter(self.code(codes, server), new, server).signed.person.name == "Anna")
    // A ticket with a secret, and that of somebody else, is none either.
    let bela = try await server.people.add("Bela", password: TestServer.password, by: TestServer.owner)
    let his = try await server.signIn("Bela")
    let secret = try await server.people.startSecondFactor(of: his.signed, password: TestServer.password, from: source)
    #expect(await refusal { try await enter(self.code(secret.codes, server), secret.ticket, server) } == .ticketEnded)
    let hers = try await enter(self.code(codes, server, later: 1), new, server)
    #expect(
      await refusal {
        try await server.people.confirmSecondFactor(
          ticket: secret.ticket, code: self.code(secret.codes, server), of: hers.signed, from: source)
      } == .ticketEnded)
    #expect(try await server.people.secondFactor(of: bela.id) == nil)
  }

  @Test("Each recovery code counts once, and new ones replace all earlier ones")
  func recovery() async throws {
    let server = try TestServer()
    let session = try await server.administrator()
    let (_, recovery) = try await begun(session.signed, server)
    let ticket = await ticket(server)
    #expect(try await enter(" \(recovery[3].text.uppercased()) ", ticket, server).signed.person.name == "Anna")
    #expect(await refusal { try await enter(recovery[3].text, ticket, server) } == .wrongCode)
    #expect(try await server.people.secondFactor(of: session.signed.person.id)?.recoveryCodes == 9)
    let new = try await server.people.makeRecoveryCodes(of: session.signed, password: TestServer.password, from: source)
    #expect(await refusal { try await enter(recovery[4].text, ticket, server) } == .wrongCode)
    #expect(try await enter(new[0].text, ticket, server).signed.person.name == "Anna")
    #expect(try await server.people.events().contains { $0.kind == .recoveryCodeUsed && $0.subject == "Anna" })
  }

  @Test("A code of another person's phone or paper is none")
  func others() async throws {
    let server = try TestServer()
    _ = try await begun(server.administrator().signed, server)
    try await server.people.add("Bela", password: TestServer.password, by: TestServer.owner)
    let (codes, recovery) = try await begun(server.signIn("Bela").signed, server)
    let ticket = await ticket(server)
    #expect(await refusal { try await enter(self.code(codes, server), ticket, server) } == .wrongCode)
    #expect(await refusal { try await enter(recovery[0].text, ticket, server) } == .wrongCode)
    #expect(
      try await server.people.secondFactor(of: #require(server.people.person(named: "Bela")).id)?.recoveryCodes == 10)
  }

  @Test("Guessing codes has to wait, from whatever address")
  func throttled() async throws {
    let server = try TestServer()
    _ = try await begun(server.administrator().signed, server)
    let ticket = await ticket(server) ?? ""
    var errors: [PeopleError?] = []
    for number in 0..<8 {
      errors.append(
        await refusal {
          try await server.people.signIn(
            code: "12345x", ticket: ticket, device: "", from: ThrottleSource(address: "198.51.100.\(number)"))
        })
    }
    #expect(errors.prefix(5).allSatisfy { $0 == .wrongCode })
    #expect(errors.suffix(3).allSatisfy { if case .tooManyAttempts? = $0 { true } else { false } })
  }

  @Test("Codes begin and end with the password, and other devices are signed out when they begin")
  func own() async throws {
    let server = try TestServer()
    let first = try await server.administrator()
    let other = try await server.signIn("Anna")
    let wrong = await refusal {
      try await server.people.startSecondFactor(of: first.signed, password: "wrong password", from: source)
    }
    #expect(wrong == .wrongPassword)
    let new = try await server.people.startSecondFactor(of: first.signed, password: TestServer.password, from: source)
    #expect(try await server.people.newSecondFactor(ticket: new.ticket, of: first.signed).codes == new.codes)
    #expect(
      await refusal {
        try await server.people.confirmSecondFactor(ticket: new.ticket, code: "000", of: first.signed, from: source)
      } == .wrongCode)
    #expect(try await server.signIn("Anna").signed.person.name == "Anna")
    _ = try await server.people.confirmSecondFactor(
      ticket: new.ticket, code: code(new.codes, server), of: first.signed, from: source)
    #expect(try await server.people.signed(session: other.key) == nil)
    #expect(try await server.people.signed(session: first.key) != nil)
    #expect(
      await refusal {
        try await server.people.removeSecondFactor(of: first.signed, password: "wrong password", from: source)
      } == .wrongPassword)
    try await server.people.removeSecondFactor(of: first.signed, password: TestServer.password, from: source)
    #expect(try await server.signIn("Anna").signed.person.name == "Anna")
  }

  @Test("A link to a new password does not stand for a code")
  func link() async throws {
    let server = try TestServer()
    let session = try await server.administrator()
    let (codes, _) = try await begun(session.signed, server)
    let link = try await server.people.passwordLink(for: session.signed.person.id, by: TestServer.owner)
    let question = await refusal {
      try await server.people.accept(link.key, name: "", password: "an entirely other one", device: "")
    }
    guard case .codeNeeded(let ticket) = question else {
      Issue.record("\(String(describing: question))")
      return
    }
    #expect(try await server.people.sessions(of: session.signed.person.id).isEmpty)
    #expect(try await enter(self.code(codes, server), ticket, server).signed.person.name == "Anna")
    #expect(
      await refusal {
        try await server.people.accept(link.key, name: "", password: "yet another password", device: "")
      } == .linkEnded)
    #expect(await self.ticket(server, "an entirely other one") != nil)
  }

  @Test("An administrator ends the codes of somebody who lost them, and nobody else does; a removed person has none")
  func lost() async throws {
    let server = try TestServer()
    let anna = try await server.administrator()
    try await server.people.add("Bela", password: TestServer.password, by: TestServer.owner)
    let bela = try await server.signIn("Bela").signed
    _ = try await begun(bela, server)
    _ = try await begun(anna.signed, server)
    #expect(
      await refusal { try await server.people.endSecondFactor(of: anna.signed.person.id, by: .person(bela)) }
        == .notAllowed)
    try await server.people.endSecondFactor(of: bela.person.id, by: .person(anna.signed))
    #expect(try await server.signIn("Bela").signed.person.name == "Bela")
    _ = try await begun(server.signIn("Bela").signed, server)
    try await server.people.remove(bela.person.id, by: TestServer.owner)
    #expect(try await server.people.secondFactor(of: bela.person.id) == nil)
  }
}

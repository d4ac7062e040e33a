import Foundation
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaPeople

@Suite("Signing in and sessions")
struct SigningInTests {
  @Test("A folder without people has nobody, and asking makes no file")
  func nobody() async throws {
    let server = try TestServer()
    #expect(try await server.people.isEmpty)
    #expect(try await server.people.signed(session: "ks_x") == nil)
    #expect(try await server.people.all().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: server.folder.path(percentEncoded: false)).isEmpty)
  }

  @Test("A name in another case or Unicode form signs in, a wrong name or password doesn't")
  func names() async throws {
    let server = try TestServer()
    try await server.people.add(
      "Zoë Ångström", password: TestServer.password, isAdministrator: true, by: TestServer.owner)
    for name in ["Zoë Ångström", "zoe\u{308}  a\u{30A}NGSTRÖM ", "ZOË ÅNGSTRÖM"] {
      #expect(try await server.signIn(name).signed.person.name == "Zoë Ångström")
    }
    #expect(await refusal { try await server.signIn("Zoë Ångström", "wrong password") } == .wrongNameOrPassword)
    #expect(await refusal { try await server.signIn("Zoe Angstrom") } == .wrongNameOrPassword)
    #expect(await refusal { try await server.signIn("\u{0}") } == .wrongNameOrPassword)
    #expect(await refusal { try await server.signIn(String(repeating: "x", count: 1_000_000)) } == .wrongNameOrPassword)
  }

  @Test("Many wrong passwords from one address have to wait, and other addresses don't")
  func throttled() async throws {
    let server = try TestServer()
    _ = try await server.administrator()
    var last: PeopleError?
    for _ in 0..<8 { last = await refusal { try await server.signIn("Anna", "wrong password") } }
    guard case .tooManyAttempts(let seconds) = last else {
      Issue.record("\(String(describing: last))")
      return
    }
    #expect(seconds > 0)
    let elsewhere = try await server.people.signIn(
      name: "Anna", password: TestServer.password, device: "", from: ThrottleSource(address: "192.0.2.99"))
    #expect(elsewhere.signed.person.name == "Anna")
  }

  @Test("A session is known by its key alone, and no longer after the sign-out")
  func session() async throws {
    let server = try TestServer()
    let session = try await server.administrator()
    let signed = try #require(try await server.people.signed(session: session.key))
    #expect(signed == session.signed)
    #expect(signed.role(in: "anything") == .shapes)
    for forged in ["", "ks_", session.key + "x", session.key.uppercased(), "kt_" + session.key.dropFirst(3)] {
      #expect(try await server.people.signed(session: forged) == nil)
    }
    #expect(try await server.people.signed(token: session.key) == nil)
    try await server.people.signOut(signed)
    // As if changes of other processes had been looked for just now.
    server.people.state.withLock { $0.compared = .now }
    #expect(try await server.people.signed(session: session.key) == nil)
  }

  @Test("A sign-in ends the session that the browser had, and begins one with another key")
  func fixation() async throws {
    let server = try TestServer()
    let first = try await server.administrator()
    let second = try await server.signIn("Anna", replacing: first.key)
    #expect(first.key != second.key)
    #expect(try await server.people.signed(session: first.key) == nil)
    #expect(try await server.people.signed(session: second.key) != nil)
  }

  @Test("A session that is not used ends after 14 days, and any after 90")
  func limits() async throws {
    let server = try TestServer()
    let (used, unused) = (try await server.administrator(), try await server.signIn("Anna"))
    for day in 1...90 {
      server.clock.move(by: 86_400)
      let isThere = try await server.people.signed(session: used.key) != nil
      #expect(isThere == (day < 90))
      await server.people.settle()
      if day == 13 { #expect(try await server.people.sessions(of: used.signed.person.id).count == 2) }
      if day == 14 { #expect(try await server.people.signed(session: unused.key) == nil) }
    }
  }

  @Test("A clock that is set back brings no ended session back, and makes none longer")
  func clockSetBack() async throws {
    let server = try TestServer()
    let old = try await server.administrator()
    server.clock.move(by: 100 * 86_400)
    let new = try await server.signIn("Anna")
    server.clock.move(by: -99 * 86_400)
    #expect(try await server.people.signed(session: old.key) == nil)
    let signed = try #require(try await server.people.signed(session: new.key))
    await server.people.settle()
    #expect(try #require(signed.ends) <= server.clock.now + PeopleLimits().absolute)
    server.clock.move(by: 15 * 86_400)
    #expect(try await server.people.signed(session: new.key) == nil)
  }

  @Test("A new password ends all sessions and needs the old one")
  func passwordChange() async throws {
    let server = try TestServer()
    let (one, other) = (try await server.administrator(), try await server.signIn("Anna"))
    func change(_ old: String, _ new: String) async throws -> NewSession {
      try await server.people.changePassword(
        of: one.signed, from: old, to: new, device: "", at: ThrottleSource(address: "192.0.2.1"))
    }
    #expect(await refusal { try await change("wrong password", "an entirely other one") } == .wrongPassword)
    #expect(await refusal { try await change(TestServer.password, "short") } == .password(.tooShort))
    #expect(await refusal { try await change(TestServer.password, "password123") } == .password(.common))
    let next = try await change(TestServer.password, "an entirely other one")
    for session in [one, other] { #expect(try await server.people.signed(session: session.key) == nil) }
    #expect(try await server.people.signed(session: next.key) != nil)
    #expect(await refusal { try await server.signIn("Anna") } == .wrongNameOrPassword)
    #expect(await refusal { try await change("an entirely other one", "one more of them") } != nil)
  }

  @Test("An open stream ends when another process ends the session, and not when it is used")
  func streams() async throws {
    let server = try TestServer()
    let (session, second) = (try await server.administrator(), try await server.signIn("Anna"))
    let people = server.people
    let hasEnded = Mutex(false)
    let stream = Task {
      await people.waitUntilEnded(session.signed)
      hasEnded.withLock { $0 = true }
    }
    server.clock.move(by: 120)
    _ = try await people.signed(session: session.key)
    await people.settle()
    // The stream of another session ends once it has looked at a commit that both wait for.
    let seen = Task { await people.waitUntilEnded(second.signed) }
    try await people.signOut(second.signed)
    await seen.value
    let isOver = hasEnded.withLock { $0 }
    #expect(!isOver)
    let other = server.another()
    try await other.endSessions(of: session.signed.person.id, by: TestServer.owner)
    await stream.value
    #expect(try await people.signed(session: session.key) == nil)
  }

  @Test("A sign-in makes the hash anew that has other parameters than those of today, and the password stays")
  func oldHash() async throws {
    let server = try TestServer()
    let person = try await server.administrator().signed.person
    let old = try PasswordHash(of: TestServer.password, work: PasswordHash.Work(logN: 5, r: 8, p: 1))
    try await server.people.write(by: nil) { try $0.set(old, of: person.id) }
    #expect(await refusal { try await server.signIn("Anna", "wrong password") } == .wrongNameOrPassword)
    #expect(try await server.people.read { try $0.hash(of: person.id) } == old)
    _ = try await server.signIn("Anna")
    let renewed = try #require(try await server.people.read { try $0.hash(of: person.id) } ?? nil)
    #expect(renewed.work == PasswordHash.Work(logN: 4, r: 8, p: 1))
    _ = try await server.signIn("Anna")
  }

  @Test("What may pass and a full disk are told as such; what needs the administrator, or is not known, stays itself")
  func unstored() {
    for refusal in PrimaryRefusal.allCases {
      let error = StoreError.primary("It rains.", remedy: nil, refusal)
      let told = People.unstored(error)
      switch refusal {
      case .diskFull: #expect(told as? PeopleError == .diskFull)
      case .unreachable, .readOnly, .locked, .other: #expect(told as? PeopleError == .notNow, "\(refusal)")
      default: #expect(told as? StoreError == error, "\(refusal)")
      }
    }
    #expect(People.unstored(.disk("database or disk is full")) as? PeopleError == .diskFull)
    #expect(People.unstored(.busy) as? PeopleError == .notNow)
    let unknown = StoreError.outcomeUnknown("It rains.", remedy: nil)
    #expect(People.unstored(unknown) as? StoreError == unknown)
  }

  @Test("One session ends and the others stay; nobody ends one of somebody else by its number")
  func oneSession() async throws {
    let server = try TestServer()
    let (one, other) = (try await server.administrator(), try await server.signIn("Anna"))
    try await server.people.add("Bob", password: TestServer.password, by: TestServer.owner)
    let (bob, anna) = (try await server.signIn("Bob"), one.signed.person.id)
    let number = other.signed.credential
    #expect(
      await refusal { try await server.people.endSession(number, of: anna, by: .person(bob.signed)) } == .notAllowed)
    // A number of Anna's among the sessions of Bob is none.
    try await server.people.endSession(number, of: bob.signed.person.id, by: .person(bob.signed))
    #expect(try await server.people.signed(session: other.key) != nil)
    try await server.people.endSession(number, of: anna, by: .person(one.signed))
    #expect(try await server.people.signed(session: other.key) == nil)
    for key in [one.key, bob.key] { #expect(try await server.people.signed(session: key) != nil) }
    #expect(try await server.people.events(limit: 1).map(\.kind) == [.sessionsEnded])
  }

  @Test("The last use is stored at most once a minute")
  func lastUse() async throws {
    let server = try TestServer()
    let session = try await server.administrator()
    let id = session.signed.person.id
    let began = server.clock.now
    server.clock.move(by: 59)
    _ = try await server.people.signed(session: session.key)
    await server.people.settle()
    #expect(try await server.people.sessions(of: id).map(\.lastUse) == [began])
    server.clock.move(by: 1)
    _ = try await server.people.signed(session: session.key)
    await server.people.settle()
    #expect(try await server.people.sessions(of: id).map(\.lastUse) == [server.clock.now])
  }

  @Test("A person has at most so many sessions: the one that was used longest ago ends")
  func mostSessions() async throws {
    var limits = PeopleLimits()
    limits.credentials = 3
    let server = try TestServer(limits)
    let first = try await server.administrator()
    for _ in 0..<3 {
      server.clock.move(by: 1)
      _ = try await server.signIn("Anna")
    }
    #expect(try await server.people.sessions(of: first.signed.person.id).count == 3)
    #expect(try await server.people.signed(session: first.key) == nil)
  }
}

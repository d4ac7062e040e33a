import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaPeople

@Suite("Settings of a server with people")
struct PeopleSettingsTests {
  private static let usual = PeopleSettings(idle: 14 * 1_440, absolute: 90 * 1_440)

  @Test("Sessions, also those that have begun, end by the limits that are set, at all servers")
  func limits() async throws {
    let server = try TestServer()
    #expect(try await server.people.settings == Self.usual)
    let old = try await server.administrator()
    let other = server.another()
    #expect(try await other.signed(session: old.key) != nil)
    try await server.people.set(PeopleSettings(idle: 60, absolute: 180), by: .person(old.signed))
    #expect(try await other.settings == PeopleSettings(idle: 60, absolute: 180))
    // The end is another one, so that an open stream begins anew.
    let signed = try #require(try await server.people.signed(session: old.key))
    #expect(signed.ends == old.signed.ends.map { _ in server.clock.now + 180 * 60 })
    let new = try await server.signIn("Anna")
    for minute in 1...180 {
      server.clock.move(by: 60)
      let isThere = try await server.people.signed(session: old.key) != nil
      #expect(isThere == (minute < 180), "\(minute)")
      await server.people.settle()
      if minute == 59 { #expect(try await other.sessions(of: old.signed.person.id).count == 2) }
      if minute == 60 { #expect(try await other.signed(session: new.key) == nil) }
    }
  }

  @Test("A longer limit holds for new sessions, and no earlier one comes back")
  func longer() async throws {
    let server = try TestServer()
    let old = try await server.administrator()
    server.clock.move(by: 15 * 86_400)
    try await server.people.set(PeopleSettings(idle: 525_600, absolute: 525_600), by: TestServer.owner)
    #expect(try await server.people.signed(session: old.key) == nil)
    let new = try await server.signIn("Anna")
    server.clock.move(by: 364 * 86_400)
    #expect(try await server.people.signed(session: new.key) != nil)
  }

  @Test("Limits beyond a quarter of an hour and a year, and an idle one beyond the other, are refused")
  func refused() async throws {
    let server = try TestServer()
    let anna = try await server.administrator()
    let bob = try await server.people.add("Bob", password: TestServer.password, by: TestServer.owner)
    let his = try await server.signIn("Bob")
    #expect(bob.id == his.signed.person.id)
    func set(_ idle: Int, _ absolute: Int, _ session: NewSession) async -> PeopleError? {
      await refusal {
        try await server.people.set(PeopleSettings(idle: idle, absolute: absolute), by: .person(session.signed))
      }
    }
    for (idle, absolute) in [(14, 60), (0, 60), (-5, 60), (60, 525_601), (Int.min, Int.max)] {
      #expect(await set(idle, absolute, anna) == .sessionLimits)
    }
    #expect(await set(61, 60, anna) == .sessionOrder)
    #expect(await set(60, 60, his) == .notAllowed)
    #expect(try await server.people.settings == Self.usual)
    #expect(await set(15, 15, anna) == nil)
    #expect(try await server.people.events().first?.kind == .settingsChanged)
  }

  @Test("Stored limits that are none count as the usual ones")
  func stored() async throws {
    let server = try TestServer()
    _ = try await server.administrator()
    try await server.people.write(by: nil) { tables in
      var rule = Record<Stored.ServerRule>()
      (rule.number, rule.idle, rule.absolute) = (1, -1, 5)
      try tables.transaction.insert(&rule)
    }
    #expect(try await server.people.settings == Self.usual)
    #expect(try await server.signIn("Anna").signed.person.name == "Anna")
  }
}

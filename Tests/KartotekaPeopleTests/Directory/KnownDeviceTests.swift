import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaPeople

@Suite("Devices on which somebody was signed in before")
struct KnownDeviceTests {
  private static let home = "192.0.2.1"

  // No time passes for the throttle.
  private static func server() throws -> TestServer { try TestServer(throttle: Throttle { .zero }) }

  private func signIn(
    _ name: String, _ server: TestServer, password: String = TestServer.password, key: String? = nil,
    address: String = home
  ) async throws -> NewSession {
    try await server.people.signIn(
      name: name, password: password, device: "", from: ThrottleSource(address: address, key: key))
  }

  /// Strangers at the address of the household guess the passwords of many names, also of these.
  private func guess(_ names: [String], _ server: TestServer) async {
    for name in names + (0..<40).map({ "name \($0)" }) {
      for _ in 0..<8 { _ = await refusal { try await signIn(name, server, password: "wrong password") } }
    }
  }

  private func waits(_ error: PeopleError?) -> Bool { if case .tooManyAttempts = error { true } else { false } }

  @Test("Strangers at the same address don't slow down a person on a device of theirs, and slow down everybody else")
  func known() async throws {
    let server = try Self.server()
    let anna = try await server.administrator()
    try await server.people.add("Bob", password: TestServer.password, by: TestServer.owner)
    await guess(["Anna", "Bob"], server)
    #expect(waits(await refusal { try await signIn("Anna", server) }))
    #expect(waits(await refusal { try await signIn("Bob", server, key: anna.device) }))
    let forged = try SecretToken(.device).text
    #expect(waits(await refusal { try await signIn("Anna", server, key: forged) }))
    let again = try await signIn("anna", server, key: anna.device)
    #expect(again.device == anna.device)
    // Two people of one browser have one key.
    let bob = try await signIn("Bob", server, key: anna.device, address: "192.0.2.7")
    #expect(bob.device == anna.device)
    #expect(try await signIn("Bob", server, key: anna.device).signed.person.name == "Bob")
  }

  @Test("A stolen device has failures of its own, which its address does not change")
  func stolen() async throws {
    let server = try Self.server()
    let anna = try await server.administrator()
    var passed = 0
    for number in 0..<50 {
      let error = await refusal {
        try await signIn("Anna", server, password: "wrong password", key: anna.device, address: "198.51.100.\(number)")
      }
      if !waits(error) { passed += 1 }
    }
    #expect(passed == 5)
    #expect(try await signIn("Anna", server, address: "192.0.2.9").signed.person.name == "Anna")
  }

  @Test("Codes that somebody who knows the password guesses don't delay the person on a device of theirs")
  func codes() async throws {
    let server = try Self.server()
    let anna = try await server.administrator()
    let id = anna.signed.person.id
    let source = ThrottleSource(address: Self.home)
    let new = try await server.people.startSecondFactor(
      of: anna.signed, password: TestServer.password, from: source)
    let period = Int64(clampingFloor: server.clock.now.timeIntervalSince1970 / 30)
    let code = try new.codes.code(period).map(String.init).joined()
    let recovery = try await server.people.confirmSecondFactor(
      ticket: new.ticket, code: code, of: anna.signed, from: source)
    func ticket(_ key: String?) async -> String {
      guard case .codeNeeded(let ticket) = await refusal({ try await signIn("Anna", server, key: key) }) else {
        return ""
      }
      return ticket
    }
    func enter(_ code: String, _ key: String?) async throws -> NewSession {
      try await server.people.signIn(
        code: code, ticket: await ticket(key), device: "", from: ThrottleSource(address: Self.home, key: key))
    }
    for _ in 0..<9 { _ = await refusal { try await enter("000000", nil) } }
    #expect(waits(await refusal { try await enter(recovery[0].text, nil) }))
    #expect(try await enter(recovery[0].text, anna.device).signed.person.id == id)
  }

  @Test("A key that this server did not make is replaced, and the database has digests alone")
  func foreign() async throws {
    let server = try Self.server()
    _ = try await server.administrator()
    let forged = try SecretToken(.device).text
    let session = try await signIn("Anna", server, key: forged)
    #expect(session.device != forged)
    await server.people.close()
    let bytes = try Data(contentsOf: server.people.file)
    #expect(bytes.range(of: Data(session.device.utf8)) == nil)
    let digest = try #require(SecretToken(.device, text: session.device)).storedDigest
    #expect(bytes.range(of: Data(digest.utf8)) != nil)
  }

  @Test("A device is known no more after a removal, and where somebody else may have known the password")
  func ended() async throws {
    let server = try Self.server()
    _ = try await server.administrator()
    let bob = try await server.people.add("Bob", password: TestServer.password, by: TestServer.owner)
    let first = try await signIn("Bob", server, address: "192.0.2.5")
    let next = try await server.people.changePassword(
      of: first.signed, from: TestServer.password, to: "an entirely other one", endsOthers: true, device: "",
      at: ThrottleSource(address: "192.0.2.5", key: first.device))
    #expect(next.device != first.device)
    try await server.people.remove(bob.id, by: TestServer.owner)
    let left = try await server.people.read { tables in
      try tables.transaction.count(Stored.KnownDevice.all.where(\.account == bob.id.number))
    }
    #expect(left == 0)
  }
}

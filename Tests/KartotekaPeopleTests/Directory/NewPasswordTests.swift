import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaPeople

@Suite("What ends with a new password")
struct NewPasswordTests {
  private static let source = ThrottleSource(address: "192.0.2.1")
  private static let other = "an entirely other one"

  private func token(_ person: PersonID, _ server: TestServer) async throws -> String {
    try await server.people.makeToken(
      for: person, named: "Calendar", apps: nil, isReadOnly: false, days: nil, by: TestServer.owner)
  }

  @Test("Somebody who changes the password says whether tokens end, too", arguments: [true, false])
  func own(endsOthers: Bool) async throws {
    let server = try TestServer()
    let anna = try await server.administrator()
    let key = try await token(anna.signed.person.id, server)
    _ = try await server.people.changePassword(
      of: anna.signed, from: TestServer.password, to: Self.other, endsOthers: endsOthers, device: "", at: Self.source)
    #expect(try await (server.people.signed(token: key) == nil) == endsOthers)
    let events = try await server.people.events().map(\.kind)
    #expect(events.contains(.tokenEnded) == endsOthers)
  }

  @Test("A link to a new password ends tokens unless its user wants them to stay", arguments: [true, false])
  func link(endsOthers: Bool) async throws {
    let server = try TestServer()
    let anna = try await server.administrator()
    let key = try await token(anna.signed.person.id, server)
    let link = try await server.people.passwordLink(for: anna.signed.person.id, by: TestServer.owner)
    if endsOthers {
      _ = try await server.people.accept(link.key, name: "", password: Self.other, device: "")
    } else {
      _ = try await server.people.accept(link.key, name: "", password: Self.other, endsOthers: false, device: "")
    }
    #expect(try await (server.people.signed(token: key) == nil) == endsOthers)
  }

  @Test("A password that is set on the machine ends tokens unless they are to stay", arguments: [true, false])
  func machine(endsOthers: Bool) async throws {
    let server = try TestServer()
    let id = try await server.administrator().signed.person.id
    let key = try await token(id, server)
    try await server.people.setPassword(Self.other, of: id, endsOthers: endsOthers, by: TestServer.owner)
    #expect(try await (server.people.signed(token: key) == nil) == endsOthers)
  }

  @Test("With the tokens the passkeys end", .enabled(if: PasskeyCeremony.isAvailable))
  func passkeys() async throws {
    let server = try TestServer()
    let anna = try await server.administrator()
    let id = anna.signed.person.id
    try await server.people.write(by: nil) { tables in
      var key = Record<Stored.PublicKey>()
      key.account = id.number
      (key.credential, key.content, key.label, key.made) = ("AQ", "{}", "Phone", tables.now)
      try tables.transaction.insert(&key)
    }
    #expect(try await server.people.passkeys(of: id).map(\.name) == ["Phone"])
    let link = try await server.people.passwordLink(for: id, by: TestServer.owner)
    _ = try await server.people.accept(link.key, name: "", password: Self.other, device: "")
    #expect(try await server.people.passkeys(of: id).isEmpty)
  }
}

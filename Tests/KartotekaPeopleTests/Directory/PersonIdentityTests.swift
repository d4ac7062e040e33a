import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaPeople

@Suite("The lasting identities of people")
struct PersonIdentityTests {
  @Test("A person keeps theirs with another name and role, and somebody else of the name has another one")
  func lasting() async throws {
    let server = try TestServer()
    let anna = try await server.administrator().signed.person
    let bob = try await server.people.add("Bob", password: nil, by: TestServer.owner)
    let identity = try #require(bob.identity)
    #expect(Author.identities.contains(identity) && identity != anna.identity && bob.author.owner == identity)
    try await server.people.set(name: "Robert", Preferences(), of: bob.id, by: TestServer.owner)
    try await server.people.set(
      roles: ["courses": .writes], isAdministrator: false, of: bob.id, by: TestServer.owner)
    #expect(try await server.people.person(bob.id)?.identity == identity)
    try await server.people.remove(bob.id, by: TestServer.owner)
    #expect(try await server.people.add("Bob", password: nil, by: TestServer.owner).identity != identity)
  }

  @Test("Those whom an earlier version has made get one when their file is opened, once")
  func earlier() async throws {
    let server = try TestServer()
    _ = try await server.administrator()
    let bob = try await server.people.add("Bob", password: nil, by: TestServer.owner)
    try await server.people.write(by: nil) { tables in
      for var account in try tables.all(Stored.Account.all) {
        account.identity = nil
        try tables.transaction.update(account)
      }
    }
    // Until then nothing belongs to them.
    let nobody = try #require(try await server.people.person(bob.id))
    #expect(nobody.identity == nil && nobody.author.owner == nil && nobody.author.id != nil)
    let found = try await server.another().all()
    #expect(found.count == 2 && Set(found.compactMap(\.identity)).count == 2)
    #expect(try await server.another().all() == found)
    #expect(try await server.people.all() == found)
  }

  @Test(
    "A file of an earlier version that comes under a running server gets identities when it is opened",
    .timeLimit(.minutes(2)))
  func comingFile() async throws {
    let (server, earlier) = (try TestServer(), try TestServer())
    _ = try await server.administrator()
    let bela = try await earlier.administrator("Bela").signed.person
    try await earlier.people.write(by: nil) { tables in
      var account = try tables.account(bela.id)
      account.identity = nil
      try tables.transaction.update(account)
    }
    await earlier.people.close()
    let file = server.people.file
    try FileManager.default.copyItem(at: earlier.people.file, to: file.appendingPathExtension("new"))
    #expect(rename(file.path(percentEncoded: false) + ".new", file.path(percentEncoded: false)) == 0)
    var found: [Person] = []
    var failure: (any Error)?
    // The server looks for another file from time to time.
    for _ in 0..<6_000 where found.map(\.name) != ["Bela"] {
      try await Task.sleep(for: .milliseconds(10))
      do { found = try await server.people.all() } catch { failure = error }
    }
    #expect(found.map(\.name) == ["Bela"], "\(failure.map { "\($0)" } ?? "")")
    #expect(found.first?.identity != nil)
  }

  @Test("Somebody who comes under a running server without one gets it when they sign in")
  func signingIn() async throws {
    let server = try TestServer()
    let anna = try await server.administrator().signed.person
    try await server.people.write(by: nil) { tables in
      var account = try tables.account(anna.id)
      account.identity = nil
      try tables.transaction.update(account)
    }
    let identity = try #require(try await server.signIn("Anna").signed.person.identity)
    #expect(Author.identities.contains(identity))
    #expect(try await server.signIn("Anna").signed.person.identity == identity)
    #expect(try await server.people.person(anna.id)?.identity == identity)
  }
}

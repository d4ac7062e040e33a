import Foundation
import KartotekaPeople
import KartotekaStore
import Testing

@testable import KartotekaPostgres

@Suite("People of two servers", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(5)))
struct SharedPeopleTests {
  private static let password = "correct horse battery"
  private static let source = ThrottleSource(address: "192.0.2.1")

  private static func people(_ folder: Scratch, _ database: TestDatabase) throws -> People {
    var options = StoreOptions()
    options.primaries = PostgresPrimaries(try database.address())
    return People(in: folder.folder, options: options)
  }

  @Test("Who is added, signs in, and is removed at one server is so at the other at once")
  func shared() async throws {
    let database = try TestDatabase()
    let folders = (try Scratch(), try Scratch())
    let (first, second) = (try Self.people(folders.0, database), try Self.people(folders.1, database))
    let owner = PeopleChanger.machine("owner")
    #expect(try await first.isEmpty)
    try await first.add("Anna", password: Self.password, isAdministrator: true, by: owner)
    #expect(try await !second.isEmpty)
    let session = try await second.signIn(name: "Anna", password: Self.password, device: "", from: Self.source)
    #expect(try await first.signed(session: session.key) == session.signed)

    let link = try await first.invite(roles: ["courses": .reads], by: .person(session.signed))
    let bob = try await second.accept(link.key, name: "Bob", password: Self.password, device: "")
    await #expect(throws: PeopleError.linkEnded) {
      try await first.accept(link.key, name: "Eve", password: Self.password, device: "")
    }
    try await first.remove(bob.signed.person.id, by: owner)
    await second.waitUntilEnded(bob.signed)
    #expect(try await second.signed(session: bob.key) == nil)
    await #expect(throws: PeopleError.wrongNameOrPassword) {
      try await second.signIn(name: "Bob", password: Self.password, device: "", from: Self.source)
    }
    await first.close()
    await second.close()
  }

  @Test("No list of applications of the database has the people")
  func hidden() async throws {
    let database = try TestDatabase()
    let folder = try Scratch()
    let people = try Self.people(folder, database)
    try await people.add("Anna", password: nil, isAdministrator: true, by: .machine("owner"))
    let primaries = PostgresPrimaries(try database.address())
    let other = try Scratch()
    let gone = try primaries.bringDesigned(to: other.folder, besides: [], isRequested: true) { _, _ in
      throw StoreError.busy
    }
    #expect(gone.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.folder.path(percentEncoded: false)).isEmpty)
    await people.close()
  }
}

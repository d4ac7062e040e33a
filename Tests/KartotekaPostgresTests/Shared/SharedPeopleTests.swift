import Foundation
import KartotekaPeople
import KartotekaStore
import Synchronization
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

  @Test("A server that starts while the database is away is closed until it can ask whether there are people")
  func away() async throws {
    let database = try TestDatabase()
    let folders = (try Scratch(), try Scratch())
    let state = Away()
    var options = StoreOptions()
    options.primaries = AwayPrimaries(primaries: PostgresPrimaries(try database.address()), state: state)
    var limits = PeopleLimits()
    limits.asking = .zero
    let people = People(in: folders.0.folder, options: options, limits: limits)
    for _ in 0..<3 { await #expect(throws: PeopleError.unreachable) { try await people.isEmpty } }
    state.isAway.withLock { $0 = false }
    func answer() async -> Bool? { try? await people.isEmpty }
    while await answer() == nil { await Task.yield() }
    #expect(try await people.isEmpty)
    // It has asked once: without people it goes on while the database is away.
    state.isAway.withLock { $0 = true }
    #expect(try await people.isEmpty)
    state.isAway.withLock { $0 = false }
    let other = try Self.people(folders.1, database)
    try await other.add("Anna", password: nil, isAdministrator: true, by: .machine("owner"))
    while await answer() != false { await Task.yield() }
    await people.close()
    await other.close()
  }

  @Test("Who signs in while the database is away is told so and can try again; links stay, and sessions go on")
  func signingInWhileAway() async throws {
    let database = try TestDatabase()
    let folder = try Scratch()
    let state = Away()
    state.isAway.withLock { $0 = false }
    var options = StoreOptions()
    options.primaries = AwayPrimaries(primaries: PostgresPrimaries(try database.address()), state: state)
    let people = People(in: folder.folder, options: options)
    let owner = PeopleChanger.machine("owner")
    func signIn(_ password: String = Self.password) async throws -> NewSession {
      try await people.signIn(name: "Anna", password: password, device: "", from: Self.source)
    }
    let anna = try await people.add("Anna", password: Self.password, isAdministrator: true, by: owner)
    let session = try await signIn()
    let link = try await people.invite(roles: ["courses": .reads], by: owner)
    state.isAway.withLock { $0 = true }
    await #expect(throws: PeopleError.notNow) { try await signIn() }
    await #expect(throws: PeopleError.wrongNameOrPassword) { try await signIn("nothing right") }
    await #expect(throws: PeopleError.notNow) {
      try await people.accept(link.key, name: "Bob", password: Self.password, device: "")
    }
    #expect(try await people.signed(session: session.key) == session.signed)
    state.isAway.withLock { $0 = false }
    _ = try await signIn()
    _ = try await people.accept(link.key, name: "Bob", password: Self.password, device: "")
    #expect(try await people.all().map(\.name) == ["Anna", "Bob"])
    #expect(try await people.sessions(of: anna.id).count == 2)
    await people.close()
  }

  @Test("A sign-in does not wait as long for a database that is away as a write of an application")
  func patience() throws {
    var options = StoreOptions()
    // Nothing listens there.
    let address = try #require(PostgresAddress("postgres://nobody@127.0.0.1:1/none?sslmode=disable"))
    options.primaries = PostgresPrimaries(address)
    let primary = try #require(People.storeOptions(options).primary)
    let took = ContinuousClock().measure {
      #expect(throws: PrimaryLost.self) { _ = try primary.beginWriting() }
    }
    #expect(took < .seconds(10))
  }

  @Test("A server does not start as an open one when the schema with the people is gone")
  func dropped() async throws {
    let database = try TestDatabase()
    let folder = try Scratch()
    let people = try Self.people(folder, database)
    try await people.add("Anna", password: nil, isAdministrator: true, by: .machine("owner"))
    await people.close()
    _ = try database.run("DROP SCHEMA _people CASCADE")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.folder.path(percentEncoded: false))
    where name.hasPrefix("_people") {
      try FileManager.default.removeItem(at: folder.folder.appending(path: name))
    }
    let next = try Self.people(folder, database)
    await #expect(throws: (any Error).self) { try await next.isEmpty }
    await next.close()
  }

  @Test("People of a file come into a database that has none, and a second time into no other")
  func published() async throws {
    let database = try TestDatabase()
    let (file, folder, later) = (try Scratch(), try Scratch(), try Scratch())
    let source = People(in: file.folder)
    try await source.add("Anna", password: Self.password, isAdministrator: true, by: .machine("owner"))
    await source.close()
    var options = StoreOptions()
    options.primaries = PostgresPrimaries(try database.address())
    #expect(try People.publish(source.file, options: options))
    let people = try Self.people(folder, database)
    #expect(try await people.all().map(\.name) == ["Anna"])
    let session = try await people.signIn(name: "Anna", password: Self.password, device: "", from: Self.source)
    try await people.add("Bob", password: nil, by: .person(session.signed))
    #expect(try !People.publish(source.file, options: options))
    let next = try Self.people(later, database)
    #expect(try await next.all().map(\.name) == ["Anna", "Bob"])
    await people.close()
    await next.close()
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

/// Whether the database is away.
private final class Away: Sendable {
  let isAway = Mutex(true)
}

/// Primary databases that can be away.
private struct AwayPrimaries: PrimaryDatabases {
  let primaries: PostgresPrimaries
  let state: Away

  func database(of application: PrimaryApplication) -> any PrimaryDatabase {
    AwayPrimary(primary: primaries.database(of: application), state: state)
  }

  func work(_ kind: String) -> any SharedWork { primaries.work(kind) }
}

private struct AwayPrimary: PrimaryWrapper {
  let primary: any PrimaryDatabase
  let state: Away

  func prepareCopy(at url: URL, position: PrimaryPosition?, isOpen: Bool, isSuspect: Bool) throws -> [String] {
    if state.isAway.withLock(\.self) { throw PrimaryLost(.primary("away", remedy: "wait", .unreachable)) }
    return try primary.prepareCopy(at: url, position: position, isOpen: isOpen, isSuspect: isSuspect)
  }

  func beginWriting() throws -> any PrimaryTransaction {
    if state.isAway.withLock(\.self) { throw PrimaryLost(.primary("away", remedy: "wait", .unreachable)) }
    return try primary.beginWriting()
  }
}

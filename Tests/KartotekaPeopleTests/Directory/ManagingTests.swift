import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaPeople

@Suite("Links, roles, tokens and removed people")
struct ManagingTests {
  @Test("The link of the first administrator works once, and only while there is nobody")
  func firstAdministrator() async throws {
    let server = try TestServer()
    let earlier = try await server.people.firstAdministratorLink(by: TestServer.owner)
    let link = try await server.people.firstAdministratorLink(by: TestServer.owner)
    #expect(try await server.people.isEmpty)
    #expect(try await server.people.invitation(earlier.key) == nil)
    #expect(try await server.people.invitation(link.key)?.purpose == .firstAdministrator)
    let people = server.people
    func accept(_ name: String) async -> PeopleError? {
      await refusal { try await people.accept(link.key, name: name, password: TestServer.password, device: "") }
    }
    #expect(await accept("") == .name(.empty))
    async let (one, other) = (accept("Anna"), accept("Berta"))
    let outcomes = await [one, other]
    #expect(outcomes.count { $0 == nil } == 1)
    #expect(try await people.all().map(\.isAdministrator) == [true])
    #expect(try await !people.isEmpty)
    #expect(await refusal { try await people.firstAdministratorLink(by: TestServer.owner) } == .hasPeople)
  }

  @Test("An invitation gives its roles once, within 7 days, and dies with the rights of who made it")
  func invitations() async throws {
    let server = try TestServer()
    let (people, anna) = (server.people, try await server.administrator())
    let link = try await people.invite(roles: ["courses": .writes], by: .person(anna.signed))
    #expect(try await people.invitations().map(\.maker) == ["Anna"])
    #expect(
      await refusal { try await people.accept(link.key, name: "ANNA", password: TestServer.password, device: "") }
        == .nameTaken("ANNA"))
    let bob = try await people.accept(link.key, name: "Bob", password: TestServer.password, device: "")
    #expect(bob.signed.role(in: "courses") == .writes)
    #expect(bob.signed.role(in: "northwind") == nil)
    #expect(
      await refusal { try await people.accept(link.key, name: "Eve", password: TestServer.password, device: "") }
        == .linkEnded)
    #expect(await refusal { try await people.invite(roles: [:], by: .person(bob.signed)) } == .notAllowed)

    let late = try await people.invite(roles: [:], by: .person(anna.signed))
    server.clock.move(by: 7 * 86_400)
    #expect(try await people.invitation(late.key) == nil)

    let berta = try await server.administrator("Berta")
    let hers = try await people.invite(roles: [:], by: .person(berta.signed))
    try await people.set(roles: [:], isAdministrator: false, of: berta.signed.person.id, by: TestServer.owner)
    #expect(try await people.invitation(hers.key) == nil)
  }

  @Test("A name that somebody has is refused before a hash of the password is computed")
  func takenName() async throws {
    let server = try TestServer()
    try await server.people.add("Anna", password: nil, isAdministrator: true, by: TestServer.owner)
    let link = try await server.people.invite(roles: [:], by: TestServer.owner)
    // It computes none.
    let busy = PasswordHasher(work: .init(logN: 4, r: 8, p: 1), atOnce: 0, mostWaiting: 0)
    let people = People(in: server.folder, StoreOptions(), PeopleLimits(), busy, Throttle()) { server.clock.now }
    func accept(_ name: String) async throws -> NewSession {
      try await people.accept(link.key, name: name, password: TestServer.password, device: "")
    }
    #expect(await refusal { try await accept("ANNA") } == .nameTaken("ANNA"))
    #expect(await refusal { try await accept("Bela") } == .busy)
  }

  @Test("A link to a new password ends the sessions of the person and works once")
  func passwordLink() async throws {
    let server = try TestServer()
    let (people, anna) = (server.people, try await server.administrator())
    let link = try await people.passwordLink(for: anna.signed.person.id, by: TestServer.owner)
    let next = try await people.accept(link.key, name: "ignored", password: "an entirely other one", device: "")
    #expect(next.signed.person == anna.signed.person)
    #expect(try await people.signed(session: anna.key) == nil)
    #expect(try await people.invitation(link.key) == nil)
  }

  @Test("The last administrator who can sign in stays one, also of two who demote each other at once")
  func lastAdministrator() async throws {
    let server = try TestServer()
    let (people, anna) = (server.people, try await server.administrator())
    try await people.add("No password", password: nil, isAdministrator: true, by: TestServer.owner)
    let id = anna.signed.person.id
    #expect(await refusal { try await people.remove(id, by: .person(anna.signed)) } == .lastAdministrator)
    #expect(
      await refusal { try await people.set(roles: [:], isAdministrator: false, of: id, by: TestServer.owner) }
        == .lastAdministrator)
    let berta = try await server.administrator("Berta")
    async let one = refusal {
      try await people.set(roles: [:], isAdministrator: false, of: id, by: .person(berta.signed))
    }
    async let other = refusal {
      try await people.set(roles: [:], isAdministrator: false, of: berta.signed.person.id, by: .person(anna.signed))
    }
    let outcomes = await [one, other]
    #expect(outcomes.count { $0 == nil } == 1)
    #expect(outcomes.count { $0 == .notAllowed } == 1)
  }

  @Test("The first person has to be an administrator")
  func firstPerson() async throws {
    let server = try TestServer()
    #expect(
      await refusal { try await server.people.add("Anna", password: nil, by: TestServer.owner) } == .lastAdministrator)
    #expect(await refusal { try await server.people.invite(roles: [:], by: TestServer.owner) } == .lastAdministrator)
    #expect(try await server.people.isEmpty)
  }

  @Test("A removed person has no session, token or role any more, and the name is free")
  func removed() async throws {
    let server = try TestServer()
    let (people, anna) = (server.people, try await server.administrator())
    try await people.add("Bob", password: TestServer.password, roles: ["courses": .writes], by: TestServer.owner)
    let bob = try await server.signIn("Bob")
    let token = try await people.makeToken(
      for: bob.signed.person.id, named: "script", apps: nil, isReadOnly: false, days: nil, by: .person(bob.signed))
    #expect(try await people.signed(token: token)?.role(in: "courses") == .writes)
    #expect(await refusal { try await people.remove(anna.signed.person.id, by: .person(bob.signed)) } == .notAllowed)
    try await people.remove(bob.signed.person.id, by: .person(anna.signed))
    #expect(try await people.signed(session: bob.key) == nil)
    #expect(try await people.signed(token: token) == nil)
    #expect(await refusal { try await server.signIn("Bob") } == .wrongNameOrPassword)
    let next = try await people.add("bob", password: TestServer.password, by: TestServer.owner)
    #expect(next.id != bob.signed.person.id)
    #expect(next.roles.isEmpty)
    #expect(await refusal { try await people.remove(bob.signed.person.id, by: TestServer.owner) } == .noSuchPerson)
  }

  @Test("A token has the rights of its person in its applications, and changes no account")
  func tokens() async throws {
    let server = try TestServer()
    let (people, anna) = (server.people, try await server.administrator())
    let id = anna.signed.person.id
    func signed(_ apps: [String]?, isReadOnly: Bool, days: Int? = nil) async throws -> (String, Signed) {
      let key = try await people.makeToken(
        for: id, named: "script", apps: apps, isReadOnly: isReadOnly, days: days, by: .person(anna.signed))
      return (key, try #require(try await people.signed(token: key)))
    }
    let (_, whole) = try await signed(nil, isReadOnly: false)
    #expect(whole.mayAdminister && whole.role(in: "x") == .shapes)
    let (_, reading) = try await signed(nil, isReadOnly: true)
    #expect(!reading.mayAdminister && reading.role(in: "x") == .reads)
    let (_, one) = try await signed(["x"], isReadOnly: false)
    #expect(!one.mayAdminister && one.role(in: "x") == .shapes && one.role(in: "y") == nil)
    let (short, _) = try await signed(nil, isReadOnly: true, days: 1)
    server.clock.move(by: 86_400)
    #expect(try await people.signed(token: short) == nil)

    for token in [reading, one, whole] {
      #expect(await refusal { try await people.remove(id, by: .person(token)) } == .notAllowed)
      #expect(
        await refusal { try await people.invite(roles: [:], isAdministrator: true, by: .person(token)) } == .notAllowed)
      #expect(await refusal { try await people.passwordLink(for: id, by: .person(token)) } == .notAllowed)
      #expect(await refusal { try await people.endSessions(of: id, by: .person(token)) } == .notAllowed)
    }
    #expect(
      await refusal {
        try await people.makeToken(for: id, named: "", apps: nil, isReadOnly: false, days: nil, by: .person(whole))
      } == .notAllowed)
  }

  @Test("An administrator can't make a token that acts as somebody else")
  func tokenOfOthers() async throws {
    let server = try TestServer()
    let (people, anna) = (server.people, try await server.administrator())
    let bob = try await people.add("Bob", password: nil, by: TestServer.owner)
    #expect(
      await refusal {
        try await people.makeToken(
          for: bob.id, named: "", apps: nil, isReadOnly: true, days: nil, by: .person(anna.signed))
      } == .notAllowed)
  }

  @Test("Roles in a removed application are gone for the next one of its name")
  func removedApplication() async throws {
    let server = try TestServer()
    _ = try await server.administrator()
    let bob = try await server.people.add(
      "Bob", password: nil, roles: ["a": .reads, "b": .reads], by: TestServer.owner)
    let both = try await server.people.invite(roles: ["a": .writes, "b": .reads], by: TestServer.owner)
    let one = try await server.people.invite(roles: ["a": .writes], by: TestServer.owner)
    try await server.people.endRoles(in: "a", by: nil)
    #expect(try await server.people.person(bob.id)?.roles == ["b": .reads])
    #expect(
      try await server.people.invitation(both.key)?.purpose == .account(roles: ["b": .reads], isAdministrator: false))
    #expect(try await server.people.invitation(one.key) == nil)
  }

  @Test("An open link is ended by an administrator alone, and the others stay")
  func oneLink() async throws {
    let server = try TestServer()
    let (people, anna) = (server.people, try await server.administrator())
    try await people.add("Bob", password: TestServer.password, by: TestServer.owner)
    let bob = try await server.signIn("Bob")
    let (one, other) = (
      try await people.invite(roles: ["a": .reads], by: .person(anna.signed)),
      try await people.invite(roles: ["b": .reads], by: .person(anna.signed))
    )
    #expect(
      await refusal { try await people.endInvitation(one.invitation.id, by: .person(bob.signed)) } == .notAllowed)
    try await people.endInvitation(one.invitation.id, by: .person(anna.signed))
    #expect(
      await refusal {
        try await people.accept(one.key, name: "Eve", password: TestServer.password, device: "")
      } == .linkEnded)
    #expect(try await people.invitations().map(\.id) == [other.invitation.id])
    #expect(try await people.events(limit: 1).map(\.kind) == [.linkEnded])
    _ = try await people.accept(other.key, name: "Carl", password: TestServer.password, device: "")
  }

  @Test("The audit list tells who did what to whom")
  func audit() async throws {
    let server = try TestServer()
    let anna = try await server.administrator()
    let bob = try await server.people.add("Bob", password: nil, by: .person(anna.signed))
    try await server.people.set(
      roles: ["courses": .reads], isAdministrator: false, of: bob.id, by: .person(anna.signed))
    let events = try await server.people.events()
    #expect(events.map(\.kind) == [.rolesSet, .added, .signedIn, .added])
    #expect(events.map(\.author) == ["Anna", "Anna", "Anna", "owner"])
    #expect(events.map(\.subject) == ["Bob", "Bob", "Anna", "Anna"])
    #expect(events.first?.detail == "courses: reads")
    #expect(try await server.people.events(before: events[1].id, limit: 1).map(\.kind) == [.signedIn])
  }

  @Test("The audit list is narrowed down to a person, also to one who was removed, and to a time")
  func auditOfPerson() async throws {
    let server = try TestServer()
    let (people, anna) = (server.people, try await server.administrator())
    let bob = try await people.add("Bob", password: nil, by: .person(anna.signed))
    let began = server.clock.now
    server.clock.move(by: 86_400)
    try await people.remove(bob.id, by: TestServer.owner)
    let everybody = try await people.everybodyEver()
    #expect(everybody.map { $0.author.name } == ["Anna", "Bob"])
    #expect(everybody.map { $0.isRemoved } == [false, true])
    func kinds(_ filter: PeopleEventFilter) async throws -> [PeopleEvent.Kind] {
      try await people.events(filter).map(\.kind)
    }
    #expect(try await kinds(PeopleEventFilter(person: bob.identity)) == [.removed, .added])
    #expect(try await kinds(PeopleEventFilter(person: anna.signed.person.identity)) == [.added, .signedIn, .added])
    #expect(try await kinds(PeopleEventFilter(person: 1 << 40)) == [])
    #expect(try await kinds(PeopleEventFilter(from: began + 1)) == [.removed])
    #expect(try await kinds(PeopleEventFilter(to: began + 1)) == [.added, .signedIn, .added])
    #expect(try await kinds(PeopleEventFilter(person: bob.identity, from: began + 1)) == [.removed])
  }

  @Test("Events of a later version are left out, and make no page shorter, which would be taken for the last")
  func laterEvents() async throws {
    let server = try TestServer()
    try await server.people.add("Anna", password: nil, isAdministrator: true, by: TestServer.owner)
    try await server.people.write(by: nil) { tables in
      for _ in 0..<3 {
        var event = Record<Stored.Event>()
        (event.at, event.kind) = (tables.now, "dreamedOfSheep")
        try tables.transaction.insert(&event)
      }
    }
    try await server.people.add("Bob", password: nil, by: TestServer.owner)
    let events = try await server.people.events(limit: 2)
    #expect(events.map(\.subject) == ["Bob", "Anna"])
    #expect(try await server.people.events(before: events[0].id, limit: 1).map(\.subject) == ["Anna"])
  }

  @Test("The audit list has events of all who had a name, and those in which an earlier version named the number")
  func auditOfSeveral() async throws {
    let server = try TestServer()
    let people = server.people
    try await people.add("Anna", password: nil, isAdministrator: true, by: TestServer.owner)
    var identities: [Int64] = []
    for _ in 0..<2 {
      let rita = try await people.add("Rita", password: nil, by: TestServer.owner)
      identities.append(try #require(rita.identity))
      try await people.remove(rita.id, by: TestServer.owner)
    }
    var filter = PeopleEventFilter(person: identities[0])
    #expect(try await people.events(filter).map(\.kind) == [.removed, .added])
    filter.people = identities
    #expect(try await people.events(filter).map(\.kind) == [.removed, .added, .removed, .added])
    let anna = try #require(try await people.person(named: "Anna"))
    try await people.write(by: nil) { tables in
      var event = Record<Stored.Event>()
      (event.at, event.kind, event.author) = (tables.now, PeopleEvent.Kind.linkMade.rawValue, Int(anna.id.number))
      try tables.transaction.insert(&event)
    }
    #expect(try await people.events(PeopleEventFilter(person: anna.identity)).map(\.kind) == [.linkMade, .added])
  }

  @Test("The audit list keeps the newest events")
  func mostEvents() async throws {
    var limits = PeopleLimits()
    limits.events = 3
    let server = try TestServer(limits)
    for _ in 0..<3 {
      if try await server.people.isEmpty { _ = try await server.administrator() }
      server.clock.move(by: 1)
      _ = try await server.signIn("Anna")
    }
    #expect(try await server.people.events().count == 3)
  }
}

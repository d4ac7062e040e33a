import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaPeople

@Suite("Drafts of a person")
struct DraftTests {
  private static let form = "/courses/courses/1 f "

  private static func content(
    _ title: String, version: Int = 0, browser: String = "phone", typed: Int = 1, form: String = form
  ) -> DraftContent {
    DraftContent(
      form: form, version: version, browser: browser, typed: typed, device: "Firefox, Android",
      content: #"[["title","\#(title)"]]"#)
  }

  private static func end(version: Int, browser: String = "phone", form: String = form) -> DraftContent {
    DraftContent(form: form, version: version, browser: browser, typed: 0, device: "", content: nil)
  }

  private static func refused(_ body: () async throws -> some Any) async -> DraftRefusal? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error as? DraftRefusal
    }
  }

  @Test("A draft is its person's on every device, with its version, form and device, and nobody else's")
  func everyDevice() async throws {
    let server = try TestServer()
    let (people, phone) = (server.people, try await server.administrator())
    let desk = try await server.signIn("Anna")
    let other = try await server.administrator("Berta")
    #expect(try await people.drafts(of: desk.signed).isEmpty)
    #expect(try await people.keep(Self.content("Plums"), as: "one", of: phone.signed) == 1)
    let known = try #require(try await people.drafts(of: desk.signed).first)
    #expect(known.name == "one" && known.form == Self.form && known.version == 1 && known.device == "Firefox, Android")
    #expect(!known.isEnded && known.changed == server.clock.now)
    #expect(try await people.draft("one", of: desk.signed)?.content == #"[["title","Plums"]]"#)
    #expect(try await people.drafts(of: other.signed).isEmpty)
    #expect(try await people.draft("one", of: other.signed) == nil)
    // The same name is another draft of another person.
    #expect(try await people.keep(Self.content("Pears"), as: "one", of: other.signed) == 1)
    try await people.keep(Self.end(version: 1), as: "one", of: other.signed)
    #expect(try await people.draft("one", of: desk.signed)?.content == #"[["title","Plums"]]"#)
  }

  @Test("What another device has typed since is neither replaced nor ended, and an ended draft stays ended")
  func conflicts() async throws {
    let server = try TestServer()
    let (people, signed) = (server.people, try await server.administrator().signed)
    #expect(try await people.keep(Self.content("Plums"), as: "one", of: signed) == 1)
    #expect(try await people.keep(Self.content("Pears", version: 1, browser: "desk"), as: "one", of: signed) == 2)
    #expect(
      await Self.refused { try await people.keep(Self.content("Figs", version: 1), as: "one", of: signed) } == .changed)
    #expect(await Self.refused { try await people.keep(Self.end(version: 1), as: "one", of: signed) } == .changed)
    #expect(try await people.draft("one", of: signed)?.content == #"[["title","Pears"]]"#)
    // The answer to its own last one may have been lost.
    let quinces = Self.content("Quinces", version: 1, browser: "desk", typed: 2)
    #expect(try await people.keep(quinces, as: "one", of: signed) == 3)
    // The same once more is no new version.
    #expect(try await people.keep(quinces, as: "one", of: signed) == 3)
    try await people.keep(Self.end(version: 3), as: "one", of: signed)
    #expect(try await people.drafts(of: signed).map(\.isEnded) == [true])
    #expect(try await people.draft("one", of: signed) == nil)
    for browser in ["phone", "desk"] {
      let late = Self.content("Figs", version: 3, browser: browser)
      #expect(await Self.refused { try await people.keep(late, as: "one", of: signed) } == .changed)
    }
    try await people.keep(Self.end(version: 0, browser: "desk"), as: "one", of: signed)
  }

  @Test("A browser's earlier content takes no place of its later one, and a draft whose end came first does not begin")
  func overtaking() async throws {
    let server = try TestServer()
    let (people, signed) = (server.people, try await server.administrator().signed)
    #expect(try await people.keep(Self.content("Plums and pears", typed: 7), as: "one", of: signed) == 1)
    #expect(try await people.keep(Self.content("Plums", typed: 6), as: "one", of: signed) == 1)
    #expect(try await people.draft("one", of: signed)?.content == #"[["title","Plums and pears"]]"#)
    // Another browser counts by itself.
    #expect(try await people.keep(Self.content("Figs", version: 1, browser: "desk"), as: "one", of: signed) == 2)
    try await people.keep(Self.end(version: 0), as: "two", of: signed)
    #expect(await Self.refused { try await people.keep(Self.content("Figs"), as: "two", of: signed) } == .changed)
    #expect(try await people.drafts(of: signed).first { $0.name == "two" }?.isEnded == true)
    #expect(try await people.draft("two", of: signed) == nil)
  }

  @Test("What is typed neither has sessions looked up again nor wakes those who wait for the end of one")
  func quiet() async throws {
    let server = try TestServer()
    let (people, anna) = (server.people, try await server.administrator())
    #expect(try await people.signed(session: anna.key) == anna.signed)
    let store = try #require(try await people.store())
    let rights = Dependencies.entities(Stored.rights)
    let before = try await store.lastChange(of: rights)
    let all = try await store.latestVersion()
    try await people.keep(Self.content("Plums"), as: "one", of: anna.signed)
    try await people.keep(Self.content("Plums", typed: 2), as: "one", of: anna.signed)
    try await people.keep(Self.end(version: 2), as: "one", of: anna.signed)
    #expect(try await store.lastChange(of: rights) == before)
    #expect(try await store.latestVersion() != all)
    // Whatever says who is signed in does.
    try await people.signOut(anna.signed)
    #expect(try await store.lastChange(of: rights) != before)
    #expect(try await people.signed(session: anna.key) == nil)
    #expect(Stored.rights.isSuperset(of: [Stored.Account.name, Stored.Session.name, Stored.ServerRule.name]))
    #expect(Stored.rights.isDisjoint(with: [Stored.TypedDraft.name, Stored.TypedText.name]))
  }

  @Test("A file of an earlier version without the tables of drafts gets them when it is opened")
  func earlierFile() async throws {
    let server = try TestServer()
    let known = Stored.model.entities.filter { !Stored.drafts.contains($0.name) }
    let file = server.folder.appending(path: "_people.sqlite")
    do {
      let old = try Store(ModelDescription(entities: known), at: file, options: People.storeOptions(StoreOptions()))
      #expect(old.model.entity(named: Stored.TypedDraft.name) == nil)
    }
    let signed = try await server.administrator().signed
    #expect(try await server.people.drafts(of: signed).isEmpty)
    try await server.people.keep(Self.content("Plums"), as: "one", of: signed)
    #expect(try await server.people.draft("one", of: signed)?.content == #"[["title","Plums"]]"#)
  }

  private static func counts(_ people: People) async throws -> [Int]? {
    try await people.read { tables in
      [try tables.transaction.count(Stored.TypedDraft.all), try tables.transaction.count(Stored.TypedText.all)]
    }
  }

  @Test("After a week nothing of a draft is left, also of somebody who has typed nothing since")
  func week() async throws {
    let server = try TestServer()
    let people = server.people
    let (anna, berta) = (
      try await server.administrator().signed, try await server.administrator("Berta").signed
    )
    for number in 0..<60 { try await people.keep(Self.content("Plums"), as: "a\(number)", of: anna) }
    server.clock.move(by: people.limits.draft - 1)
    try await people.keep(Self.content("Pears"), as: "one", of: berta)
    try await people.removeOldDrafts()
    #expect(try await Self.counts(people) == [people.limits.drafts + 1, people.limits.drafts + 1])
    server.clock.move(by: 2)
    try await people.removeOldDrafts()
    #expect(try await Self.counts(people) == [1, 1])
    #expect(try await people.drafts(of: berta).map(\.name) == ["one"])
  }

  @Test("Of more drafts than there may be, those that have ended go first, then the oldest; after a week all")
  func bounds() async throws {
    var limits = PeopleLimits()
    limits.drafts = 3
    let server = try TestServer(limits)
    let (people, signed) = (server.people, try await server.administrator().signed)
    for name in ["one", "two", "three"] {
      _ = try await people.keep(Self.content(name), as: name, of: signed)
      server.clock.move(by: 1)
    }
    try await people.keep(Self.end(version: 1), as: "three", of: signed)
    _ = try await people.keep(Self.content("four"), as: "four", of: signed)
    #expect(try await people.drafts(of: signed).map(\.name) == ["four", "two", "one"])
    server.clock.move(by: 1)
    _ = try await people.keep(Self.content("five"), as: "five", of: signed)
    #expect(try await people.drafts(of: signed).map(\.name) == ["five", "four", "two"])
    server.clock.move(by: limits.draft - 1)
    #expect(try await people.drafts(of: signed).map(\.name) == ["five"])
    _ = try await people.keep(Self.content("six"), as: "six", of: signed)
    #expect(try await people.drafts(of: signed).map(\.name) == ["six", "five"])
  }

  private struct Odd: Sendable {
    var name = "one"
    let content: DraftContent
    var refusal = DraftRefusal.invalid
  }

  private static let odd = [
    Odd(content: content("x", form: "courses")), Odd(content: content("x", form: "")),
    Odd(content: content("x", form: "/ f ")), Odd(content: content("x", typed: -1)),
    Odd(content: end(version: -1)), Odd(content: content("x", form: "/a\u{0}b f ")),
    Odd(content: content("x", version: -1)),
    Odd(content: content("x", browser: "")), Odd(content: content("x", browser: "../x")),
    Odd(name: "", content: content("x")), Odd(name: "ONE", content: content("x")),
    Odd(name: String(repeating: "a", count: 41), content: content("x")), Odd(content: content("\" ]")),
    Odd(content: content("x", form: "/" + String(repeating: "a", count: 2_000)), refusal: .tooLarge),
    Odd(content: content(String(repeating: "я", count: 30_000)), refusal: .tooLarge),
  ]

  @Test("What is no draft, and what is too long, is refused")
  func refusals() async throws {
    let server = try TestServer()
    let signed = try await server.administrator().signed
    for odd in Self.odd {
      let refusal = await Self.refused { try await server.people.keep(odd.content, as: odd.name, of: signed) }
      #expect(refusal == odd.refusal, "\(odd.name) \(odd.content.form.prefix(20))")
    }
    #expect(try await server.people.drafts(of: signed).isEmpty)
  }

  @Test("Any characters come back as they were typed, and the greatest version is no end")
  func characters() async throws {
    let server = try TestServer()
    let (people, signed) = (server.people, try await server.administrator().signed)
    let typed = "[[\"note\",\"\u{202E}a\u{7f}\u{0301} \\u0000 \u{1F951}\\r\\n\u{2028}\"]]"
    let content = DraftContent(
      form: Self.form, version: .max, browser: "phone", typed: .max, device: "\u{0}", content: typed)
    let version = try await people.keep(content, as: "one", of: signed)
    let kept = try await people.draft("one", of: signed)?.content
    #expect(kept.map { Array($0.utf8) } == Array(typed.utf8))
    #expect(try await people.keep(Self.content("x", version: version, browser: "desk"), as: "one", of: signed) > 0)
  }

  @Test(
    "Drafts end with their person, with their application, and with the session; the history and the files have none of them"
  )
  func ends() async throws {
    let server = try TestServer()
    let (people, signed) = (server.people, try await server.administrator().signed)
    let berta = try await server.administrator("Berta")
    for (name, form) in [("one", Self.form), ("two", "/northwind/products f "), ("three", "/%63ourses f ")] {
      _ = try await people.keep(Self.content("Zwetschgen", form: form), as: name, of: signed)
    }
    _ = try await people.keep(Self.content("Zwetschgen"), as: "one", of: berta.signed)
    try await people.endRoles(in: "courses", by: TestServer.owner)
    #expect(try await people.drafts(of: signed).map(\.name) == ["two"])
    #expect(try await people.drafts(of: berta.signed).isEmpty)
    _ = try await people.keep(Self.content("Zwetschgen"), as: "one", of: berta.signed)
    try await people.remove(berta.signed.person.id, by: .person(signed))
    #expect(try await people.drafts(of: berta.signed).isEmpty)
    #expect(await refusal { try await people.keep(Self.content("x"), as: "one", of: berta.signed) } == .notAllowed)
    let store = try #require(try await people.store())
    for item in try await store.history(limit: 1_000).items {
      for change in try await store.changes(by: item.changeSet.id, limit: 1_000).changes {
        #expect(change.fields.allSatisfy { !"\($0.before) \($0.after)".contains("Firefox, Android") })
      }
    }
    #expect(Set(People.secretEntities).isSuperset(of: [Stored.TypedDraft.name, Stored.TypedText.name]))
    try await people.signOut(signed)
    #expect(await refusal { try await people.keep(Self.content("x"), as: "x", of: signed) } == .notAllowed)
  }
}

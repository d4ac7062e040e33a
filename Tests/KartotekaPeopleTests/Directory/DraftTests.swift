import Foundation
import KartotekaStore
import Testing

@testable import KartotekaPeople

@Suite("Drafts of a person")
struct DraftTests {
  private static let form = "/courses/courses/1 f "

  private static func content(
    _ title: String, version: Int = 0, browser: String = "phone", form: String = form
  ) -> DraftContent {
    DraftContent(
      form: form, version: version, browser: browser, device: "Firefox, Android", content: #"[["title","\#(title)"]]"#)
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
    try await people.endDraft("one", at: 1, browser: "phone", of: other.signed)
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
    #expect(await Self.refused { try await people.endDraft("one", at: 1, browser: "phone", of: signed) } == .changed)
    #expect(try await people.draft("one", of: signed)?.content == #"[["title","Pears"]]"#)
    // The answer to its own last one may have been lost.
    #expect(try await people.keep(Self.content("Quinces", version: 1, browser: "desk"), as: "one", of: signed) == 3)
    // The same once more is no new version.
    #expect(try await people.keep(Self.content("Quinces", version: 1, browser: "desk"), as: "one", of: signed) == 3)
    try await people.endDraft("one", at: 3, browser: "phone", of: signed)
    #expect(try await people.drafts(of: signed).map(\.isEnded) == [true])
    #expect(try await people.draft("one", of: signed) == nil)
    for browser in ["phone", "desk"] {
      let late = Self.content("Figs", version: 3, browser: browser)
      #expect(await Self.refused { try await people.keep(late, as: "one", of: signed) } == .changed)
    }
    try await people.endDraft("one", at: 0, browser: "desk", of: signed)
    try await people.endDraft("never", at: 0, browser: "desk", of: signed)
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
    try await people.endDraft("three", at: 1, browser: "phone", of: signed)
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
    Odd(content: content("x", form: "/a\u{0}b f ")), Odd(content: content("x", version: -1)),
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
    let content = DraftContent(form: Self.form, version: .max, browser: "phone", device: "\u{0}", content: typed)
    let version = try await people.keep(content, as: "one", of: signed)
    let kept = try await people.draft("one", of: signed)?.content
    #expect(kept.map { Array($0.utf8) } == Array(typed.utf8))
    #expect(try await people.keep(Self.content("x", version: version), as: "one", of: signed) > 0)
  }

  @Test(
    "Drafts end with their person, with their application, and with the session; the history and the files have none of them"
  )
  func ends() async throws {
    let server = try TestServer()
    let (people, signed) = (server.people, try await server.administrator().signed)
    let berta = try await server.administrator("Berta")
    for (name, form) in [("one", Self.form), ("two", "/northwind/products f "), ("three", "/courses f ")] {
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
    #expect(People.secretEntities.contains(Stored.TypedDraft.name))
    try await people.signOut(signed)
    #expect(await refusal { try await people.keep(Self.content("x"), as: "x", of: signed) } == .notAllowed)
  }
}

import Testing

@testable import KartotekaPeople

@Suite("The names of people")
struct PersonNameTests {
  @Test("Names of devices and tokens are one line in lists and events, whatever was sent")
  func lines() async throws {
    let server = try TestServer()
    let signed = try await server.administrator().signed
    let (odd, line) = (" Fire\r\nfox\u{1B}[31m\u{202E}\u{2066}\u{0}! ", "Firefox[31m!")
    _ = try await server.people.signIn(
      name: "Anna", password: TestServer.password, device: odd, from: ThrottleSource(address: "192.0.2.1"))
    _ = try await server.people.makeToken(
      for: signed.person.id, named: odd, apps: nil, isReadOnly: true, days: nil, by: .person(signed))
    #expect(try await server.people.sessions(of: signed.person.id).map(\.device).contains(line))
    #expect(try await server.people.tokens(of: signed.person.id).map(\.name) == [line])
    let details = try await server.people.events().compactMap(\.detail)
    #expect(details.count(where: { $0 == line }) == 2, "\(details)")
    #expect(PeopleText.line(String(repeating: "x", count: 1_000))?.count == 200)
    #expect(PeopleText.line("\u{200B}\n") == nil)
  }

  @Test(
    "Names that differ in case, Unicode form, width, spaces or hidden marks are the same",
    arguments: [
      ("Anna", "ANNA"), ("Zoë", "Zoe\u{308}"), ("Straße", "STRASSE"), ("Ａｎｎａ", "Anna"), ("Anna  Nowak", " Anna Nowak "),
      ("A\u{200B}nna", "Anna"), ("\u{202E}Anna", "Anna"), ("דנה\u{200F}", "דנה"), ("An\u{AD}na", "Anna"),
      ("Ｚ ﬁ", "z FI"), ("Anna\u{2800}", "Anna"),
      ("Anna\u{2800}\u{2800}Nowak", "Anna Nowak"), ("Anna\u{3164}", "Anna"),
    ])
  func same(_ one: String, _ other: String) throws {
    #expect(PersonName.key(of: one) == PersonName.key(of: other))
    #expect(PersonName.key(of: one) != nil)
  }

  @Test(
    "Accents and letters tell names apart",
    arguments: [("Zoë", "Zoe"), ("Łucja", "Lucja"), ("Ana", "Anna"), ("👩‍🏫", "👩‍🌾")])
  func different(_ one: String, _ other: String) {
    #expect(PersonName.key(of: one) != PersonName.key(of: other))
  }

  @Test("A name has 1 to 200 characters that can be seen")
  func faults() throws {
    #expect(try PersonName.name(in: String(repeating: "ż", count: 200)).count == 200)
    #expect(throws: PersonName.Fault.tooLong) { try PersonName.name(in: String(repeating: "a", count: 201)) }
    // As many code points as the store takes.
    #expect(try PersonName.name(in: String(repeating: "🇵🇱", count: 100)).unicodeScalars.count == 200)
    #expect(throws: PersonName.Fault.tooLong) { try PersonName.name(in: String(repeating: "🇵🇱", count: 101)) }
    #expect(throws: PersonName.Fault.tooLong) {
      try PersonName.name(in: "a" + String(repeating: "\u{301}", count: 900))
    }
    for text in ["", "  ", "\u{200B}", "\u{202E}\u{202C}"] {
      #expect(throws: PersonName.Fault.empty) { try PersonName.name(in: text) }
    }
    for text in ["a\u{0}", "a\nb", "\u{1B}[31m", "\u{E000}"] {
      #expect(throws: PersonName.Fault.hidden) { try PersonName.name(in: text) }
    }
    #expect(try PersonName.name(in: "👩‍👩‍👧 Rodzina") == "👩‍👩‍👧 Rodzina")
  }

  @Test(
    "Initials",
    arguments: [("Anna Nowak", "AN"), ("anna", "A"), ("Ludwig van Beethoven", "LB"), ("👩‍🏫", "👩‍🏫"), ("Łukasz", "Ł")])
  func initials(_ name: String, _ initials: String) {
    #expect(PersonName.initials(of: name) == initials)
  }
}

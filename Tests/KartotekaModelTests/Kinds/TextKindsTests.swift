import KartotekaModel
import Testing

/// Kinds that are stored as text: what becomes of what people write.
@Suite("Texts, dates, addresses")
struct TextKindsTests {
  @Test(
    "What is taken is kept in one form",
    arguments: [
      (.date, "21.11.2026", "2026-11-21"), (.date, "1.2.2026", "2026-02-01"),
      (.date, "2026-11-21T00:00:00Z", "2026-11-21"),
      (.date, "2026-11-21 00:00:00.000", "2026-11-21"), (.date, "29.02.2024", "2024-02-29"),
      (.timestamp, "2026-11-21 09:12+01:00", "2026-11-21T08:12:00.000Z"),
      (.timestamp, "2026-11-21", "2026-11-21T00:00:00.000Z"),
      (.mail, "Anna.Kowalska@EXAMPLE.Org", "anna.kowalska@example.org"), (.mail, "a@ŁÓDŹ.pl", "a@łódź.pl"),
      (.phone, "0048-123.456.789", "+48 123 456 789"), (.phone, "+48 22 555 01 472", "+48 225 550 1472"),
      (.url, "example.org", "https://example.org"),
      (.url, "example.org/?next=http://a.b", "https://example.org/?next=http://a.b"),
      (.url, "http://example.org:8080/a?b#c", "http://example.org:8080/a?b#c"),
      (.url, "localhost:8080", "https://localhost:8080"),
      (.choice, "WORN", "worn"), (.choice, "worn out", "worn"),
      (.coordinate, "geo:52.2297, 21.0122", "52.2297,21.0122"),
    ] as [(KindName, String, String)])
  func kept(_ kind: KindName, _ written: String, _ stored: String) throws {
    let attribute = KindSamples.attribute(kind)
    #expect(try attribute.behavior.value(text: written, for: attribute) == .text(stored))
  }

  @Test(
    "Yes and no have words in every language, small and capital",
    arguments: [
      ("yes", 1), ("NO", 0), ("true", 1), ("False", 0), ("1", 1), ("0", 0), ("on", 1), ("off", 0), ("tak", 1),
      ("Nie", 0), ("ДА", 1),
      ("нет", 0), ("y", 1), ("f", 0), ("maybe", nil), ("01", nil), ("nope", nil),
    ] as [(String, Int64?)])
  func boolean(_ word: String, _ stored: Int64?) {
    let attribute = KindSamples.attribute(.boolean)
    #expect((try? attribute.behavior.value(text: word, for: attribute)) == stored.map(Value.integer))
  }

  @Test("Yes and no in JSON are true and false only")
  func booleanJSON() {
    let attribute = KindSamples.attribute(.boolean)
    #expect((try? attribute.behavior.value(json: true, for: attribute)) == .integer(1))
    #expect((try? attribute.behavior.value(json: 1, for: attribute)) == nil)
    #expect((try? attribute.behavior.value(json: "true", for: attribute)) == nil)
  }

  @Test("A place in JSON is an object of two numbers, or the text")
  func coordinateJSON() throws {
    let attribute = KindSamples.attribute(.coordinate)
    let place: JSONValue = ["latitude": .number("52.5"), "longitude": .number("-1e-7")]
    #expect(try attribute.behavior.value(json: place, for: attribute) == .text("52.5,-1e-07"))
    #expect(try attribute.behavior.value(json: " 1,2 ", for: attribute) == .text("1.0,2.0"))
    let far: JSONValue = ["latitude": 91, "longitude": 0]
    #expect(throws: ValueFault.self) { try attribute.behavior.value(json: far, for: attribute) }
  }

  @Test("Text of one line has no line ends; those of several lines become LF, so that a form changes nothing")
  func lines() throws {
    var attribute = KindSamples.attribute(.text)
    #expect(throws: ValueFault.self) { try attribute.behavior.value(text: "a\r\nb", for: attribute) }
    attribute.multiline = true
    #expect(try attribute.behavior.value(text: "a\r\nb\rc\n\nd", for: attribute) == .text("a\nb\nc\n\nd"))
    #expect(throws: ValueFault.self) { try attribute.behavior.value(text: "a\u{0}", for: attribute) }
  }

  @Test("A formatter writes text; when it leaves nothing there is no value")
  func formatter() throws {
    var attribute = KindSamples.attribute(.text)
    attribute.formatter = .uppercase
    #expect(try attribute.behavior.value(text: "ab12", for: attribute) == .text("AB12"))
    attribute.formatter = .phone
    #expect(try attribute.behavior.value(text: "abc", for: attribute) == .null)
  }

  @Test("Bytes are read from Base64 and hexadecimal, exported in Base64; none are no value")
  func bytes() throws {
    let attribute = KindSamples.attribute(.blob)
    #expect(try attribute.behavior.value(text: "0x00fF10", for: attribute) == .blob([0, 255, 16]))
    #expect(try attribute.behavior.value(text: "AP8Q", for: attribute) == .blob([0, 255, 16]))
    #expect(attribute.behavior.text(.blob([0, 255, 16]), for: attribute) == "AP8Q")
    #expect(try attribute.behavior.value(text: "0x", for: attribute) == .null)
  }

  @Test(
    "A link is never one that runs in the reader's page",
    arguments: ["javascript:alert(1)", "JavaScript://a.b/%0aalert(1)", "data:a.b"])
  func script(_ text: String) {
    let attribute = KindSamples.attribute(.url)
    #expect(throws: ValueFault.self) { try attribute.behavior.value(text: text, for: attribute) }
    #expect(attribute.behavior.fault(in: .text(text), for: attribute) != nil)
  }

  @Test("A choice is shown by its label; a stored value without a label is shown unchanged")
  func choice() {
    let attribute = KindSamples.attribute(.choice)
    #expect(attribute.behavior.display(.text("worn"), for: attribute, in: .english) == "Worn out")
    #expect(attribute.behavior.display(.text("lost"), for: attribute, in: .english) == "lost")
    #expect(
      attribute.behavior.fault(in: .text("lost"), for: attribute)?.phrase.arguments["choices"]
        == .text("new, worn"))
  }

  @Test("A date is shown with the name of its month")
  func date() {
    let attribute = KindSamples.attribute(.date)
    #expect(
      attribute.behavior.display(.text("2026-11-01"), for: attribute, in: .english) == "1 November 2026")
    #expect(attribute.behavior.display(.text("soon"), for: attribute, in: .english) == "soon")
  }
}

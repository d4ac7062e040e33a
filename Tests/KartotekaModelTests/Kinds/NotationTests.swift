import Testing

@testable import KartotekaModel

@Suite("The notation of numbers and dates")
struct NotationTests {
  @Test(
    "One mark before three digits is what the notation says, and refused where it says nothing",
    arguments: [
      ("1,234", "1.234", "1234"), ("1.234", "1234", "1.234"), ("-12,345", "-12.345", "-12345"),
      ("1,5", "1.5", "1.5"), ("0,125", "0.125", "0.125"), ("1.234,56", "1234.56", "1234.56"),
      ("1,234.56", "1234.56", "1234.56"), ("1.234.567", "1234567", "1234567"), ("1 234,567", "1234.567", "1234.567"),
    ])
  func numbers(_ text: String, _ withComma: String, _ withPoint: String) {
    var (comma, point) = (ValueNotation.undecided, ValueNotation.undecided)
    (comma.decimalMark, point.decimalMark) = (.comma, .point)
    #expect(NumberText.read(text, in: comma) == .number(withComma))
    #expect(NumberText.read(text, in: point) == .number(withPoint))
    let undecided = NumberText.read(text, in: .undecided)
    if withComma == withPoint {
      #expect(undecided == .number(withComma))
    } else if case .ambiguous(let grouped, let decimal) = undecided {
      #expect(Set([grouped, decimal]) == [withComma, withPoint])
    } else {
      Issue.record("\(text) is not ambiguous")
    }
  }

  @Test("A number is refused with both of its readings")
  func reason() {
    var attribute = AttributeDescription(name: "weight", label: "Weight", kind: .decimal)
    attribute.scale = 3
    let fault = #expect(throws: ValueFault.self) { try attribute.behavior.value(text: "12,345", for: attribute) }
    #expect(fault.map { Localizer.english($0.phrase) } == "It isn't clear whether 12,345 is 12345 or 12.345")
  }

  @Test(
    "A comma in a form is what it is in the person's language, and a point stands before decimal places",
    arguments: [
      (.english, "12,345", 12_345_000), (.polish, "12,345", 12_345), (.russian, "12,345", 12_345),
      (.english, "12.345", 12_345), (.polish, "12.345", 12_345), (.russian, "12.345", 12_345),
    ] as [(Language, String, Int64)])
  func forms(_ language: Language, _ text: String, _ value: Int64) throws {
    var attribute = AttributeDescription(name: "weight", label: "Weight", kind: .decimal)
    attribute.scale = 3
    let say = Localizer(language: language, catalogue: Catalogue())
    #expect(
      try attribute.behavior.read(text, for: attribute, in: ValueNotation(typedBy: say)) == .integer(value))
  }

  @Test(
    "Day and month stand in the order of the notation",
    arguments: [
      ("1/5/2000", "2000-05-01", "2000-01-05"), ("12/31/1999", nil, "1999-12-31"), ("31/12/1999", "1999-12-31", nil),
      ("1-5-2000", "2000-05-01", "2000-01-05"), ("1.5.2000", "2000-05-01", "2000-05-01"),
      ("2/2/2000", "2000-02-02", "2000-02-02"), ("2000/5/1", "2000-05-01", "2000-05-01"),
      ("1/5/2000 0:00", "2000-05-01", "2000-01-05"),
    ] as [(String, String?, String?)])
  func dates(_ text: String, _ dayFirst: String?, _ monthFirst: String?) {
    let attribute = AttributeDescription(name: "day", label: "Day", kind: .date)
    for (order, day) in [(ValueNotation.DateOrder.dayMonthYear, dayFirst), (.monthDayYear, monthFirst)] {
      let value = try? attribute.behavior.read(text, for: attribute, in: ValueNotation(dateOrder: order))
      #expect(value == day.map(Value.text))
    }
    let undecided = try? attribute.behavior.read(text, for: attribute, in: .undecided)
    let known = Set([dayFirst, monthFirst].compactMap { $0 })
    #expect(undecided == (known.count == 1 ? known.first.map(Value.text) : nil))
  }

  @Test("A day with a time is read where the time may be left out")
  func times() {
    let attribute = AttributeDescription(name: "day", label: "Day", kind: .date)
    for text in ["2024-01-02 10:20:30", "2.1.2024 10:20", "2-Jan-2024 9:15 PM", "2024-01-02T10:20:30Z"] {
      let value = try? attribute.behavior.read(text, for: attribute, in: ValueNotation(dropsTime: true))
      #expect(value == .text("2024-01-02"))
      #expect((try? attribute.behavior.read(text, for: attribute, in: .canonical)) == nil)
    }
    #expect((try? attribute.behavior.read("2.1.2024 10:70", for: attribute, in: ValueNotation(dropsTime: true))) == nil)
  }

  @Test(
    "A value tells the notation of its column as it is read",
    arguments: ["1", "1,5", "1,234", "1.234", "1,234.5", "1.234,5", "1,234,567", "1 234,567", "$1,234", "0.125", "-,5"])
  func evidence(_ text: String) {
    var text = text
    let evidence = text.withUTF8 { NumberText.evidence(in: UnsafeRawBufferPointer($0)) }
    let bare = text.replacing("$", with: "")
    switch (NumberText.read(bare, in: .undecided), evidence) {
    case (.ambiguous, .ambiguous), (.number, .neutral), (.number, .decimalMark): break
    default: Issue.record("\(text): \(evidence)")
    }
  }

  @Test("Text that can't be seen is no text, and none turns the direction of what follows")
  func invisible() throws {
    let attribute = AttributeDescription(name: "name", label: "Name", kind: .text)
    func read(_ text: String) throws -> Value { try attribute.behavior.value(text: text, for: attribute) }
    #expect(try read("\u{200b}\u{200b}") == .null)
    #expect(try read("\u{2060}\u{ad}\u{3164}") == .null)
    #expect(try read("abc\u{202e}cba") == .text("abccba"))
    #expect(try read("\u{2067}שלום\u{2069}") == .text("שלום"))
    #expect(try read("👩‍👩‍👧") == .text("👩‍👩‍👧"))
    let check = try #require(attribute.behavior.canonicalCheck(for: attribute))
    for (text, isCanonical) in [
      ("\u{200b}", false), ("a\u{202e}b", false), ("a\u{2066}b", false), ("Łódź", true), ("漢字", true),
      ("a\u{200b}", false), ("a\u{200b}b", true),
    ] {
      var text = text
      #expect(text.withUTF8 { check(UnsafeRawBufferPointer($0)) } == isCanonical, "\(text.unicodeScalars.map(\.value))")
    }
  }
}

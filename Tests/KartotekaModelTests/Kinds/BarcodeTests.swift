import Testing

@testable import KartotekaModel

@Suite("Bar codes")
struct BarcodeTests {
  private static func attribute(_ form: BarcodeForm) -> AttributeDescription {
    var attribute = AttributeDescription(name: "code", label: "Code", kind: .text)
    attribute.barcode = form
    return attribute
  }

  private static func typed(_ text: String, _ form: BarcodeForm) throws -> Value {
    let attribute = attribute(form)
    return try attribute.behavior.value(text: text, for: attribute)
  }

  // Examples of the GS1 General Specifications, of ISO 2108 (books) and of packages.
  static let numbers = [
    "4006381333931", "5901234123457", "9780306406157", "9783161484100", "96385074", "73513537", "036000291452",
    "012345678905", "10614141000415",
  ]

  @Test(
    "Published numbers of articles have the right check digit, and no other last digit is right", arguments: numbers)
  func published(number: String) {
    #expect(ArticleNumber.fault(in: number) == nil)
    #expect(Self.attribute(.article).fault(in: .text(number)) == nil)
    for digit in 0...9 {
      let other = number.dropLast() + String(digit)
      #expect((ArticleNumber.fault(in: String(other)) == nil) == (other == number), "\(other)")
    }
  }

  @Test("Each single wrong digit is found")
  func wrong() {
    for number in Self.numbers {
      for place in number.indices {
        for digit in "0123456789" where digit != number[place] {
          let other = number[..<place] + String(digit) + number[number.index(after: place)...]
          #expect(ArticleNumber.fault(in: String(other)) != nil, "\(other)")
        }
      }
    }
  }

  @Test(
    "What is no number of an article is refused, also by the check of imports",
    arguments: ["", "4", "400638133393", "4006381333930", "40063813339311", "４００６３８１３３３９３１", "400638133393x"])
  func refused(text: String) {
    let attribute = Self.attribute(.article)
    #expect(ArticleNumber.fault(in: text) != nil)
    if !text.isEmpty { #expect(attribute.fault(in: .text(text)) != nil) }
    #expect(attribute.behavior.canonicalCheck(for: attribute) == nil)
  }

  @Test("Spaces and hyphens between the digits are left out, however the number comes")
  func written() throws {
    for text in ["978-0-306-40615-7", "978 0306406157", "9780306406157", "978\u{2011}0306406157"] {
      #expect(try Self.typed(text, .article) == .text("9780306406157"))
      #expect(text.stored(for: Self.attribute(.article)) == .text("9780306406157"))
    }
    // UPC-A and the same with the zero of EAN-13 are one article.
    for text in ["036000291452", "0036000291452", "0-036000-291452"] {
      #expect(try Self.typed(text, .article) == .text("036000291452"))
    }
    #expect(try Self.typed("00614141000418", .article) == .text("00614141000418"))
    #expect(try Self.typed("0036000291452", .any) == .text("0036000291452"))
    // Other texts stay as they are typed, and are refused as such.
    #expect(try Self.typed("a-1 b", .article) == .text("a-1 b"))
  }

  @Test("Any text is a bar code of one's own, as it is typed")
  func any() throws {
    for text in ["978-0-306-40615-7", "4006381333930", "A 1", "Żółw"] {
      #expect(try Self.typed(text, .any) == .text(text))
      #expect(Self.attribute(.any).fault(in: .text(text)) == nil)
    }
  }
}

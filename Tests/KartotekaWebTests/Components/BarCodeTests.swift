import KartotekaModel
import Testing

@testable import KartotekaHTML

@Suite("Bar codes on labels")
struct BarCodeTests {
  private static func modules(_ text: String) throws -> String {
    try #require(BarCode(text)).modules.map { $0 ? "1" : "0" }.joined()
  }

  @Test(
    "EAN-13 has the modules that readers expect",
    arguments: [
      // Read back by ZXing.
      (
        "4003994155486",
        "10100011010100111011110100010110010111001110101010110011010011101001110101110010010001010000101"
      ),
      (
        "5901234123457",
        "10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101"
      ),
      (
        "9780306406157",
        "10101110110001001010011101111010100111010111101010101110011100101010000110011010011101000100101"
      ),
    ])
  func ean13(number: String, modules: String) throws {
    let code = try #require(BarCode(number))
    #expect(try Self.modules(number) == modules)
    #expect(code.margins == (11, 7) && code.width == 113)
  }

  @Test("UPC-A is EAN-13 with a zero before it, and EAN-8 has 67 modules")
  func others() throws {
    #expect(try Self.modules("036000291452") == Self.modules("0036000291452"))
    let left = "0111011" + "0111101" + "0110001" + "0011001"
    let right = "1000010" + "1001110" + "1000010" + "1000100"
    #expect(try Self.modules("73513537") == "101" + left + "01010" + right + "101")
  }

  @Test(
    "Code 128 has the symbols and check values that are published, as few as possible",
    arguments: [
      ("AIM1234", [104, 33, 41, 45, 99, 12, 34, 87, 106]),
      ("Wikipedia", [104, 55, 73, 75, 73, 80, 69, 68, 73, 65, 88, 106]),
      ("098x1234567y23", [104, 16, 25, 24, 88, 17, 99, 23, 45, 67, 100, 89, 18, 19, 101, 106]),
      ("00123456789", [105, 0, 12, 34, 56, 78, 100, 25, 75, 106]), ("1", [104, 17, 18, 106]),
      ("12", [105, 12, 14, 106]),
    ])
  func code128(text: String, values: [Int]) throws {
    #expect(BarCode.code128(Array(text.utf8)) == values)
    // Each symbol has 11 modules, the last one 13.
    #expect(try Self.modules(text).count == 11 * (values.count - 1) + 13)
    #expect(try Self.modules(text).hasSuffix("1100011101011"))
  }

  @Test("A number with a wrong check digit, or of a package, is Code 128; what that can't have is no bar code")
  func which() throws {
    for text in ["4006381333930", "10614141000415", "A 1~"] {
      #expect(try Self.modules(text).hasPrefix(text.hasPrefix("A") ? "11010010000" : "11010011100"), "\(text)")
    }
    for text in ["", "Żółw", "a\tb", String(repeating: "1", count: 41)] { #expect(BarCode(text) == nil, "\(text)") }
  }

  @Test("Bars are as wide as scanners need on the narrowest label: 26 digits or 13 letters have room")
  func widest() throws {
    for (digits, letters) in [(26, 13), (28, 14)] {
      for text in [String(repeating: "7", count: digits), String(repeating: "a", count: letters)] {
        #expect((BarCode(text) != nil) == (digits == 26), "\(text)")
      }
    }
    #expect(try #require(BarCode(String(repeating: "a", count: 13))).width == 198)
  }

  private static func sheets(
    _ format: LabelSheets.Format, _ codes: [String], _ drawing: LabelSheets.Drawing = .bars
  ) -> String {
    let label = LabelSheets.Label(lines: ["Pen"], codes: codes)
    let sheets = LabelSheets(
      title: "Labels", back: ("List", URLPath()), format: format, formats: [], labels: [label], drawing: drawing,
      note: "1 record")
    return html { sheets.write(to: &$0) }
  }

  @Test("The sizes of labels have the decimal mark of the language")
  func sizes() {
    #expect(LabelSheets.Format.a4x21.title(in: .polish) == "A4 · 3 × 7 · 63,5 × 38,1 mm")
    #expect(LabelSheets.Format.a4x21.title(in: .english) == "A4 · 3 × 7 · 63.5 × 38.1 mm")
  }

  @Test("A label has the codes that it has room for, and the page says how many are left out")
  func room() {
    let codes = ["4006381333931", "A 12", "B 34"]
    let cases: [(LabelSheets.Format, LabelSheets.Drawing, count: Int, layout: String)] = [
      (.a4x24, .bars, 2, "two"), (.a4x21, .qr, 1, "beside"), (.a4x14, .qr, 2, "beside"), (.letter30, .bars, 1, "one"),
    ]
    for (format, drawing, count, layout) in cases {
      let page = Self.sheets(format, codes, drawing)
      #expect(page.matches(of: /class="?code[">]/).count == count, "\(format) \(drawing)")
      #expect(page.contains("<li class=\(layout)>"), "\(format) \(drawing)")
      #expect(page.contains(count == 2 ? "1 code" : "2 code"), "\(format) \(drawing)")
      #expect(!Self.sheets(format, [codes[0]], drawing).contains("left out"), "\(format) \(drawing)")
    }
    // Bars and a QR code have different places.
    let mixed = Self.sheets(.a4x24, ["4006381333931", "Żółw", "A 12"])
    #expect(mixed.contains("<li class=two>") && mixed.contains("1 code") && !mixed.contains("Żółw"))
    // What is too long for a QR code is only written.
    let long = Self.sheets(.a4x24, [String(repeating: "x", count: QRCode.longest + 1)])
    #expect(long.contains("<li class=one>") && QRCode(String(repeating: "x", count: QRCode.longest)) != nil)
  }

  @Test("The path has each dark run of modules once, beside the margin")
  func path() throws {
    let code = try #require(BarCode("12"))
    #expect(code.path(height: 30).hasPrefix("M10 0h2v30h-2zM13 0h1v30h-1z"))
    #expect(code.width == 10 + 46 + 10)
  }
}

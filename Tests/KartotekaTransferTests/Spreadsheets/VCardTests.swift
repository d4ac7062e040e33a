import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Reading vCard files")
struct VCardTests {
  // The rows below the headings, as the importer reads them.
  private func rows(_ text: String) throws -> [[String: String]] {
    let url = FileManager.default.temporaryDirectory.appending(path: "cards-\(UUID()).vcf")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(text.utf8).write(to: url)
    let file = try #require(try ImportFile.open(path: url.path(percentEncoded: false), name: "people.vcf").first)
    var reader = CSVReader(file.text, dialect: CSVDialect())
    var records: [[String]] = []
    while try reader.next() { records.append(reader.strings) }
    let headings = records.removeFirst()
    return records.map { record in Dictionary(zip(headings, record).filter { !$1.isEmpty }, uniquingKeysWith: { $1 }) }
  }

  @Test(
    "Each card is a row: names, the preferred number first, the address in the order of letters, folded lines, escapes")
  func versions3And4() throws {
    let cards = """
      BEGIN:VCARD\r
      VERSION:3.0\r
      N:Kowalska;Anna;Maria;;\r
      FN:Anna Maria Kowalska\r
      TEL;TYPE=HOME:+48 22 123 45 67\r
      item1.TEL;TYPE=CELL,PREF:+48 600 100 200\r
      EMAIL;TYPE=INTERNET:anna@example.com\r
      ADR;TYPE=HOME:;;Rynek 1\\, m. 2;Kraków;;31-042;Poland\r
      BDAY:1985-04-12\r
      NOTE:First line\\nsecond li\r
       ne\r
      PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\r
      END:VCARD\r
      BEGIN:VCARD\r
      VERSION:4.0\r
      FN:Ewa Nowak\r
      TEL;VALUE=uri;PREF=1:tel:+48-600-300-400\r
      ORG:Example;Sales\r
      END:VCARD\r

      """
    let rows = try rows(cards)
    #expect(
      rows[0] == [
        "First name": "Anna Maria", "Last name": "Kowalska", "Mobile phone": "+48 600 100 200",
        "Mail": "anna@example.com",
        "Address": "Rynek 1, m. 2, 31-042 Kraków, Poland", "Birthday": "1985-04-12",
        "Notes": "First line\nsecond line", "Home phone": "+48 22 123 45 67",
      ])
    #expect(
      rows[1] == [
        "First name": "Ewa", "Last name": "Nowak", "Phone": "+48-600-300-400", "Company": "Example, Sales",
      ])
  }

  @Test("A card without an end ends where the next one begins, and an encoding that a value names is heeded")
  func faultyCards() throws {
    let cards = """
      BEGIN:VCARD
      VERSION:2.1
      N;CHARSET=WINDOWS-1250;ENCODING=QUOTED-PRINTABLE:=A3=F3d=9F;Ewa
      BEGIN:VCARD
      VERSION:2.1
      N:Berg;Jan
      AGENT:
      BEGIN:VCARD
      N:Nobody
      END:VCARD
      TEL:1
      END:VCARD

      """
    #expect(
      try rows(cards) == [
        ["First name": "Ewa", "Last name": "Łódź"], ["First name": "Jan", "Last name": "Berg", "Phone": "1"],
      ])
  }

  @Test("Cards of version 2.1 in quoted-printable, a company alone, and a card that never ends")
  func version21() throws {
    let cards = """
      BEGIN:VCARD
      VERSION:2.1
      N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C5=81=C3=B3d=C5=BA;Ja=
      =C5=BA=C5=84;;;
      END:VCARD
      BEGIN:VCARD
      VERSION:3.0
      ORG:Zażółć & Co.
      FN:Zażółć & Co.
      END:VCARD
      BEGIN:VCARD
      N:Lost;Half
      """
    let rows = try rows(cards)
    #expect(rows.count == 3)
    #expect(rows[0] == ["First name": "Jaźń", "Last name": "Łódź"])
    #expect(rows[1] == ["Last name": "Zażółć & Co.", "Company": "Zażółć & Co."])
    #expect(rows[2] == ["First name": "Half", "Last name": "Lost"])
  }

  @Test(
    "A card with 20,000 telephone numbers, and a value that goes on for 100,000 lines, take no longer than their bytes")
  func long() throws {
    let numbers = (1...20_000).map { "TEL:+48 \($0)" }.joined(separator: "\n")
    let value = String(repeating: "=41=\n", count: 100_000)
    let cards = """
      BEGIN:VCARD
      N:Berg;Jan
      \(numbers)
      TEL:+48 7
      NOTE;ENCODING=QUOTED-PRINTABLE:\(value)
      EMAIL:jan@example.org
      END:VCARD

      """
    let row = try #require(try rows(cards).first)
    #expect(row["Phone"] == "+48 1" && row["Mail"] == "jan@example.org" && row["Notes"] == nil)
    #expect(row["Other phones"]?.components(separatedBy: ", ").count == 19_999)
  }

  @Test(
    "A day is read where it is one in ISO 8601, a soft break before a space stays one line, and a group has a last name alone"
  )
  func details() throws {
    let cards = """
      BEGIN:VCARD
      N:Berg;Jan;;dr;jr
      BDAY:12.04.1985
      NOTE;ENCODING=QUOTED-PRINTABLE:abc=
       def
      END:VCARD
      BEGIN:VCARD
      N:;;;;
      FN:Reading club
      END:VCARD

      """
    let rows = try rows(cards)
    #expect(rows[0]["Birthday"] == "12.04.1985" && rows[0]["Notes"] == "abc def")
    #expect(rows[0]["Name prefix"] == "dr" && rows[0]["Name suffix"] == "jr")
    #expect(rows[1] == ["Last name": "Reading club"])
  }

  @Test("A birthday without a year has none, a label is the address of a card without one, and a firm's name is kept")
  func omissions() throws {
    let cards = """
      BEGIN:VCARD
      N:Rossi;Mario
      FN:Pizzeria Roma
      BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12
      LABEL;WORK;CHARSET=koi8-r;ENCODING=QUOTED-PRINTABLE:=ED=CF=D3=CB=D7=C1
      END:VCARD
      BEGIN:VCARD
      N:Berg;Jan
      FN:Jan Berg
      BDAY;X-APPLE-OMIT-YEAR=1604:1980-04-12
      ADR:;;Rynek 1;Kraków
      LABEL:Rynek 1, Kraków
      END:VCARD

      """
    #expect(
      try rows(cards) == [
        [
          "First name": "Mario", "Last name": "Rossi", "Notes": "Pizzeria Roma", "Birthday": "--04-12",
          "Address": "Москва",
        ],
        ["First name": "Jan", "Last name": "Berg", "Birthday": "1980-04-12", "Address": "Rynek 1, Kraków"],
      ])
  }
}

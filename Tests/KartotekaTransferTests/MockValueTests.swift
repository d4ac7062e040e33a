import Foundation
import KartotekaModel
import Testing

@testable import KartotekaSampleData
@testable import KartotekaTransfer

/// The values that sample data has for each kind of attribute, and what constraints make of them.
struct MockValueTests {
  private static let kinds: [(MockKind, KindName)] = [
    (.text, .text), (.integer, .integer), (.real, .real), (.decimal(scale: 2), .decimal),
    (.boolean, .boolean),
    (.date, .date), (.timestamp, .timestamp), (.choice(["red", "green", "blue"]), .choice), (.mail, .mail),
    (.phone, .phone), (.url, .url), (.blob, .blob), (.blob, .picture), (.coordinate, .coordinate),
  ]

  private static let names = [
    "firstName", "lastName", "name", "title", "phone", "email", "address", "city", "country", "postalCode",
    "region",
    "companyName", "contactName", "contactTitle", "description", "notes", "subject", "branch", "url",
    "homepage",
    "birthDate", "hireDate", "orderDate", "unitPrice", "quantity", "discount", "unitsInStock", "isoCode",
    "position",
    "latitude", "status", "code", "uuid", "userName", "customerID", "something else entirely", "", "x2",
  ]

  private func column(_ entity: String, _ request: MockRequest, _ count: Int) -> [String?] {
    let records = MockRecords(of: entity, [request])
    return (0..<count).map { records[$0][0] }
  }

  @Test(
    "Whatever the attribute's name, its kind accepts the values, and required ones are never blank",
    arguments: kinds)
  func accepted(kind: MockKind, name: KindName) {
    var attribute = AttributeDescription(name: "value", label: "Value", kind: name)
    attribute.scale = 2
    if case .choice(let options) = kind { attribute.choices = options.map { Choice($0) } }
    for hint in Self.names {
      for entity in ["users", "countries", "order-details"] {
        for unique in [false, true] where !unique || (name != .choice && name != .boolean) {
          let refused = column(entity, MockRequest(hint, kind, isUnique: unique), 20).filter { text in
            guard let text, text.contains(where: { !$0.isWhitespace }),
              let value = try? attribute.behavior.value(text: text, for: attribute)
            else { return true }
            return attribute.behavior.fault(in: value, for: attribute) != nil
          }
          #expect(refused.isEmpty, "\(hint) of \(entity)")
        }
      }
    }
  }

  @Test("Unique values don't repeat, whatever the kind and the name", arguments: kinds)
  func unique(kind: MockKind, name: KindName) {
    guard name != .choice, name != .boolean else { return }
    for hint in Self.names {
      let values = column("countries", MockRequest(hint, kind, isUnique: true), 250)
      #expect(Set(values).count == 250, "\(hint): \(values.prefix(3))")
    }
  }

  @Test("Unique codes keep their length and don't repeat", arguments: [2, 3, 5, 8, 12])
  func codes(length: Int) {
    let count = length == 2 ? 360 : 10_000
    for name in ["isoCode", "customerID", "city"] {
      let request = MockRequest(name, .text, isUnique: true, maximumLength: length)
      let values = column("countries", request, count).compactMap(\.self)
      #expect(Set(values).count == count && values.allSatisfy { (1...length).contains($0.count) }, "\(name)")
    }
  }

  @Test("Unique telephone numbers stay so beyond the digits that are free in one country")
  func uniquePhones() {
    let records = MockRecords(of: "users", [MockRequest("phone", .phone, isUnique: true)])
    let indices = Array(0..<20_000) + Array(100_000..<110_000) + Array(1_000_000..<1_010_000)
    let numbers = indices.compactMap { records[$0][0] }
    #expect(Set(numbers).count == indices.count)
    #expect(numbers.allSatisfy { $0.filter(\.isNumber).count <= 15 })
  }

  @Test("A choice without repeats ends when its options do")
  func exhausted() {
    let values = column("users", MockRequest("colour", .choice(["red", "green"]), isUnique: true), 4)
    #expect(values == ["red", "green", nil, nil])
  }

  @Test("Telephone numbers have a plus and are written as the phone formatter writes them")
  func phones() throws {
    for value in column("users", MockRequest("phone", .phone), 2000) {
      let phone = try #require(value)
      #expect(phone.hasPrefix("+") && PhoneFormatter.format(phone) == phone, "\(phone)")
    }
  }

  @Test("Telephone numbers of countries that keep some for fiction are among those")
  func fiction() throws {
    let kept: [(String, Regex<Substring>)] = [
      ("+1 ", /\d{3}55501\d\d/), ("+33 ", /(?:19900|26191|35301|46571|53649|63998)\d{4}/),
      ("+44 ", /(?:207946|11[3-8]496|1[2-6]1496|191498|292018|770090)0\d{3}|2896496\d{3}/),
      ("+46 ", /8465004\d\d|3139006\d\d|4062804\d\d|9803192\d\d|7017406\d\d/),
      ("+49 ", /(?:3023125|6990009|4066969|2214710|8999998)\d{3}|(?:17139200|176040690)\d\d/),
    ]
    for value in column("users", MockRequest("phone", .phone), 2000) {
      let phone = try #require(value)
      guard let (code, numbers) = kept.first(where: { phone.hasPrefix($0.0) }) else { continue }
      #expect(phone.dropFirst(code.count).filter(\.isNumber).wholeMatch(of: numbers) != nil, "\(phone)")
    }
  }

  @Test("About one in eight optional values is missing, no required one")
  func optional() {
    let missing = column("users", MockRequest("notes", .text, isRequired: false), 4000).count { $0 == nil }
    #expect((400...600).contains(missing))
    #expect(!column("users", MockRequest("notes", .text), 4000).contains(nil))
  }

  @Test("Texts keep to their lengths", arguments: [(1, 1), (0, 3), (5, 5), (30, 34), (200, 300), (0, 10)])
  func lengths(minimum: Int, maximum: Int) throws {
    for name in Self.names {
      let request = MockRequest(name, .text, minimumLength: minimum, maximumLength: maximum)
      for value in column("users", request, 50) {
        let text = try #require(value)
        #expect((max(minimum, 1)...maximum).contains(text.count), "\(name): \(text)")
        #expect(text.last?.isWhitespace == false && text.first?.isWhitespace == false, "\(name): \(text)")
      }
    }
  }

  @Test("Mail addresses keep to their length")
  func mailLength() throws {
    for unique in [false, true] {
      let request = MockRequest("email", .mail, isUnique: unique, maximumLength: 24)
      for value in column("users", request, 2000) { #expect(try #require(value).count <= 24) }
    }
  }

  @Test(
    "Numbers keep to their limits",
    arguments: [(0, 1), (-5, 5), (10, 10), (0.05, 0.25), (100_000, 200_000), (-2000, -1000)]
      as [(Double, Double)])
  func limits(minimum: Double, maximum: Double) throws {
    for name in Self.names {
      for kind in [MockKind.real, .decimal(scale: 2), .decimal(scale: 4)] {
        let request = MockRequest(name, kind, minimum: minimum, maximum: maximum)
        for value in column("things", request, 30) {
          let number = try #require(value.flatMap(Double.init))
          #expect((minimum...maximum).contains(number), "\(name) \(kind): \(number)")
        }
      }
    }
    let whole = column("things", MockRequest("quantity", .integer, minimum: minimum, maximum: maximum), 50)
    #expect(whole.allSatisfy { $0.flatMap { Int($0) } != nil })
  }

  @Test("Pictures are PNG files, another for each record")
  func pictures() throws {
    let pictures = column("employees", MockRequest("photo", .blob), 500)
    #expect(Set(pictures).count == 500)
    let data = try #require(pictures[0].flatMap { Data(base64Encoded: $0) })
    #expect(data.prefix(8) == Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    #expect(
      data.suffix(8) == Data([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]), "IEND and its checksum")
  }

  @Test("Names of attributes are read in all ways of writing")
  func words() {
    #expect(MockHint.words("shipPostalCode") == ["ship", "postal", "code"])
    #expect(MockHint.words("ISOCode") == ["iso", "code"])
    #expect(MockHint.words("customerID") == ["customer", "id"])
    #expect(MockHint.words("order-details") == ["order", "details"])
    #expect(MockHint.words("address_line2") == ["address", "line", "2"])
    #expect(
      ["people", "categories", "courses", "addresses", "order-details"].map(MockHint.singular)
        == ["person", "category", "course", "address", "order-detail"])
  }
}

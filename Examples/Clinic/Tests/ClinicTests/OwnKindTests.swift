import Foundation
import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Clinic

private struct Payee: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let account = Attribute<IBAN>("Account", .required, .unique, .searched, .sorted)
  let label = Computed<Payee, String>("Label") { .joined(.of(\.name), .of(\.account), separator: ": ") }
}

private struct Shade: OwnValue {
  static let kind = KindName(rawValue: "Shade!")
  static let example = "red"
  let text: String
  init(parsing text: String) throws(ValueFault) { self.text = text }
}

private struct Louder: OwnValue {
  static let kind = KindName(rawValue: "loud")
  static let example = "hey"
  let text: String
  init(parsing text: String) throws(ValueFault) { self.text = text + "!" }
}

private struct Phone: OwnValue {
  static let kind = KindName.phone
  static let example = "1"
  let text: String
  init(parsing text: String) throws(ValueFault) { self.text = text }
}

private struct OtherIBAN: OwnValue {
  static let kind = KindName(rawValue: "iban")
  static let example = "1"
  let text: String
  init(parsing text: String) throws(ValueFault) { self.text = text }
}

private struct Silent: OwnValue {
  static let kind = KindName(rawValue: "silent")
  static let example = "1"
  let text: String
  init(parsing text: String) throws(ValueFault) {
    guard text != "1" else { throw ValueFault("No") }
    self.text = text
  }
}

private struct Faulty: Entity {
  let account = Attribute<IBAN>("Account")
  let other = Attribute<OtherIBAN>("Other")
  let shade = Attribute<Shade>("Shade")
  let louder = Attribute<Louder>("Louder")
  let phone = Attribute<Phone>("Phone")
  let silent = Attribute<Silent>("Silent")
}

/// Accounts that somebody pays to: in a table, with a kind of the clinic's own.
private let payees = App(
  "payees", title: "Payees", symbol: .list, hue: 200, entities: [Payee.self],
  catalogues: [
    .polish: Data(
      #"{"The check digits don't fit: a digit of the account number is wrong":"Cyfry kontrolne się nie zgadzają"}"#.utf8
    )
  ]
) {
  Tab("Payees", symbol: .list) { Table(Payee.self, columns: \.name, \.account) }
}

@Suite("A kind of attributes of one's own")
struct OwnKindTests {
  private let normal = "PL61109010140000071219812874"
  private let shown = "PL61 1090 1014 0000 0712 1981 2874"

  private func site() async throws -> AppSite {
    let site = try AppSite(payees)
    try await site.add("/payees", #"{"name":"Anna","account":"pl61-1090 1014 0000 0712 1981 2874"}"#)
    return site
  }

  @Test("has no faults where it is declared right, and each wrong declaration is told with its remedy")
  func declarations() {
    #expect(payees.check() == [])
    let faults = ModelDescription([Faulty.self]).check()
    #expect(faults.map(\.rule) == Array(repeating: "own-kind-sound", count: 5))
    #expect(faults.map(\.field) == ["other", "shade", "louder", "phone", "silent"])
    let problems = faults.map(\.problem)
    #expect(problems[0].contains("both have the kind “iban”"))
    #expect(problems[1].contains("is no name for a kind"))
    #expect(problems[2].contains("reads its normal form"))
    #expect(problems[3].contains("is the platform's"))
    #expect(problems[4].contains("doesn't read its example"))
    #expect(faults.allSatisfy { !$0.hint.isEmpty })
  }

  @Test("the API takes any form, answers the normal form, and refuses others in the application's words")
  func api() async throws {
    let site = try await site()
    #expect(try await site.api(.get, "/payees/1").json.text("account") == normal)
    #expect(try await site.api(.get, "/payees/1").json.text("label") == "Anna: " + normal)
    let body = #"{"name":"Ewa","account":"PL61 1090 1014 0000 0712 1981 2875"}"#
    let refused = try await site.api(.post, "/payees", body, language: "pl")
    #expect(refused.status == 422)
    #expect(refused.text.contains("Cyfry kontrolne się nie zgadzają"))
    let twice = try await site.api(.post, "/payees", #"{"name":"Ewa","account":"\#(normal)"}"#)
    #expect(twice.status == 409 || twice.status == 422)
    let filter = try await site.api(.get, "/payees?filter[account]=PL61%201090%201014%200000%200712%201981%202874")
    #expect(try filter.items.count == 1)
    for search in ["PL61%201090", "10140000", "pl61-1090"] {
      #expect(try await site.api(.get, "/payees?search=\(search)").items.count == 1, "\(search)")
    }
    #expect(try await site.api(.get, "/payees?sort=-account").items.count == 1)
  }

  @Test("OpenAPI states the pattern of answers, and the summary and example of what is sent")
  func openAPI() async throws {
    let text = try await site().api(.get, "/openapi.json").text
    #expect(text.contains(#"^(?:[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30})$"#))
    #expect(text.contains("An account number (ISO 13616)"))
    #expect(text.contains(IBAN.example))
  }

  @Test("cells of a table and pages show it as people read it")
  func table() async throws {
    let site = try await site()
    #expect(try await site.page("/payees").text.contains(shown))
    #expect(try await site.page("/payees?filter=account:is:\(normal)").status == 200)
  }

  @Test(
    "a form shows it as people read it with the keys that it asks for, keeps what is wrong, and saves the normal form")
  func form() async throws {
    let site = try AppSite(clinic)
    let fields: KeyValuePairs = [
      "firstName": "Anna", "lastName": "Kowalska", "phone": "601234567",
      "account": "PL61 1090 1014 0000 0712 1981 2875",
    ]
    let new = try await site.page("/owners/new").text
    #expect(new.contains("autocapitalize=characters"))
    let refused = try await site.submit("/owners", fields, language: "pl")
    #expect(refused.text.contains("PL61 1090 1014 0000 0712 1981 2875"))
    #expect(refused.text.contains("Cyfry kontrolne się nie zgadzają"))
    let saved = try await site.submit(
      "/owners",
      ["firstName": "Anna", "lastName": "Kowalska", "phone": "601234567", "account": shown.lowercased()])
    #expect(saved.status == 303)
    let owner = try #require(try await site.store.record(Owner.self, id: 1))
    #expect(owner.account == (try IBAN(parsing: normal)))
    #expect(owner.account?.text == normal)
    #expect(try await site.page("/owners/1").text.contains("value=\"\(shown)\""))
  }

  @Test("files are imported in any form and rejected with the reason, exports have the normal form")
  func files() async throws {
    let store = try Store(inMemory: payees)
    let csv = "Name,Account\nAnna,\(shown)\nEwa,PL62 1090\n"
    let importer = Importer(store)
    let plan = try importer.plan([
      ImportFile(TextSource(ByteSource(Array(csv.utf8), name: "payees.csv")), into: "payees")
    ])
    let file = try #require(try await importer.run(plan).files.first)
    #expect(file.inserted == 1 && file.rejected == 1)
    #expect(file.rejects.map { Localizer.english($0.phrase) }.first?.contains("begins with a country") == true)
    let payee = try #require(payees.description.model.entity(named: "payee"))
    for format in [ExportFormat.csv, .json] {
      let sink = MemorySink()
      try await Exporter(store).write(payee, as: format, to: sink)
      #expect(sink.text.contains(normal), "\(format)")
    }
  }

  @Test("sample data has its samples, each once where it is unique")
  func samples() async throws {
    let payee = try #require(payees.description.model.entity(named: "payee"))
    let mock = EntityMock(of: payee)
    let texts = (0..<50).map { mock.record($0, of: 50)["account"] }
    #expect(Set(texts).count == 50)
    #expect(texts.allSatisfy { payee.attributes[1].fault(in: $0) == nil })
  }

  @Test("a description names its kind as code, and makes text of it without the code")
  func description() throws {
    let document = payees.document
    #expect(document.json.contains(#""code": "iban""#))
    #expect(document.codeNames == ["iban"])
    let read = try AppDocument(json: Array(document.json.utf8))
    let account = try #require(read.withoutCode().description.model.entity(named: "payee")?.attribute("account"))
    #expect(account.kind == .text && account.code == nil)
    #expect(read.withoutCode().description.check() == [])
    let declaration = SwiftDeclaration(document)
    #expect(declaration.text.contains("because it is code: iban"))
    #expect(declaration.text.contains(#"let account = Attribute<String>("Account""#))
  }

  @Test("what another program wrote wrongly is shown as it is")
  func foreign() throws {
    let payee = try #require(payees.description.model.entity(named: "payee"))
    let account = payee.attributes[1]
    #expect(account.behavior.display(.text("abc"), for: account, in: .english) == "abc")
    #expect(account.fault(in: .text(shown)) != nil)
    #expect(account.fault(in: .text(normal)) == nil)
  }

  @Test(
    "an import recognizes a column of account numbers by its values, if there is one such column")
  func recognized() throws {
    let store = try Store(inMemory: clinic)
    func target(_ text: String) throws -> [ColumnMatch.Target] {
      let source = try TextSource(ByteSource(Array(text.utf8), name: "owners.csv"))
      let plan = try Importer(store).plan([ImportFile(source, into: "owners")])
      return try #require(plan.files.first).columns.map(\.target)
    }
    let names = "First name,Last name,Phone"
    let person = "Anna,Kowalska,+48 601 234 567"
    #expect(
      try target("\(names),Bank\n\(person),PL61 1090 1014 0000 0712 1981 2874\n\(person),\n").last == .column("account")
    )
    let two = try target("\(names),Bank,Other\n\(person),PL61109010140000071219812874,PL61109010140000071219812874\n")
    #expect(two.suffix(2) == [.nothing, .nothing])
    #expect(try target("\(names),Bank\n\(person),PL62 1090 1014 0000 0712 1981 2874\n").last == .nothing)
    let named = try target("\(names),IBAN,Bank\n\(person),,PL61109010140000071219812874\n")
    #expect(named.suffix(2) == [.column("account"), .nothing])
  }
}

import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Headings")
struct HeaderMatcherTests {
  private func matcher(_ name: String, _ words: Catalogue = Catalogue()) throws -> HeaderMatcher {
    HeaderMatcher(try #require(office.entity(named: name)), words: words)
  }

  @Test(
    "Are known however they are spelled",
    arguments: [
      "first_name", "First name", "FirstName", "firstName", "FIRST NAME", "first-name", " First  Name ", "Forename",
      "given_name",
    ])
  func spellings(_ header: String) throws {
    #expect(try matcher("person").target(of: header) == .column("firstName"))
  }

  @Test(
    "A to-one relationship by its name, its column and its label",
    arguments: ["boss", "boss_id", "Boss", "BossID", "Reports to", "ReportsTo"])
  func relationships(_ header: String) throws {
    #expect(try matcher("person").target(of: header) == .column("boss"))
  }

  @Test("The record's number", arguments: ["id", "ID", "person_id", "PersonID", "Person ID"])
  func numbers(_ header: String) throws {
    #expect(try matcher("person").target(of: header) == .id)
  }

  @Test("A declared alias has precedence over the record's number")
  func alias() throws {
    #expect(try matcher("team").target(of: "TeamID") == .column("code"))
    #expect(try matcher("team").target(of: "id") == .id)
  }

  @Test("Words of the catalogue's languages are known, others mean nothing, nor do remarks")
  func words() throws {
    let json = Data(#"{"Last name":"Nazwisko"}"#.utf8)
    let polish = try matcher("person", Catalogue(language: .polish, json: json))
    #expect(polish.target(of: "nazwisko") == .column("lastName"))
    for header in ["name", "", "_line", "_reason", "last", "lastname2"] {
      #expect(polish.target(of: header) == .nothing, "\(header)")
    }
  }

  @Test("A column's own label comes before what another one is called in some language")
  func ownLabels() throws {
    let json = Data(#"{"First name": "Last name", "Last name": "Nazwisko"}"#.utf8)
    let matcher = try matcher("person", Catalogue(language: .polish, json: json))
    #expect(matcher.target(of: "Last name") == .column("lastName"))
    #expect(matcher.target(of: "First name") == .column("firstName"))
    #expect(matcher.target(of: "Nazwisko") == .column("lastName"))
  }

  @Test("Two columns for one attribute are an error that names both")
  func twice() async throws {
    let desk = try Desk()
    let error = ImportError.sameColumn(
      file: "people.csv", first: "first_name", second: "Forename", label: "First name")
    await #expect(throws: error) {
      try await desk.take(["people.csv": "first_name,Forename,last_name\nA,B,C\n"])
    }
    #expect(
      Localizer.english(error.phrase)
        == "Two columns of people.csv are the same: both first_name and Forename mean First name")
  }

  @Test("What other programs call a telephone number is the only such attribute, and a second one is left out")
  func common() throws {
    let person = try matcher("person")
    #expect(person.match(["Mobile", "Website"]).map(\.target) == [.column("phone"), .nothing])
    #expect(person.match(["Mobile", "Phone"]).map(\.target) == [.nothing, .column("phone")])
    #expect(person.match(["Tel", "Mobile"]).map(\.target) == [.column("phone"), .nothing])
  }

  @Test("Columns that mean nothing are left out and named")
  func ignored() async throws {
    let desk = try Desk()
    let report = try await desk.take(["people.csv": "first_name,shoe size,last_name,_line\nA,42,B,7\n"])
    #expect(report.counts == ["read": 1, "inserted": 1])
    #expect(report.files[0].ignored == ["shoe size"])
    #expect(
      report.files[0].remarks.map { Localizer.english($0) }
        == ["Left out, because people have no such columns: shoe size"])
  }
}

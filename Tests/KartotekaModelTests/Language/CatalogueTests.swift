import Foundation
import KartotekaModel
import Testing

@Suite("Catalogue")
struct CatalogueTests {
  @Test("A catalogue that is merged in has the last word, language by language")
  func merged() throws {
    var words = try Catalogue(language: .polish, json: Data(#"{"Save": "Zapisz", "Name": "Nazwa"}"#.utf8))
    words.merge(
      try Catalogue(language: .polish, json: Data(#"{"Name": "Imię", "{count}": {"one": "1"}}"#.utf8)))
    words.merge(try Catalogue(language: .russian, json: Data(#"{"Name": "Имя"}"#.utf8)))
    #expect(words.entry("Save", in: .polish) == .plain("Zapisz"))
    #expect(words.entry("Name", in: .polish) == .plain("Imię"))
    #expect(words.entry("{count}", in: .polish) == .plural(["one": "1"]))
    #expect(words.entry("Name", in: .russian) == .plain("Имя"))
    #expect(words.entry("Save", in: .russian) == nil)
    #expect(words.keys(in: .polish) == ["Save", "Name", "{count}"])
    #expect(words.keys(in: .english) == [])
  }

  @Test("A file that is no catalogue is refused", arguments: ["", "[]", "{\"a\": 5}", "{\"a\": {\"one\": 1}}", "{"])
  func refused(_ json: String) {
    #expect(throws: DecodingError.self) { try Catalogue(language: .polish, json: Data(json.utf8)) }
  }
}

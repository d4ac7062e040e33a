import Testing

@testable import KartotekaModel

private struct Stamp: Entity {
  let country = Attribute<CountryCode>("Country", .title)
  let series = Attribute<String>("Series", .title)
  let year = Attribute<String>("Year", .title)
}

private struct Mooring: Entity {
  let name = Attribute<String>("Name", .title)
  let polishName = Attribute<String>("Polish name", .translating(\Mooring.name, to: .polish))
  let russianName = Attribute<String>("Russian name", .translating(\Mooring.name, to: .russian))
}

@Suite("What a record is called in several languages")
struct TranslatedTitleTests {
  private func title(_ values: [String: Value], _ language: Language) throws -> String {
    var record = AnyRecord(try #require(ModelDescription([Mooring.self]).entity(named: "mooring")))
    for (name, value) in values { record[name] = value }
    return record.title(in: Localizer(language: language, catalogue: Catalogue()))
  }

  @Test("A title is the translation in the person's language, else what is stored")
  func translated() throws {
    let town: [String: Value] = [
      "name": .text("Wenecja"), "polishName": .text("Wenecja"), "russianName": .text("Венеция"),
    ]
    #expect(try title(town, .polish) == "Wenecja")
    #expect(try title(town, .russian) == "Венеция")
    #expect(try title(town, .english) == "Wenecja")
    #expect(try title(["name": .text("Wenecja")], .russian) == "Wenecja")
  }

  @Test("A text that equals none of its translations is shown in all languages")
  func renamed() throws {
    let town: [String: Value] = [
      "name": .text("Home"), "polishName": .text("Wenecja"), "russianName": .text("Венеция"),
    ]
    #expect(try title(town, .russian) == "Home")
  }
}

@Suite("What a record is called in a sentence")
struct TitleArgumentTests {
  private func sentence(_ values: [String: Value], _ language: Language) throws -> String {
    var record = AnyRecord(try #require(ModelDescription([Stamp.self]).entity(named: "stamp")))
    record.id = 4
    for (name, value) in values { record[name] = value }
    let say = Localizer(language: language, catalogue: Catalogue())
    return say("Deleted {title}", ["title": record.titleArgument])
  }

  @Test("A country among other parts of a title is called what the person's language calls it")
  func country() throws {
    let all: [String: Value] = ["country": .text("DE"), "series": .text("Blumen"), "year": .text("2005")]
    #expect(try sentence(all, .english) == "Deleted Germany Blumen 2005")
    #expect(try sentence(all, .russian) == "Deleted Германия Blumen 2005")
    #expect(try sentence(["country": .text("DE")], .polish) == "Deleted Niemcy")
  }

  @Test("Parts without a value are left out; a title without any is the number")
  func missing() throws {
    #expect(try sentence(["series": .text("Blumen"), "year": .text("2005")], .russian) == "Deleted Blumen 2005")
    #expect(try sentence([:], .english) == "Deleted No. 4")
  }
}

import Testing

@testable import KartotekaModel
@testable import KartotekaScreens

@Suite("The check of descriptions")
struct CheckTests {
  static let ids = ModelRules.all.map(\.id) + AppRules.all.map(\.id)

  @Test("Sound models and applications pass")
  func sound() {
    #expect(School.model.check() == [])
    #expect(ModelDescription([Course.self, User.self, Item.self]).check() == [])
    #expect(AddressBook.app.description.check() == [])
    #expect(ModelDescription(entities: [EntityDraft("book").description]).check() == [])
    #expect(FaultyDerivations.sound.check() == [])
    #expect(FaultyComputations.sound.check() == [])
    #expect(FaultyFormulas.sound.check() == [])
    #expect(FaultyLines.sound.check() == [])
    #expect(FaultyOverviews.sound.check() == [])
    #expect(FaultyMaps.sound.check() == [])
    #expect(FaultyCalendars.sound.check() == [])
    #expect(FaultySettings.sound.check() == [])
    #expect(FaultyViews.sound.check() == [])
    #expect(FaultyPages.sound.check() == [])
    #expect(FaultyClosings.sound.check() == [])
  }

  @Test("Every rule has an id of its own in kebab case, and a model or application here that breaks it")
  func rules() {
    #expect(Set(Self.ids).count == Self.ids.count)
    #expect(Self.ids.allSatisfy(NameForm.isKebabCase))
    // Whether geography is included is a matter of the build.
    let covered = Set(FaultyModels.all.map(\.rule) + FaultyApps.all.map(\.rule) + [GeographyIncluded().id])
    #expect(Set(Self.ids).subtracting(covered) == [])
    #expect(covered.subtracting(Self.ids) == [])
  }

  @Test(
    "A model that breaks a rule is reported by its id and place, and by no other rule",
    arguments: FaultyModels.all)
  func model(_ faulty: FaultyModel) {
    let faults = faulty.model.check()
    #expect(Set(faults.map(\.rule)) == [faulty.rule], "\(faults)")
    let places = faults.map { [$0.entity, $0.field].compactMap(\.self).joined(separator: ".") }
    #expect(places.contains(faulty.place), "\(faults)")
  }

  @Test(
    "An application that breaks a rule is reported by its id, and by no other rule", arguments: FaultyApps.all
  )
  func app(_ faulty: FaultyApp) {
    let faults = faulty.app.check()
    #expect(Set(faults.map(\.rule)) == [faulty.rule], "\(faults)")
  }

  @Test("A program without geography refuses maps, and says what to enable")
  func geography() {
    let map = FaultyMaps.sound
    let rule = GeographyIncluded(isIncluded: false)
    #expect(GeographyIncluded(isIncluded: true).faults(in: map) == [])
    #expect(rule.faults(in: FaultyOverviews.sound) == [])
    #expect(rule.faults(in: map).map(\.entity) == ["island"])
    #expect(rule.faults(in: map).allSatisfy { $0.hint.contains("Geography") })
  }

  @Test("Every fault is a sentence that says what is wrong and one that says what to do")
  func sentences() {
    for fault in FaultyModels.all.flatMap({ $0.model.check() }) + FaultyApps.all.flatMap({ $0.app.check() }) {
      for sentence in [fault.problem, fault.hint] {
        #expect(sentence.hasSuffix(".") && sentence.first?.isLowercase == false, "\(fault)")
      }
      #expect(fault.description.hasSuffix("(\(fault.rule))"))
    }
  }

  @Test("All faults are reported together")
  func together() {
    var (book, author) = (EntityDraft("book"), EntityDraft("author"))
    book.attributes[0].column = "rowid"
    book.attributes[0].label = ""
    author.attributes = []
    author.relate("shelf", .toOne, to: "shelf")
    let faults = ModelDescription(entities: [book.description, author.description]).check()
    #expect(
      Set(faults.map(\.rule)) == ["sql-names-reserved", "labels-given", "attributes-exist", "target-exists"])
  }

  @Test("A fault reads as one line")
  func line() {
    let fault = DescriptionFault(
      rule: "a-rule", entity: "book", field: "name", problem: "It is wrong.", hint: "Mend it.")
    #expect(fault.description == "book.name: It is wrong. Mend it. (a-rule)")
    #expect(
      DescriptionFault(rule: "a-rule", problem: "It is wrong.", hint: "Mend it.").description
        == "It is wrong. Mend it. (a-rule)")
  }

  @Test("The check survives descriptions that make no sense at all")
  func nonsense() {
    var book = EntityDraft("")
    book.attributes += book.attributes
    book.attributes[0].name = ""
    book.attributes[0].kind = KindName(rawValue: "")
    book.attributes[0].defaultValue = .real(.nan)
    book.relate("", .manyToMany, to: "") { $0.inverse = "" }
    book.relate("", .toMany, to: "")
    let entity = book.description
    #expect(!ModelDescription(entities: [entity, entity]).check().isEmpty)
    #expect(ModelDescription(entities: []).check() == [])
  }
}

import Testing

@testable import KartotekaModel

@Suite("Fields that are called like the words that formulas did not have before")
struct FormulaWordFieldTests {
  private struct Person: Entity {
    let name = Attribute<String>("Name", .title)
    let tasks = ToMany<Errand>("Errands", inverse: \.me)
  }

  private struct Errand: Entity {
    let title = Attribute<String>("Title", .title)
    let now = Attribute<Int>("Present")
    let next = Attribute<Int>("Next", .default(formula: "now + 1"))
    let me = ToOne<Person>("Me")
    let later = Computed<Errand, Int>("Later") { .formula("if(now > 3, Now, 0)") }
    let who = Computed<Errand, String>("Who") { .formula("me.name & \"!\"") }
    let isMine = Computed<Errand, Bool>("Mine") { .formula("title = me") }

    static var rules: [RuleDescription] { [RuleDescription("few", "now < 100", "Too many")] }
  }

  private static let model = ModelDescription([Person.self, Errand.self])

  @Test("The name without braces stays the field, that of a relationship leads on, and others are the word")
  func fields() throws {
    let errand = try #require(Self.model.entity(named: "errand"))
    #expect(Self.model.check().isEmpty)
    let texts = errand.computed.flatMap { $0.source.formulas.map(\.text) }
    #expect(texts == ["if({now} > 3, {now}, 0)", "{me}.name & \"!\"", "title = me"])
    #expect(errand.rules.map(\.formula.text) == ["{now} < 100"])
    #expect(errand.columns[2].defaultFormula?.text == "{now} + 1")
    #expect(errand.computed[2].source.formulas[0].term.isOfAsker)
    // A second time nothing is left to do.
    #expect(ModelDescription(entities: Self.model.entities) == Self.model)
    #expect(Self.model.drafts.withFieldsForWords == Self.model.drafts)
  }

  @Test("A person is told that the word is a field here, and how to write the field")
  func typed() throws {
    let errand = try #require(Self.model.entity(named: "errand"))
    let names = FormulaNames(errand, in: Self.model, language: .polish) { $0 }
    do throws(FormulaFault) {
      _ = try names.read("teraz + 1")
      Issue.record("It is read")
    } catch { #expect(error.sentence.description.contains("{@now}")) }
    // A calculation on stored numbers, as its text in a description tells.
    #expect(try names.read("{@now} + 1").text == "{now} + 1")
    #expect(try names.read("Present + 1") == names.read("{@now} + 1"))
    #expect(try names.read("Me.Name & ja").text == "{me}.name & me")
  }
}

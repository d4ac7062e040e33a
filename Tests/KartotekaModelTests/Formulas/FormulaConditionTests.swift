import Testing

@testable import KartotekaModel

@Suite("Rules, conditions and defaults that are formulas, in descriptions")
struct FormulaConditionTests {
  private func trip(_ change: (inout DocumentEntity) -> Void = { _ in }) -> ModelDescription {
    var trip = DocumentEntity()
    (trip.name, trip.plural, trip.table, trip.nouns) = ("trip", "trips", "trips", Nouns("trip", "trips"))
    var title = AttributeDescription(name: "title", label: "Title", kind: .text)
    title.isTitle = true
    var price = AttributeDescription(name: "price", label: "Price", kind: .decimal)
    price.scale = 2
    trip.attributes = [
      title, price, AttributeDescription(name: "departed", label: "Departure", kind: .date),
      AttributeDescription(name: "returned", label: "Return", kind: .date),
      AttributeDescription(name: "byCar", label: "By car", kind: .boolean),
      AttributeDescription(name: "plate", label: "Plate", kind: .text),
    ]
    change(&trip)
    return ModelDescription(drafts: [trip])
  }

  private func faults(_ model: ModelDescription) -> [String] {
    model.check().filter { $0.rule == "formulas-sound" }.map(\.problem)
  }

  @Test("A sound description has no faults, and its document comes to the same")
  func sound() throws {
    let model = trip { trip in
      trip.rules = [RuleDescription("later", "returned >= departed", "Return must be after departure")]
      trip.attributes[5].shownIf = Formula("byCar")
      trip.attributes[5].requiredIf = Formula("byCar and price > 10")
      trip.attributes[3].defaultSource = .formula(Formula("departed + 14"))
    }
    #expect(faults(model) == [])
    let written = DocumentEntity.shape.write(model.drafts[0])
    var reader = DocumentReader()
    #expect(DocumentEntity.shape.read(written, &reader) == model.drafts[0])
  }

  @Test("What can't be a rule, a condition or a default is named")
  func unsound() {
    let cases: [((inout DocumentEntity) -> Void, String)] = [
      ({ $0.rules = [RuleDescription("later", "returned - departed", "Later")] }, "not yes or no"),
      ({ $0.rules = [RuleDescription("later", "arrived >= departed", "Later")] }, "There is no field “arrived”"),
      ({ $0.rules = [RuleDescription("later", "byCar", "")] }, "no sentence"),
      ({ $0.rules = [RuleDescription("a", "byCar", "A"), RuleDescription("A", "byCar", "B")] }, "Two rules"),
      ({ $0.attributes[5].shownIf = Formula("price") }, "not yes or no"),
      (
        {
          $0.attributes[5].isRequired = true
          $0.attributes[5].shownIf = Formula("byCar")
        }, "always required"
      ),
      ({ $0.attributes[1].defaultSource = .formula(Formula("departed")) }, "Its default is a day"),
      ({ $0.attributes[1].defaultSource = .formula(Formula("price * 0.5")) }, "need each other: Price → Price"),
      ({ $0.attributes[1].defaultSource = .formula(Formula("0.125")) }, "3 digits after the point"),
      (
        {
          $0.attributes[2].defaultSource = .formula(Formula("returned - 7"))
          $0.attributes[3].defaultSource = .formula(Formula("departed + 7"))
        }, "need each other: Departure → Return → Departure"
      ),
      (
        {
          $0.attributes[4].shownIf = Formula("empty(plate)")
          $0.attributes[5].shownIf = Formula("byCar")
        }, "need each other"
      ),
    ]
    for (change, sentence) in cases {
      let found = faults(trip(change))
      #expect(found.contains { $0.contains(sentence) }, "\(sentence): \(found)")
    }
  }

  @Test("A rule reads a comparison with an empty value, and a choice without another value, as kept")
  func kept() {
    func kept(_ text: String) -> String { Formula(Formula(text).term.kept).text }
    #expect(kept("byCar") == "byCar")
    #expect(kept("price > 10") == "empty(price) or price > 10")
    #expect(kept("plate = \"\"") == "plate = \"\"")
    #expect(kept("price <> 3") == "price <> 3")
    #expect(kept("if(byCar, price > 10)") == "if(byCar, empty(price) or price > 10, 0 = 0)")
    #expect(
      kept("returned >= departed and byCar")
        == "(empty(returned) or (empty(departed) or returned >= departed)) and byCar")
  }

  @Test("The fields that a formula names are those of the record, also by its computed values")
  func fields() throws {
    let model = trip { trip in
      var attribute = AttributeDescription(name: "days", label: "Days", kind: .integer)
      attribute.writability = .never
      trip.computed = [ComputedDescription(attribute: attribute, source: .formula(Formula("returned - departed")))]
    }
    let entity = try #require(model.entity(named: "trip"))
    #expect(
      FormulaCheck(model).ownFields(in: Formula("days > 3 and byCar").term, entity) == [
        "returned", "departed", "byCar",
      ])
  }
}

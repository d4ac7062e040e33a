import Foundation
import Testing

@testable import KartotekaModel

@Suite("The names of functions and words in the languages of people")
struct FormulaVocabularyTests {
  private struct Customer: Entity {
    let name = Attribute<String>("Name", .title)
    let orders = ToMany<Order>("Orders", inverse: \.customer)
  }

  private struct Order: Entity {
    let number = Attribute<Int>("Number", .title)
    let price = Attribute<Decimal>("Price", .scale(2))
    let paid = Attribute<Bool>("Paid")
    let due = Attribute<CalendarDate>("Due")
    let placed = Attribute<Date>("Placed at")
    let maker = Attribute<String>("Made by")
    let date = Attribute<CalendarDate>("Date")
    let bread = Attribute<Bool>("Bread and butter")
    let today = Attribute<CalendarDate>("Current day")
    let customer = ToOne<Customer>("Customer")
  }

  private static let model = ModelDescription([Customer.self, Order.self])
  private static let polish = [
    "Price": "Cena", "Paid": "Zapłacone", "Due": "Termin", "Placed at": "Złożono", "Made by": "Dodał", "Date": "Data",
    "Bread and butter": "Chleb i masło", "Current day": "Dziś", "Orders": "Zamówienia",
  ]
  private static let russian = [
    "Price": "Цена", "Paid": "Оплачено", "Due": "Срок", "Placed at": "Создан", "Made by": "Автор", "Date": "Дата",
    "Bread and butter": "Хлеб и масло", "Current day": "Сегодня", "Orders": "Заказы",
  ]

  private func names(_ language: Language, of entity: String = "order") throws -> FormulaNames {
    let labels = language == .polish ? Self.polish : language == .russian ? Self.russian : [:]
    return FormulaNames(try #require(Self.model.entity(named: entity)), in: Self.model, language: language) {
      labels[$0] ?? $0
    }
  }

  @Test("A field of yes or no is compared with the words for that, which say the same as the field alone")
  func truths() throws {
    let cases: [(Language, String, String)] = [
      (.english, "Paid = no", "not(paid)"), (.english, "Paid = YES and Price > 1", "paid and price > 1"),
      (.english, "if(Paid <> true, 1, 2)", "if(not(paid), 1, 2)"), (.english, "Paid ≠ no", "paid"),
      (.polish, "Zapłacone = nie i Termin < dziś", "not(paid) and due < today"),
      (.polish, "Zapłacone = nie(Zapłacone)", "paid = not(paid)"), (.russian, "Оплачено = да", "paid"),
      (.russian, "Оплачено = false", "not(paid)"),
    ]
    for (language, typed, stored) in cases {
      #expect(try names(language).read(typed).text == stored, "\(typed)")
    }
    for wrong in ["Number = no", "no", "Paid = no = Paid", "Paid = no.Name"] {
      #expect(throws: FormulaFault.self, "\(wrong)") { try names(.english).read(wrong) }
    }
  }

  @Test("Every function and word has its names, and no name means two things")
  func complete() {
    #expect(FormulaVocabulary.missing.isEmpty)
    for language in Language.all {
      let vocabulary = FormulaVocabulary(language)
      let all = FormulaFunction.named.keys + FormulaWord.allCases.map(\.rawValue) + ["and", "or"]
      let names = all.map { vocabulary.name($0) }
      #expect(Set(names.map { Folding.fold($0) }).count == all.count, "\(language.code)")
      for name in all {
        let found =
          vocabulary.function(name)?.rawValue ?? vocabulary.word(name)?.rawValue
          ?? vocabulary.junction(name)?.rawValue
        #expect(found == name)
        let own = vocabulary.name(name)
        let other =
          vocabulary.function(own)?.rawValue ?? vocabulary.word(own)?.rawValue
          ?? vocabulary.junction(own)?.rawValue
        #expect(other == name, "\(own)")
      }
    }
  }

  @Test(
    "Formulas are read in the person's language and in English, and written in the person's language",
    arguments: [
      (
        Language.polish, "jeżeli(Zapłacone, \"tak\", jeżeli(Termin < dziś i nie(Zapłacone), \"po terminie\", \"nie\"))",
        "if(paid, \"tak\", if(due < today and not(paid), \"po terminie\", \"nie\"))", nil
      ),
      (.polish, "zaokrąglij(Cena × 1.23, 2)", "round(price * 1.23, 2)", nil),
      (.polish, "ZAOKR(Cena*1.23; 2)", "round(price * 1.23, 2)", "zaokrąglij(Cena × 1.23, 2)"),
      (.polish, "round(Cena × 1.23, 2)", "round(price * 1.23, 2)", "zaokrąglij(Cena × 1.23, 2)"),
      (.polish, "godziny(teraz - Złożono) > 2 lub Dodał = ja", "hours(now - placed) > 2 or maker = me", nil),
      (.polish, "Dodał = me or puste(Cena)", "maker = me or empty(price)", "Dodał = ja lub puste(Cena)"),
      (.polish, "data(Złożono) - Data", "date(placed) - date", nil),
      (.polish, "{Chleb i masło} i Zapłacone", "bread and paid", nil),
      (.polish, "Chleb i masło i Zapłacone", "bread and paid", "{Chleb i masło} i Zapłacone"),
      (.polish, "{Dziś} - dziś", "today - today", "{Dziś} - dziś"),
      (
        .russian, "если(Срок < сегодня и не(Оплачено), \"да\", \"нет\")",
        "if(due < today and not(paid), \"да\", \"нет\")", nil
      ),
      (.russian, "округлить(Цена ÷ 3, 2)", "round(price / 3, 2)", nil),
      (.russian, "if(Оплачено, 1, 2)", "if(paid, 1, 2)", "если(Оплачено, 1, 2)"),
      (.russian, "{Хлеб и масло} или Автор = я", "bread or maker = me", nil),
      (.russian, "минуты(сейчас - Создан)", "minutes(now - placed)", nil),
      (.english, "hours(now - Placed at)", "hours(now - placed)", nil),
    ] as [(Language, String, String, String?)])
  func languages(language: Language, text: String, named: String, written: String?) throws {
    let names = try names(language)
    let formula = try names.read(text)
    if !text.contains("{Dziś}") {
      #expect(formula.text == named)
      #expect(try Formula(reading: named) == formula)
    }
    #expect(names.write(formula) == written ?? text)
    #expect(try names.read(names.write(formula)) == formula)
  }

  @Test("A field that is called like a word of the language is no word, and one whose name is a word has braces")
  func alike() throws {
    let names = try names(.polish)
    #expect(try names.read("{Dziś} - dziś").text == "{today} - today")
    #expect(try Formula(reading: "{today} - today") == names.read("{Dziś} - dziś"))
    #expect(throws: FormulaFault.self) { try names.read("сумма(Cena)") }
  }

  @Test("Functions of records have the names of the language, too")
  func records() throws {
    let names = try names(.polish, of: "customer")
    let formula = try names.read("suma(Zamówienia, Cena, nie(Zapłacone)) ÷ liczba(Zamówienia)")
    #expect(formula.text == "sum(orders: price, not(paid)) / count(orders)")
    #expect(names.write(formula) == "suma(Zamówienia, Cena, nie(Zapłacone)) ÷ liczba(Zamówienia)")
    #expect(names.words.contains("suma(") && names.words.contains("dziś") && names.words.contains("Name"))
  }

  @Test("The table of docs/FORMULAS.md is that of the program")
  func document() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let text = try String(contentsOf: root.appending(path: "docs/FORMULAS.md"), encoding: .utf8)
    #expect(text.contains(FormulaVocabulary.table))
  }
}

// swift-format-ignore-file
import Foundation
import Kartoteka

enum GeneratedEverything {
  struct Item: Entity {
    enum State2: String, ChoiceValue {
      case new, old

      var label: String {
        switch self {
        case .new: "new"
        case .old: "Old one"
        }
      }
    }

    let name = Attribute<String>("Name", .required, .unique, .title, .length(2...80))
    let note = Attribute<String>("Note", .multiline, .shown(if: "count >= 0"), .required(if: "count > 900"))
    let code = Attribute<String>("Code", .pattern("[A-Z]{3}", hint: "Three letters"), .formatter(.uppercase), .placeholder("ABC"), .help("As it is printed on the cover"))
    let count = Attribute<Int>("Count", .required, .sorted, .default(1), .range((0)...(1000)))
    let weight = Attribute<Double>("Weight", .atLeast(0.5))
    let price = Attribute<Decimal>("Price", .required, .scale(2), .currency("EUR"), .default(Decimal(sign: .plus, exponent: -2, significand: 250)))
    let rate = Attribute<Decimal>("Rate", .scale(4), .atMost(Decimal(sign: .plus, exponent: -4, significand: 12500)))
    let share = Attribute<Decimal>("Share", .scale(3), .percent, .atMost(1))
    let spent = Attribute<Int>("Spent", .duration, .default(formula: "count * 60"))
    let stars = Attribute<Int>("Stars", .rating, .range((1)...(5)))
    let shelfCode = Attribute<String>("Shelf code", .barcode, .halfWidth)
    let ean = Attribute<String>("Ean", .unique, .articleNumber)
    let invoiceNumber = Attribute<String>("Invoice number", .series("{year}-{0000}"))
    let madeAt = Attribute<Date>("Made at", .createdAt)
    let madeBy = Attribute<String>("Made by", .hiddenInForms, .createdBy)
    let isOpen = Attribute<Bool>("Is open", .required, .default(false))
    let day = Attribute<CalendarDate>("Day", .default(.today))
    let until = Attribute<CalendarDate>("Until", .default(.today + 28.days), .atLeast(CalendarDate(iso: "2020-01-01") ?? .distantPast))
    let moment = Attribute<Date>("Moment")
    let state2 = Attribute<State2>("Phase", .default(Item.State2.new))
    let mail = Attribute<String>("Mail", as: .mail, .aliases("e-mail"))
    let phone = Attribute<String>("Phone", as: .phone)
    let page = Attribute<String>("Page", as: .url)
    let file = Attribute<Data>("File", .length(0...5000))
    let picture = Attribute<Data>("Picture", as: .picture)
    let thumbnail: Attribute<Data> = Attribute("Thumbnail", as: .picture, .thumbnail(of: \Item.picture))
    let place = Attribute<Coordinate>("Place")
    let country = Attribute<CountryCode>("Country")
    let countryName: Attribute<String> = Attribute("Country name", .default(from: \Item.country))
    let seen = Attribute<Date>("Seen", .readOnly)
    let since = Attribute<CalendarDate>("Since", .readOnlyAfterInsert, .column("known_since"), .renamed(from: "begin"))
    let number = Attribute<Int>("Number", .sequence)
    let owner = ToOne<Person>("Owner", required: true)
    let parts = ToMany<Part>("Parts", inverse: \.item)
    let tags = ManyToMany<Tag>("Tags", tags: true, inverse: \.items)
    let double = Computed<Item, Int>("Double", .sorted) {
      .of((Calculation(\Item.count) * Calculation<Item>.constant(2, scale: 0)))
    }
    let total = Computed<Item, Decimal>("Total", .scale(2), .currency("EUR")) {
      (.of((Calculation(\Item.price) * Calculation(\Item.count))) + .sum(\Item.parts, of: (Calculation(\Part.price) * Calculation(\Part.count))))
    }
    let rest = Computed<Item, Decimal>("Rest", .scale(2), .currency("EUR")) {
      (.of(Calculation(\Item.price)) - ((.of(Calculation(\Item.price)) * .of(Calculation(\Item.rate)))).rounded(2))
    }
    let line = Computed<Item, String>("Line") {
      .joined(.of(\Item.name), .text("of"), .of(\Item.owner, \Person.name), .of(\Item.day), separator: ", ")
    }
    let ownerName = Computed<Item, String>("Owner name") {
      .of(\Item.owner, \Person.name)
    }
    let phase = Computed<Item, Item.State2>("Phase") {
      .of(\Item.state2)
    }
    let due = Computed<Item, CalendarDate>("Due", .sorted) {
      .of(\Item.day).adding(.months, .of(Calculation(\Item.count)))
    }
    let next = Computed<Item, CalendarDate>("Next") {
      .of(\Item.day).adding(.days, .of(Calculation(\Item.count)))
    }
    let ends = Computed<Item, Date>("Ends", .sorted) {
      .of(\Item.moment).adding(.minutes, .of(Calculation(\Item.count)))
    }
    let isCheap = Computed<Item, Bool>("Is cheap") {
      .holds(\Item.price < 5)
    }
    let isNear = Computed<Item, Bool>("Is near") {
      .holds(\Item.until >= .today - 7.days)
    }
    let isSoon = Computed<Item, Bool>("Is soon") {
      .holds(\Item.moment < .today + 31.days)
    }
    let isTomorrow = Computed<Item, Bool>("Is tomorrow") {
      .holds(\Item.moment == .today + 1.days)
    }
    let isOther = Computed<Item, Bool>("Is other") {
      .holds(\Item.until != .today)
    }
    let hasParts = Computed<Item, Bool>("Has parts") {
      .exists(\Item.parts)
    }
    let first = Computed<Item, CalendarDate>("First") {
      .least(\Item.parts, of: \Part.made)
    }
    let last = Computed<Item, CalendarDate>("Last") {
      .greatest(\Item.parts, of: \Part.made)
    }
    let partCount = Computed<Item, Int>("Part count") {
      .count(\Item.tags)
    }
    let size = Computed<Item, String>("Size") {
      .formula("if(count > 3, \"large\", name & \"!\")")
    }

    static var rules: [RuleDescription] {
      [
        RuleDescription("counted", "count >= 0", "Nothing is counted below zero"),
      ]
    }
  }

  struct Part: Entity {
    let price: Attribute<Decimal> = Attribute("Price", .required, .scale(2), .currency("EUR"), .default(from: \Part.item, \Item.price))
    let count = Attribute<Int>("Count", .required, .default(1))
    let made = Attribute<CalendarDate>("Made")
    let item = ToOne<Item>("Item", required: true, onDelete: .cascade)
  }

  struct Person: Entity {
    let name = Attribute<String>("Name", .required, .title)
  }

  struct Tag: Entity {
    enum Colour: String, ChoiceValue {
      case plain, bad

      var label: String {
        switch self {
        case .plain: "plain"
        case .bad: "bad"
        }
      }
    }

    let name = Attribute<String>("Name", .required, .unique, .title)
    let colour = Attribute<Colour>("Colour", .colour, .default(Tag.Colour.plain))
    let items = ManyToMany<Item>("Items")
  }

  static let everything = App(
    "everything", title: "Everything",
    summary: "Every kind of attribute and of computed value",
    symbol: .box, hue: 200,
    entities: [Item.self, Part.self, Person.self, Tag.self]
  ) {
    Tab("Items", symbol: .people) {
      List(Item.self, title: \.name, subtitle: \.owner, \.code)
        .showing(\.number)
        .searching(\.name)
        .searching(\.note)
        .searching(\.code)
        .searching(\.state2)
        .searching(\.mail)
        .searching(\.phone)
        .searching(\.page)
        .searching(\.country)
        .searching(\.countryName)
        .sorted(by: \.name)
        .withPictures(\.picture)
        .withInitials()
        .withSection(\.parts, offersNew: true)
        .withSection(\.tags, adding: "Add")
    }
    Tab("Parts", symbol: .receipt) {
      List(Part.self, title: \.made, subtitle: \.item)
        .showing(\.count)
        .sorted(by: \.made)
        .opening(as: "chart:month:made,sum:count")
    }
    Tab("Persons", symbol: .list) {
      List(Person.self, title: \.name)
        .searching(\.name)
        .sorted(by: \.name)
        .withInitials()
    }
    Tab("Tags", symbol: .list) {
      List(Tag.self, title: \.name)
        .searching(\.name)
        .sorted(by: \.name)
        .withInitials()
        .withSection(\.items, adding: "Add")
    }
  }
}

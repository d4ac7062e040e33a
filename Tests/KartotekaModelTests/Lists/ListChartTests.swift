import Testing

@testable import KartotekaModel

private struct Dealer: Entity {
  let name = Attribute<String>("Name", .required, .title)
}

private struct Sale: Entity {
  enum Stage: String, ChoiceValue { case offered, sold }

  let label = Attribute<String>("Label", .title)
  let stage = Attribute<Stage>("Stage")
  let amount = Attribute<Int>("Amount")
  let day = Attribute<CalendarDate>("Day")
  let dealer = ToOne<Dealer>("Dealer", onDelete: .nullify)
}

@Suite("Charts of lists")
struct ListChartTests {
  private let model = ModelDescription([Sale.self, Dealer.self])

  private func sale() throws -> EntityDescription { try #require(model.entity(named: "sale")) }

  @Test(
    "have a text that reads back to the same chart",
    arguments: [
      ListChart(by: ListGroup("stage")), ListChart(by: ListGroup("day", by: .week), form: .lines),
      ListChart(
        by: ListGroup("a:b,c"), and: ListGroup("dealer.name"), figure: ListFigure(.sum, of: "x,y"), form: .pivot),
      ListChart(
        by: ListGroup("day", by: .month), and: ListGroup("day", by: .year), figure: ListFigure(.average, of: "amount")),
      ListChart(
        by: ListGroup("day", by: .year), figure: ListFigure(.sum, of: "amount"), form: .pivot, isByFigure: true),
    ])
  func text(_ chart: ListChart) {
    #expect(ListChart(text: chart.text) == chart)
    let layout = ListShape.Layout.chart(chart)
    #expect(ListShape.Layout(layout.text) == layout)
    var shape = ListShape()
    shape.layout = layout
    #expect(ListShape(text: shape.text).layout == layout)
  }

  @Test(
    "that can't be read are none",
    arguments: [
      "", ",", ",bars", "stage,pie", "stage,bars,lines", "stage,by:", "stage,by:a,by:b", "stage,sum:a,sum:b", "stage,,",
      "stage,greatest,greatest",
    ])
  func unreadable(_ text: String) {
    #expect(ListChart(text: text) == nil)
    #expect(ListShape.Layout("chart:" + text) == nil)
  }

  @Test(
    "say which fields, figures and forms they can't have",
    arguments: [
      ("none", "Known:"), ("month:stage", "Known:"), ("stage,by:none", "Known:"), ("stage,sum:label", "Known:"),
      ("stage,distinct:amount", "A chart shows"), ("stage,by:stage", "have to differ"),
      ("stage,lines", "on their axis"), ("day,lines,greatest", "keep the order"),
      ("stage,shares,avg:amount", "Parts of a whole"), ("stage,by:dealer,max:amount", "Parts of a whole"),
    ])
  func faults(_ text: String, _ words: String) throws {
    let sale = try sale()
    let chart = try #require(ListChart(text: text))
    #expect(throws: ListFault.self) { try chart.check(of: sale, in: model) }
    let faults = ListShape.faults(in: ["layout": "chart:" + text], of: sale, model)
    #expect(faults.map(\.name) == ["layout"])
    #expect(Localizer.english(try #require(faults.first).fault.phrase).contains(words))
    let shape = ListShape { $0 == "layout" ? "chart:" + text : nil }
    #expect(shape.known(to: sale, in: model).layout == .cards)
  }

  @Test(
    "of fields that the records have are possible",
    arguments: [
      "stage", "month:day,lines", "day,areas", "amount,lines", "dealer,by:stage,sum:amount", "dealer.name,shares",
      "stage,by:dealer,avg:amount,pivot", "quarter:day,by:stage,max:amount,lines", "month:day,by:year:day,pivot",
    ])
  func possible(_ text: String) throws {
    let chart = try #require(ListChart(text: text))
    try chart.check(of: try sale(), in: model)
    let shape = ListShape { $0 == "layout" ? "chart:" + text : nil }
    #expect(shape.known(to: try sale(), in: model).layout == .chart(chart))
  }

  @Test("follow fields that get other names")
  func renaming() throws {
    let shape = ListShape { $0 == "layout" ? "chart:month:day,sum:amount,by:dealer,pivot" : nil }
    let renamed = shape.renaming { "new-" + $0 }
    #expect(renamed.layout.text == "chart:month:new-day,sum:new-amount,by:new-dealer,pivot")
  }

  @Test("are first by month, else by a choice, a relationship or another field")
  func usual() throws {
    #expect(ListChart(of: try sale())?.text == "month:day")
    #expect(ListChart(of: try #require(model.entity(named: "dealer")))?.text == "name")
  }

  @Test("name the days of a group, those before the shown ones and the values beside them")
  func conditions() throws {
    let (sale, day) = (try sale(), ListGroup("day", by: .month))
    let subject = try day.subject(of: sale, in: model)
    #expect(day.condition(.text("2024-02"), subject, in: model)?.text == "day:during:2024-02-01..2024-02-29")
    let quarter = ListGroup("day", by: .quarter).condition(.text("2024-Q4"), subject, in: model)
    #expect(quarter?.text == "day:during:2024-10-01..2024-12-31")
    #expect(ListGroup("day", by: .year).condition(.text("9999"), subject, in: model)?.text == "day:during:9999-01-01..")
    #expect(day.condition(.null, subject, in: model)?.text == "day:null:true")
    #expect(day.condition(.text("noise"), subject, in: model) == nil)
    let earlier = day.conditions(besides: [.text("2024-02"), .text("2023-11")], subject, in: model)
    #expect(earlier?.map(\.text) == ["day:during:..2023-10-31"])
    let stage = ListGroup("stage")
    let others = stage.conditions(besides: [.text("sold")], try stage.subject(of: sale, in: model), in: model)
    #expect(others?.map(\.text) == ["stage:null:false", "stage:ne:sold"])
  }

  @Test("name the first and the last units of the calendar wholly, and no day before the first one")
  func ends() throws {
    let week = ListGroup("day", by: .week)
    let subject = try week.subject(of: try sale(), in: model)
    let (last, first) = (
      DayUnit.week.key(of: try #require(CalendarDate(iso: "9999-12-31"))), "0001-W01"
    )
    #expect(week.condition(.text(last), subject, in: model)?.text == "day:during:9999-12-27..")
    #expect(week.condition(.text(first), subject, in: model)?.text == "day:during:0001-01-01..0001-01-07")
    #expect(week.conditions(besides: [.text(first)], subject, in: model) == nil)
    let year = ListGroup("day", by: .year)
    #expect(year.conditions(besides: [.text("0001")], subject, in: model) == nil)
    let sides = try #require(try year.sides([.text("0001")], subject, of: try sale(), in: model))
    #expect(sides.others == .any([]))
  }

  @Test(
    "have no condition for a text that a filter would read as another one",
    arguments: ["", " ", " a", "a ", "\u{00A0}", "\n"])
  func unnameable(_ text: String) throws {
    let label = ListGroup("label")
    let subject = try label.subject(of: try sale(), in: model)
    #expect(label.condition(.text(text), subject, in: model) == nil)
    #expect(label.conditions(besides: [.text("a"), .text(text)], subject, in: model) == nil)
    #expect(label.condition(.text("a b"), subject, in: model)?.text == "label:eq:a b")
  }

  @Test("of references by keys name the record, whose id is the value of the group, and keys that lead to none")
  func keys() throws {
    var dealer = try #require(try sale().relationship("dealer"))
    dealer.keyed = RelationshipDescription.KeyedReference(target: "code")
    let group = ListGroup("dealer")
    let subject = FilterSubject.toOne(dealer)
    #expect(group.condition(.integer(5), subject, in: model)?.text == "dealer.id:eq:5")
    #expect(group.condition(.text("gone"), subject, in: model)?.text == "dealer:eq:gone")
    let others = group.conditions(besides: [.integer(5), .text("gone")], subject, in: model)
    #expect(others?.map(\.text) == ["dealer:null:false", "dealer.id:ne:5", "dealer:ne:gone"])
    let sides = try #require(try group.sides([.integer(5), .text("gone")], subject, of: try sale(), in: model))
    let shown = FetchPredicate.any([
      .compare("dealer", .null, [.integer(1)]), .compare("dealer", .in, [.text("gone")]),
      .compare("dealer", .in, [.integer(5)]),
    ])
    #expect(sides.shown == shown && sides.others == .not(shown))
  }

  @Test("divide the records by any number of values, also by those that a filter can't name")
  func sides() throws {
    let label = ListGroup("label")
    let values = (0..<100).map { Value.text("Label \($0) ") }
    let sides = try #require(
      try label.sides(values, try label.subject(of: try sale(), in: model), of: try sale(), in: model))
    let shown = FetchPredicate.any([.compare("label", .null, [.integer(1)]), .compare("label", .in, values)])
    #expect(sides.shown == shown && sides.others == .not(shown))
  }
}

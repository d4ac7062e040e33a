import Foundation
import KartotekaModel
import Testing

@Suite("Expressions")
struct FetchExpressionTests {
  private static let model = ModelDescription([Goods.self, Sale.self])
  private static let entity = model.entity(named: "sale") ?? Sale.declaration.description

  private static let amount: Calculation<Sale> = (\Sale.price * \Sale.count * (1 - \Sale.discount)).rounded(2)

  private static func number(
    _ expression: FetchExpression, _ values: [String: Value]
  ) throws(ExpressionFault) -> Int64? {
    try expression.number(of: entity, in: model) { values[$0] ?? .null }
  }

  private static func values(_ price: Int64, _ count: Int64, _ discount: Int64) -> [String: Value] {
    ["price": .integer(price), "count": .integer(count), "discount": .integer(discount)]
  }

  @Test("are written between key paths, and carry the names, the scale and the currency of what they are made of")
  func syntax() throws {
    let expected = FetchExpression.rounded(
      .product(
        .product(.value("price"), .value("count")), .difference(.constant(1, scale: 0), .value("discount"))),
      scale: 2)
    #expect(Self.amount.expression == expected)
    #expect(try expected.form(of: Self.entity, in: Self.model) == ExpressionForm(scale: 2, currency: "USD"))
    guard case .rounded(let exact, _) = expected else { return }
    #expect(try exact.form(of: Self.entity, in: Self.model) == ExpressionForm(scale: 4, currency: "USD"))
    #expect(Calculation(\Sale.goods, \Goods.weight).expression == .value("goods.weight"))
    #expect(expected.names == ["price", "count", "discount"])
  }

  @Test(
    "come to exact numbers, a half going away from zero",
    arguments: [
      (1850, 12, 0, 22200), (1499, 3, 15, 3822), (10, 1, 5, 10), (30, 1, 50, 15), (31, 1, 50, 16), (-31, 1, 50, -16),
      (-30, 1, 45, -17), (1, 1, 49, 1), (1, 1, 51, 0), (-1, 1, 50, -1), (26350, 130, 25, 2_569_125),
    ] as [(Int64, Int64, Int64, Int64)])
  func exact(price: Int64, count: Int64, discount: Int64, expected: Int64) throws {
    #expect(try Self.number(Self.amount.expression, Self.values(price, count, discount)) == expected)
    // The same by decimals, which are exact at this size.
    let decimal = Decimal(price) * Decimal(count) * Decimal(100 - discount) / 100
    var (value, rounded) = (decimal, Decimal())
    NSDecimalRound(&rounded, &value, 0, .plain)
    #expect(rounded == Decimal(expected))
  }

  @Test("bring both sides of a sum to one scale")
  func scales() throws {
    let sum = FetchExpression.sum(.value("price"), .value("count"))
    #expect(try Self.number(sum, Self.values(150, 2, 0)) == 350)
    let difference = FetchExpression.difference(.constant(5, scale: 1), .constant(125, scale: 3))
    #expect(try Self.number(difference, [:]) == 375)
    #expect(try Self.number(.rounded(.value("count"), scale: 2), Self.values(0, 7, 0)) == 700)
  }

  @Test("have no result where a value is missing")
  func missing() throws {
    #expect(try Self.number(Self.amount.expression, ["price": .integer(100), "count": .integer(2)]) == nil)
  }

  @Test("say so when a number does not fit in 64 bits")
  func overflow() throws {
    #expect(throws: ExpressionFault.overflow) {
      try Self.number(Self.amount.expression, Self.values(.max / 2, 3, 0))
    }
    #expect(throws: ExpressionFault.overflow) {
      try Self.number(.sum(.constant(.max, scale: 0), .value("count")), Self.values(0, 1, 0))
    }
    #expect(throws: ExpressionFault.overflow) {
      try Self.number(.rounded(.constant(.max / 10, scale: 0), scale: 2), [:])
    }
  }

  @Test("are refused where they make no sense")
  func refused() {
    func form(_ expression: FetchExpression) throws(ExpressionFault) -> ExpressionForm {
      try expression.form(of: Self.entity, in: Self.model)
    }
    #expect(throws: ExpressionFault.unknown("goods.size")) { try form(.value("goods.size")) }
    #expect(throws: ExpressionFault.notExact("goods.name")) { try form(.value("goods.name")) }
    #expect(throws: ExpressionFault.notExact("goods")) { try form(.value("goods")) }
    #expect(throws: ExpressionFault.notExact("length")) { try form(.value("length")) }
    #expect(throws: ExpressionFault.badScale(10)) {
      try form(.product(.product(.value("exact"), .value("price")), .value("count")))
    }
    #expect(throws: ExpressionFault.badScale(-1)) { try form(.rounded(.value("price"), scale: -1)) }
  }

  @Test("are data that come back from JSON as they were, within requests, too")
  func codable() throws {
    var request = AggregateRequest("sale")
    request.predicate = .all([
      .calculates(.value("count"), .lt, .value("goods.weight")), .day("day", .lte, -3), .leads("goods", .not(.any([]))),
    ])
    request.groups = [.month("day"), .value("goods"), .year("day")]
    request.measures = [
      .count, .different("goods"), .sum(Self.amount.expression), .average(.value("count")), .least(.value("day")),
      .greatest(.constant(1, scale: 0)),
    ]
    request.order = [.measure(2, ascending: false), .group(0, ascending: true)]
    request.limit = 8
    let json = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(AggregateRequest.self, from: json) == request)
  }

  @Test("compare as conditions, and days are settled by the day they are asked on")
  func conditions() throws {
    let condition: Condition<Sale> = \Sale.count < \Sale.price
    #expect(condition.predicate == .calculates(.value("count"), .lt, .value("price")))
    let today = try #require(CalendarDate(iso: "1998-03-01"))
    #expect(
      FetchPredicate.not(.leads("goods", .all([.day("day", .lt, 0), .any([.day("day", .gte, -1)])]))).resolved(
        on: today)
        == .not(
          .leads(
            "goods",
            .all([
              .compare("day", .lt, [.text("1998-03-01")]), .any([.compare("day", .gte, [.text("1998-02-28")])]),
            ]))))
  }
}

private struct Goods: Entity {
  let name = Attribute<String>("Name")
  let weight = Attribute<Decimal>("Weight", .scale(3))
}

private struct Sale: Entity {
  let goods = ToOne<Goods>("Goods")
  let day = Attribute<CalendarDate>("Day")
  let price = Attribute<Decimal>("Price", .scale(2), .currency("USD"))
  let count = Attribute<Int>("Count")
  let discount = Attribute<Decimal>("Discount", .scale(2))
  let exact = Attribute<Decimal>("Exact", .scale(8))
  let length = Attribute<Double>("Length")
}

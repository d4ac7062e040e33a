import Testing

@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Amounts of lines")
struct LineAmountTests {
  @Test(
    "NW-6 adds up exactly, and rounds half a cent up, line by line",
    arguments: [
      (2_100, 12, 0, 25_200, 25_200), (1_400, 10, 5, 14_000, 13_300), (35, 3, 5, 105, 100), (5, 1, 10, 5, 5),
      (1, 1, 50, 1, 1), (1, 1, 51, 1, 0), (1_999, 7, 15, 13_993, 11_894), (0, 9, 0, 0, 0), (700, 3, 100, 2_100, 0),
    ] as [(Int64, Int64, Int64, Int64, Int64)])
  func amount(price: Int64, quantity: Int64, discount: Int64, full: Int64, due: Int64) {
    let amount = LineAmount(price: price, quantity: quantity, discount: discount, unit: 100)
    #expect(amount?.full == full)
    #expect(amount?.due == due)
  }

  @Test("NW-6 says nothing rather than something wrong where 64 bits don't hold an amount")
  func tooLarge() {
    #expect(LineAmount(price: .max, quantity: 2, discount: 0, unit: 100) == nil)
    #expect(LineAmount(price: .max / 10, quantity: 1, discount: 0, unit: 100) == nil)
    let large = LineAmount(price: .max / 100, quantity: 1, discount: 0, unit: 100)
    #expect(large != nil)
    #expect(LineTotals(Array(repeating: large, count: 101).compactMap(\.self), extras: [], taxRate: 0) == nil)
    for discount in [Int64.min, .max] {
      #expect(LineAmount(price: 100, quantity: 1, discount: discount, unit: 100) == nil)
    }
    #expect(LineAmount(price: .min, quantity: 1, discount: 0, unit: 1)?.due == .min)
    // What is taken off a negative amount with a negative discount.
    let odd = [
      LineAmount(price: .max / 2, quantity: 1, discount: 2, unit: 1),
      LineAmount(price: .max / 2, quantity: 1, discount: 2, unit: 1),
    ].compactMap(\.self)
    #expect(odd.count == 2 && LineTotals(odd, extras: [], taxRate: 0) == nil)
  }

  @Test("NW-6 subtracts discounts and adds additional amounts")
  func totals() {
    let lines = [
      LineAmount(price: 2_100, quantity: 12, discount: 0, unit: 100),
      LineAmount(price: 1_400, quantity: 10, discount: 5, unit: 100),
    ].compactMap(\.self)
    let totals = LineTotals(lines, extras: [3_240], taxRate: 0)
    #expect(totals?.full == 39_200)
    #expect(totals?.off == 700)
    #expect(totals?.due == 41_740)
  }
}

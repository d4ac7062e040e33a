import Foundation
import KartotekaModel

/// How the numbers of a series are written: exactly, as whole ones, or as short as an axis wants them.
struct AmountText {
  let form: ExpressionForm
  let say: Localizer

  /// The number with all its digits: `$123,798.50`.
  func exact(_ number: Int64) -> String {
    let attribute = form.attribute
    return attribute.behavior.display(.integer(number), for: attribute, in: say)
  }

  /// The number without what stands after the point: `$123,799`.
  func whole(_ number: Int64) -> String {
    form.currency.map { say.money(decimal(number), $0, digits: 0) } ?? say.number(decimal(number), digits: 0)
  }

  /// `124 k`, without a currency.
  func short(_ number: Int64) -> String { say.short(decimal(number)) }

  /// `$848 k`.
  func shortWithUnit(_ number: Int64) -> String {
    form.currency.map { say.shortMoney(decimal(number), $0) } ?? short(number)
  }

  /// What a whole one is of the smallest unit.
  var unit: Int64 { FetchExpression.power(form.scale) }

  /// Which numbers are shown, and in which currency: "12 months to April 1998, in USD".
  func inUnit(_ text: String) -> String {
    form.currency.map { say("{what}, in {currency}", ["what": .text(text), "currency": .text($0)]) } ?? text
  }

  private func decimal(_ number: Int64) -> Decimal {
    Decimal(sign: number < 0 ? .minus : .plus, exponent: -form.scale, significand: Decimal(number.magnitude))
  }
}

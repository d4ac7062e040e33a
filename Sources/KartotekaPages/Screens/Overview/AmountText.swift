import Foundation
import KartotekaModel

/// Formats the numbers of a series: exact, rounded, or abbreviated for axes.
struct AmountText {
  let form: ExpressionForm
  let say: Localizer

  /// The exact number: `$123,798.50`.
  func exact(_ number: Int64) -> String {
    let attribute = form.attribute
    return attribute.behavior.display(.integer(number), for: attribute, in: say)
  }

  /// The rounded number: `$123,799`; a percentage, a duration and a year exact.
  func whole(_ number: Int64) -> String {
    if form.form != nil { return exact(number) }
    return form.currency.map { say.money(decimal(number), $0, digits: 0) } ?? say.number(decimal(number), digits: 0)
  }

  /// The abbreviated number without currency: `124 k`, `12.5%`, `1:30`.
  func short(_ number: Int64) -> String {
    switch form.form {
    case .percent: say.short(decimal(number) * 100) + say.language.percentSign
    case .duration, .year: exact(number)
    case .rating, nil: say.short(decimal(number))
    }
  }

  /// The abbreviated number with currency: `$848 k`.
  func shortWithUnit(_ number: Int64) -> String {
    form.currency.map { say.shortMoney(decimal(number), $0) } ?? short(number)
  }

  /// One unit in the smallest unit; of a duration an hour.
  var unit: Int64 {
    let unit = FetchExpression.power(form.scale)
    let (hour, isTooMuch) = unit.multipliedReportingOverflow(by: 60)
    return form.form == .duration && !isTooMuch ? hour : unit
  }

  /// A caption with the currency: "12 months to April 1998, in USD".
  func inUnit(_ text: String) -> String {
    form.currency.map { say("{what}, in {currency}", ["what": .text(text), "currency": .text($0)]) } ?? text
  }

  private func decimal(_ number: Int64) -> Decimal {
    Decimal(sign: number < 0 ? .minus : .plus, exponent: -form.scale, significand: Decimal(number.magnitude))
  }
}

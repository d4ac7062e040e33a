/// The form in which people read and type the numbers of an attribute. The stored number is that of any other attribute of its
/// kind, so that it is sorted, filtered, summed and computed with alike.
package enum NumberForm: String, Hashable, Sendable, Codable, CaseIterable {
  /// A decimal as a percentage: 0.125 is 12.5 %.
  case percent
  /// A whole number of minutes as hours and minutes: 90 is 1:30.
  case duration
  /// A whole number as stars, of which the attribute's maximum says how many there are.
  case rating
  /// The number of a year, which has no groups of digits: 2026.
  case year

  /// The form of a sum or difference, and of a choice between two numbers: that of both, or of the one that has a form.
  static func shared(_ one: NumberForm?, _ other: NumberForm?) -> NumberForm? {
    guard let one, let other else { return one ?? other }
    return one == other ? one : nil
  }

  /// The form of a difference: that of two years is a number of years.
  static func difference(_ one: NumberForm?, _ other: NumberForm?) -> NumberForm? {
    one == .year && other == .year ? nil : shared(one, other)
  }
}

extension AttributeDescription {
  /// The decimal places of a percentage that its number does not have: 12.5 % has one, 0.125 three.
  package static let percentDigits = 2

  /// The most stars.
  package static let mostStars = 10

  /// The stars of a new rating.
  package static let usualStars = 5

  /// The attribute without the form of its numbers.
  package var plain: AttributeDescription {
    var plain = self
    plain.form = nil
    return plain
  }

  /// The attribute of a percentage's digits: those of 0.125 are 12.5. Its smallest unit is the same.
  package var hundredths: AttributeDescription {
    var hundredths = plain
    hundredths.scale -= Self.percentDigits
    return hundredths
  }

  /// Makes it a rating with the usual number of stars.
  package mutating func becomeRating() {
    (form, minimum, maximum) = (.rating, .integer(1), .integer(Int64(Self.usualStars)))
  }

  /// The form of a sum of the values: no number of stars, and no year.
  package var summed: AttributeDescription { form == .rating || form == .year ? plain : self }

  /// The form of a calculation with the values.
  package var expressionForm: ExpressionForm {
    ExpressionForm(scale: scale, currency: currency, form: form == .rating ? nil : form)
  }

  /// The number of stars that can be chosen; nil for what is no rating.
  package var stars: ClosedRange<Int64>? {
    guard form == .rating, case .integer(let least) = minimum, case .integer(let most) = maximum,
      0 <= least, least <= most, most <= Int64(Self.mostStars)
    else { return nil }
    return least...most
  }
}

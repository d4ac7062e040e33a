import KartotekaModel
import KartotekaScreens

/// The entities and attributes of a list's records and their lines.
struct LinesModel: Sendable {
  let description: LinesDescription
  let owner: EntityDescription
  let line: EntityDescription
  let item: EntityDescription
  /// The to-many relationship from the record to its lines.
  let relationship: RelationshipDescription
  /// The to-one relationship from a line to its record.
  let inverse: String
  let quantity: AttributeDescription
  let price: AttributeDescription?
  /// The discount in percent: 5 for 0.05.
  let percent: AttributeDescription?

  /// The declaration of a list; nil for records without lines.
  init?(_ list: ListScreen) {
    let model = list.screens.description.model
    guard let description = list.list.lines, let relationship = list.entity.relationship(description.relationship),
      let inverse = relationship.inverse, let line = model.entity(named: relationship.target),
      let item = line.relationship(description.item).flatMap({ model.entity(named: $0.target) }),
      let quantity = line.attribute(description.quantity)
    else { return nil }
    self.description = description
    owner = list.entity
    self.line = line
    self.item = item
    self.relationship = relationship
    self.inverse = inverse
    self.quantity = quantity
    price = description.price.flatMap { line.attribute($0) }
    percent = description.discount.flatMap { line.attribute($0) }.map(\.hundredths)
  }

  /// Whether a record's lines can't be changed.
  func isClosed(_ record: AnyRecord) -> Bool { record.closing != nil }

  /// The fields of the form in their order.
  var fields: [String] {
    description.fields + description.folds.flatMap(\.fields) + description.extras
      + [description.taxRate].compactMap(\.self)
  }

  /// The tax rate of a record, in hundredths of a percent; 0 for none.
  func taxRate(of record: AnyRecord) -> Int64 {
    if let name = description.taxRate, case .integer(let rate) = record[name] { rate } else { 0 }
  }

  /// The amount of a line; nil if there is none or it overflows.
  func amount(of line: AnyRecord) -> LineAmount? {
    guard let name = description.price, case .integer(let price) = line[name],
      case .integer(let quantity) = line[description.quantity]
    else { return nil }
    let discount: Int64 = if let name = description.discount, case .integer(let part) = line[name] { part } else { 0 }
    return LineAmount(price: price, quantity: quantity, discount: discount, unit: Self.unit(percent))
  }

  // The smallest unit of a discount.
  private static func unit(_ percent: AttributeDescription?) -> Int64 {
    (0..<(percent.map { $0.scale + 2 } ?? 0)).reduce(1) { unit, _ in unit * 10 }
  }

  /// A formatted amount.
  func text(_ amount: Int64, _ say: Localizer) -> String {
    price.map { $0.behavior.display(.integer(amount), for: $0, in: say) } ?? ""
  }
}

/// The exact amount of a line, in the smallest unit of its price.
struct LineAmount: Hashable, Sendable {
  /// The amount without discount.
  let full: Int64
  /// The amount with discount, rounded half up.
  let due: Int64

  /// The amount; nil if it overflows 64 bits.
  init?(price: Int64, quantity: Int64, discount: Int64, unit: Int64) {
    let (full, isTooMuch) = price.multipliedReportingOverflow(by: quantity)
    let (share, isTooLow) = unit.subtractingReportingOverflow(discount)
    let (parts, areTooMany) = full.multipliedReportingOverflow(by: share)
    guard unit > 0, !isTooMuch, !isTooLow, !areTooMany else { return nil }
    self.full = full
    let (whole, rest) = parts.quotientAndRemainder(dividingBy: unit)
    let isHalf = rest.magnitude >= (unit.magnitude + 1) / 2
    let (due, isTooLarge) = whole.addingReportingOverflow(isHalf ? rest.signum() : 0)
    guard !isTooLarge else { return nil }
    self.due = due
  }
}

/// The totals of all lines with additional amounts.
struct LineTotals: Hashable, Sendable {
  /// The sum without discounts.
  private(set) var full: Int64 = 0
  /// The sum of discounts.
  private(set) var off: Int64 = 0
  /// The tax.
  private(set) var tax: Int64 = 0
  /// The total with tax.
  private(set) var due: Int64 = 0

  /// The totals; nil if they overflow 64 bits.
  /// - Parameter taxRate: the rate in hundredths of a percent.
  init?(_ lines: some Sequence<LineAmount>, extras: some Sequence<Int64>, taxRate: Int64) {
    for line in lines {
      guard let full = Self.sum(full, line.full), let due = Self.sum(due, line.due) else { return nil }
      self.full = full
      self.due = due
    }
    let (off, isTooHigh) = full.subtractingReportingOverflow(due)
    guard !isTooHigh else { return nil }
    self.off = off
    for extra in extras {
      guard let due = Self.sum(due, extra) else { return nil }
      self.due = due
    }
    let (parts, isTooMuch) = due.multipliedReportingOverflow(by: taxRate)
    guard !isTooMuch else { return nil }
    // Rounds half away from zero, as the store does.
    tax = parts / Self.whole + parts % Self.whole / (Self.whole / 2)
    guard let due = Self.sum(due, tax) else { return nil }
    self.due = due
  }

  // 100 % in hundredths of a percent.
  private static let whole: Int64 = 10_000

  private static func sum(_ one: Int64, _ other: Int64) -> Int64? {
    let (sum, isTooMuch) = one.addingReportingOverflow(other)
    return isTooMuch ? nil : sum
  }
}

import KartotekaModel

/// Some of an entity's records, under a name by which lists can be narrowed down to them and figures count them:
///
/// ```swift
/// let late = Subset("late", "Late", where: \Order.shippedDate == nil && \Order.requiredDate < Today())
/// ```
public struct Subset<E: Entity>: Sendable {
  /// The subset as data.
  public let description: SubsetDescription

  /// A subset.
  /// - Parameters:
  ///   - name: its name in addresses: small letters, with hyphens between.
  ///   - title: what people read; a key into the catalogue.
  ///   - condition: which records belong to it.
  public init(_ name: String, _ title: String, where condition: Condition<E>) {
    description = SubsetDescription(entity: E.name, name: name, title: title, predicate: condition.predicate)
  }
}

extension Subset {
  /// The records that are in one of their entity's states, under that state's name and label.
  ///
  /// - Precondition: the entity declares a state of that name.
  public init(state name: String, of entity: E.Type) {
    guard let index = E.states.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("\(E.name) has no state \(name)")
    }
    let state = E.states[index]
    description = SubsetDescription(
      entity: E.name, name: name, title: state.label,
      predicate: .all([state.condition] + E.states[..<index].map { .not($0.condition) }))
  }
}

/// A number of an entity's records in time: what a calculation comes to for each, and the day it belongs to.
///
/// ```swift
/// let sales = Series(OrderDetail.amount, on: \.order, \.orderDate)
/// ```
public struct Series<E: Entity>: Sendable {
  /// The series as data.
  public let description: SeriesDescription

  /// A series by a date of the records themselves.
  public init(_ calculation: Calculation<E>, on date: KeyPath<E, Attribute<CalendarDate>>) {
    description = SeriesDescription(
      entity: E.name, expression: calculation.expression, date: E.name(of: date), condition: nil)
  }

  /// A series by a date of the records that a relationship leads to.
  /// - Parameter condition: which of those count; nil for all.
  public init<T>(
    _ calculation: Calculation<E>, on relationship: KeyPath<E, ToOne<T>>, _ date: KeyPath<T, Attribute<CalendarDate>>,
    where condition: Condition<T>? = nil
  ) {
    description = SeriesDescription(
      entity: E.name, expression: calculation.expression,
      date: E.name(of: relationship) + "." + T.name(of: date), condition: condition?.predicate)
  }
}

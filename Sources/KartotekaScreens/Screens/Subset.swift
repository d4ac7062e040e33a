import KartotekaModel

/// Some of an entity's records, under a name by which lists can be narrowed down to them and figures count them:
///
/// ```swift
/// let unshipped = Subset("unshipped", "Not shipped", where: \Order.shippedDate == nil)
/// ```
public struct Subset<E: Entity>: Sendable {
  /// The subset as data.
  public let description: SubsetDescription

  /// A subset.
  /// - Parameters:
  ///   - name: its name in addresses: small letters, with hyphens between.
  ///   - title: its title, a key into the catalogue.
  ///   - condition: which records belong to it.
  public init(_ name: String, _ title: String, where condition: Condition<E>) {
    description = SubsetDescription(entity: E.name, name: name, title: title, predicate: condition.predicate)
  }
}

extension Subset {
  /// The records that are in one of their entity's states, under its name and label: `Subset(state: Loan.overdue, of: Loan.self)`.
  ///
  /// The check of the application reports a state that the entity doesn't declare.
  public init(state: StateDescription, of entity: E.Type) { self.init(state: state.name, of: entity) }

  /// The records that are in one of their entity's states, under that state's name and label.
  ///
  /// The check of the application reports a state that the entity doesn't declare.
  public init(state name: String, of entity: E.Type) {
    let index = E.states.firstIndex { $0.name == name }
    let conditions = index.map { [E.states[$0].condition] + E.states[..<$0].map { .not($0.condition) } }
    var subset = SubsetDescription(
      entity: E.name, name: name, title: index.map { E.states[$0].label } ?? name,
      predicate: conditions.map(FetchPredicate.all) ?? .any([]))
    subset.state = name
    description = subset
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
      entity: E.name, expression: calculation.expression, date: E.name(of: date), subset: nil)
  }

  /// A series by a date of the records that a relationship leads to.
  /// - Parameters:
  ///   - calculation: the value that is added up.
  ///   - relationship: leads to the records with the date.
  ///   - date: the date.
  ///   - subset: which of those count; nil for all. The bars of charts lead to lists that are narrowed down to it.
  public init<T>(
    _ calculation: Calculation<E>, on relationship: KeyPath<E, ToOne<T>>, _ date: KeyPath<T, Attribute<CalendarDate>>,
    among subset: Subset<T>? = nil
  ) {
    description = SeriesDescription(
      entity: E.name, expression: calculation.expression,
      date: E.name(of: relationship) + "." + T.name(of: date), subset: subset?.description)
  }
}

/// A value that is computed on each read from the record's values and those of related records. It is never stored.
///
/// ```swift
/// let total = Computed<Order, Decimal>("Total") {
///   .sum(\.lines, of: OrderDetail.amount) + .of(Calculation(\.freight))
/// }
/// ```
/// ```swift
/// let due = Computed<Vaccination, CalendarDate>("Due on") { .of(\.given).adding(.months, .of(\.months)) }
/// let name = Computed<Appointment, String>("Name", .title) {
///   .joined(.of(\.animal, \Animal.name), .of(\.reason), separator: ", ")
/// }
/// ```
/// A decimal has the digits after the point that its computation comes to, unless it says others with `.scale` or `.currency`, which the
/// check of the application reports. Lists, cards and the API show it; lists, filters and states sort and compare it. It is read-only, and exports omit
/// it. With `.title` a text of the record's own values and those of to-one relationships is the record's title.
public final class Computed<E: Entity, Value: AttributeValue>: Sendable {
  private let attribute: Attribute<Value>
  private let body: @Sendable () -> Computation<E>
  let place: SourcePlace?

  /// A computed value with a label (a catalogue key).
  /// - Parameters:
  ///   - label: the label, a key into the catalogue.
  ///   - options: its options, in any order.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  ///   - body: the computation, called after all entities are declared.
  public init(
    _ label: String, _ options: AttributeOption<Value>..., fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable () -> Computation<E>
  ) {
    place = SourcePlace(fileID, line)
    attribute = Attribute(label, options: options + [.readOnly], at: place)
    self.body = body
  }

  /// A yes or no that is whether the record matches a condition:
  /// `Computed<Loan, Bool>("Overdue") { \.due < .today && \.returned == nil }`.
  public init(
    _ label: String, _ options: AttributeOption<Bool>..., fileID: StaticString = #fileID, line: UInt = #line,
    condition: @escaping @Sendable () -> Condition<E>
  ) where Value == Bool {
    place = SourcePlace(fileID, line)
    attribute = Attribute(label, options: options + [.readOnly], at: place)
    body = { .holds(condition()) }
  }
}

extension Computed: ComputedProperty, ListedProperty {
  var takesDigits: Bool { attribute.isDecimalWithoutDigits }

  func attributeDescription(named name: String) -> AttributeDescription { attribute.describing(name) }

  func description(named name: String) -> ComputedDescription {
    ComputedDescription(attribute: attribute.describing(name), source: body().source)
  }
}

/// A computed value of any type.
protocol ComputedProperty: AnyObject, Sendable {
  /// The place of its declaration.
  var place: SourcePlace? { get }
  /// Whether its digits are those of the computation.
  var takesDigits: Bool { get }
  /// The description of the value, without its computation.
  func attributeDescription(named name: String) -> AttributeDescription
  func description(named name: String) -> ComputedDescription
}

/// The computation of a ``Computed`` value, for records of a typed entity.
public struct Computation<E: Entity>: Hashable, Sendable, ExpressibleByIntegerLiteral {
  let source: ComputedSource

  init(source: ComputedSource) { self.source = source }

  /// An integer constant: `.of(\.hours) * 60`.
  public init(integerLiteral value: Int64) { source = .own(.constant(value, scale: 0)) }

  /// A constant in its smallest unit: `.constant(21, scale: 2)` is 0.21.
  public static func constant(_ unscaled: Int64, scale: Int) -> Computation {
    Computation(source: .own(.constant(unscaled, scale: scale)))
  }

  /// A calculation on the record's own values.
  public static func of(_ calculation: Calculation<E>) -> Computation {
    Computation(source: .own(calculation.expression))
  }

  /// The value of an attribute, of any kind but bytes.
  public static func of<V: AttributeValue>(_ path: KeyPath<E, Attribute<V>>) -> Computation {
    Computation(source: .own(.value(E.name(of: path))))
  }

  /// The value of an attribute of the record that a to-one relationship leads to.
  public static func of<T: Entity, V: AttributeValue>(
    _ relationship: KeyPath<E, ToOne<T>>, _ path: KeyPath<T, Attribute<V>>
  ) -> Computation {
    Computation(source: .own(.value(E.name(of: relationship) + "." + T.name(of: path))))
  }

  /// A formula with the names of attributes, computed values and relationships: `docs/FORMULAS.md` describes the language.
  public static func formula(_ text: String) -> Computation { Computation(source: .formula(Formula(text))) }

  /// A constant text.
  public static func text(_ text: String) -> Computation { Computation(source: .text(text)) }

  /// Texts, whole numbers and days with a text between them; missing ones are omitted. Days have the form of ISO 8601.
  public static func joined(_ parts: Computation..., separator: String = " ") -> Computation {
    Computation(source: .joined(parts.map(\.source), separator: separator))
  }

  /// The day or moment a number of units later; no value if one of both is missing.
  public func adding(_ unit: ComputedSource.Unit, _ number: Computation) -> Computation {
    Computation(source: .later(source, number.source, unit))
  }

  /// Whether the record matches the condition.
  public static func holds(_ condition: Condition<E>) -> Computation {
    Computation(source: .holds(condition.predicate))
  }

  /// Whether a relationship contains a record, or one that matches the condition.
  public static func exists<P: ToManyProperty>(
    _ path: KeyPath<E, P>, where condition: Condition<P.Target>? = nil
  ) -> Computation {
    Computation(source: .exists(E.name(of: path), where: condition?.predicate))
  }

  /// The number of related records, or of those that match the condition.
  public static func count<P: ToManyProperty>(
    _ path: KeyPath<E, P>, where condition: Condition<P.Target>? = nil
  ) -> Computation {
    Computation(source: .sum(E.name(of: path), .constant(1, scale: 0), where: condition?.predicate))
  }

  /// The least value of an attribute of related records, optionally only those that match a condition.
  public static func least<P: ToManyProperty, V: AttributeValue>(
    _ path: KeyPath<E, P>, of attribute: KeyPath<P.Target, Attribute<V>>, where condition: Condition<P.Target>? = nil
  ) -> Computation {
    Computation(source: .least(E.name(of: path), of: P.Target.name(of: attribute), where: condition?.predicate))
  }

  /// The greatest value of an attribute of related records, optionally only those that match a condition.
  public static func greatest<P: ToManyProperty, V: AttributeValue>(
    _ path: KeyPath<E, P>, of attribute: KeyPath<P.Target, Attribute<V>>, where condition: Condition<P.Target>? = nil
  ) -> Computation {
    Computation(source: .greatest(E.name(of: path), of: P.Target.name(of: attribute), where: condition?.predicate))
  }

  /// The sum of a calculation over related records, optionally only those that match a condition; zero for none.
  public static func sum<T: Entity>(
    _ path: KeyPath<E, ToMany<T>>, of calculation: Calculation<T>, where condition: Condition<T>? = nil
  ) -> Computation {
    Computation(source: .sum(E.name(of: path), calculation.expression, where: condition?.predicate))
  }

  /// The sum of both.
  public static func + (one: Computation, other: Computation) -> Computation {
    Computation(source: .plus(one.source, other.source))
  }

  /// The product of both.
  public static func * (one: Computation, other: Computation) -> Computation {
    Computation(source: .product(one.source, other.source))
  }

  /// Rounds to a number of decimal places; a half is rounded away from zero.
  public func rounded(_ digits: Int) -> Computation { Computation(source: .rounded(source, scale: digits)) }

  /// The difference of both.
  public static func - (one: Computation, other: Computation) -> Computation {
    Computation(source: .minus(one.source, other.source))
  }
}

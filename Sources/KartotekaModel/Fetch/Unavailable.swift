// Spellings that can't be, for a message at the argument in place of the compiler's.

extension FetchRequest {
  /// Related records of a to-many relationship come by a request of their own.
  @available(
    *, unavailable,
    message:
      "A fetch includes to-one relationships: fetch the others themselves, such as Loan.all.where(\\.score == id)."
  )
  public func including<T>(_ path: KeyPath<E, ToMany<T>>) -> FetchRequest { self }

  /// The database checks conditions, which code can't.
  @available(
    *, unavailable, message: "A condition is made of key paths, for the database to check: .where(\\.due < .today)."
  )
  public func `where`(_ matches: (Record<E>) -> Bool) -> FetchRequest { self }

  /// A relationship has no order of its own.
  @available(
    *, unavailable,
    message: "A relationship has no order: sort by an attribute or a computed value, such as .of(\\.score, \\.title)."
  )
  public func sorted<T>(by path: KeyPath<E, ToOne<T>>, ascending: Bool = true) -> FetchRequest { self }
}

/// A relationship is a number.
@available(
  *, unavailable, message: "A relationship is compared with the number of a record: \\.score == score.id."
)
public func == <E: Entity, T: Entity>(path: KeyPath<E, ToOne<T>>, record: Record<T>) -> Condition<E> {
  path == record.id
}

extension AttributeOption where Value == String {
  /// A kind is no option.
  @available(*, unavailable, message: "A kind stands before the options: Attribute<String>(\"Mail\", as: .mail).")
  public static var mail: Self { .required }

  /// A kind is no option.
  @available(*, unavailable, message: "A kind stands before the options: Attribute<String>(\"Phone\", as: .phone).")
  public static var phone: Self { .required }

  /// A kind is no option.
  @available(*, unavailable, message: "A kind stands before the options: Attribute<String>(\"Website\", as: .url).")
  public static var url: Self { .required }
}

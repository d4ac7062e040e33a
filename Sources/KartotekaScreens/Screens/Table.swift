import KartotekaModel

/// A column table of an entity's records, to compare in: sorted by any column, filtered, added to and changed in
/// place.
///
/// ```swift
/// Table(City.self, columns: \.name, \.user).filtering(\.name).filtering(\.user).sorted(by: \.name)
/// ```
/// Records of a derived entity can be looked at only.
public struct Table<E: Entity>: Screen {
  private var table: TableDescription

  /// The screen as data.
  public var description: ScreenDescription { .table(table) }

  /// A table with those columns, after that of the number.
  public init<each P: ColumnProperty>(_ entity: E.Type, columns: repeat KeyPath<E, each P>) {
    var names: [String] = []
    for path in repeat each columns { names.append(E.name(of: path)) }
    table = TableDescription(entity: E.name, columns: names)
  }

  /// A field that asks for the whole value of a column, whatever the case and accents; of a relationship, the
  /// number of the related record or parts of its title.
  public func filtering<P: ColumnProperty>(_ path: KeyPath<E, P>) -> Table {
    var copy = self
    copy.table.filters.append(.init(E.name(of: path)))
    return copy
  }

  /// A field that asks for a part of the value of a column.
  public func filtering<V: AttributeValue>(containing path: KeyPath<E, Attribute<V>>) -> Table {
    var copy = self
    copy.table.filters.append(.init(E.name(of: path), isPart: true))
    return copy
  }

  /// The order unless another is chosen.
  public func sorted<P: ColumnProperty>(by path: KeyPath<E, P>, ascending: Bool = true) -> Table {
    var copy = self
    copy.table.sort.append(FetchSort(E.name(of: path), ascending: ascending))
    return copy
  }
}

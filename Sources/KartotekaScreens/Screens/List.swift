import KartotekaModel

/// A list of an entity's records: a title line and a subtitle line each, opening the record for editing.
///
/// ```swift
/// List(User.self, title: \.firstName, \.lastName, subtitle: \.address)
///   .searching(\.lastName).sorted(by: \.lastName).withInitials()
/// ```
public struct List<E: Entity>: Screen {
  private var list: ListDescription

  /// The screen as data.
  public var description: ScreenDescription { .list(list) }

  /// A list of all records.
  /// - Parameters:
  ///   - title: the attributes of the title line.
  ///   - subtitle: the attribute of the line below it.
  public init<each T, S>(
    _ entity: E.Type, title: repeat KeyPath<E, Attribute<each T>>, subtitle: KeyPath<E, Attribute<S>>
  ) {
    var names: [String] = []
    for path in repeat each title { names.append(E.name(of: path)) }
    list = ListDescription(entity: E.name, title: names, subtitle: [E.name(of: subtitle)])
  }

  /// A list of all records with a title line only.
  public init<each T>(_ entity: E.Type, title: repeat KeyPath<E, Attribute<each T>>) {
    var names: [String] = []
    for path in repeat each title { names.append(E.name(of: path)) }
    list = ListDescription(entity: E.name, title: names, subtitle: [])
  }

  /// A search field that filters as one types by any part of these attributes.
  public func searching<each T>(_ paths: repeat KeyPath<E, Attribute<each T>>) -> List {
    var copy = self
    for path in repeat each paths { copy.list.searched.append(E.name(of: path)) }
    return copy
  }

  /// The order, and the attribute that stands out in the title line since the list is sorted by it.
  public func sorted<each T>(by paths: repeat KeyPath<E, Attribute<each T>>) -> List {
    var copy = self
    for path in repeat each paths { copy.list.sort.append(FetchSort(E.name(of: path))) }
    return copy
  }

  /// The order, greatest first.
  public func sorted<T>(descendingBy path: KeyPath<E, Attribute<T>>) -> List {
    var copy = self
    copy.list.sort.append(FetchSort(E.name(of: path), ascending: false))
    return copy
  }

  /// Rows have a round monogram, as people have in an address book.
  public func withMonograms() -> List {
    var copy = self
    copy.list.hasMonograms = true
    return copy
  }

  /// Rows stand under the first letter of what they are sorted by.
  public func withInitials() -> List {
    var copy = self
    copy.list.hasInitials = true
    return copy
  }

  /// A record's page shows the records that a relationship leads to, when there are any.
  public func withSection<P: ToManyProperty>(_ path: KeyPath<E, P>) -> List {
    var copy = self
    copy.list.sections.append(.init(E.name(of: path)))
    return copy
  }

  /// A record's page shows the records that a relationship leads to, each to be taken out, and first a row that
  /// chooses among all there are.
  /// - Parameter note: what there is to know of taking one out.
  public func withSection<P: ToManyProperty>(
    _ path: KeyPath<E, P>, adding title: String, note: String? = nil
  ) -> List {
    var copy = self
    copy.list.sections.append(.init(E.name(of: path), adding: title, note: note))
    return copy
  }
}

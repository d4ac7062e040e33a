import Foundation
import KartotekaModel

/// A list of an entity's records: a title line and a subtitle line each, opening the record for editing.
///
/// ```swift
/// List(User.self, title: \.firstName, \.lastName, subtitle: \.address)
///   .searching(\.lastName).sorted(by: \.lastName).withInitials()
/// ```
public struct List<E: Entity>: Screen {
  private var list: ListDescription

  /// The same list with something changed.
  func with(_ change: (inout ListDescription) -> Void) -> List {
    var copy = self
    change(&copy.list)
    return copy
  }

  /// The screen as data.
  public var description: ScreenDescription { .list(list) }

  /// A list of all records.
  /// - Parameters:
  ///   - entity: the entity of the records.
  ///   - title: the attributes and computed values of the title line, or to-one relationships for the titles of related
  ///     records.
  ///   - subtitle: the attributes, computed values or to-one relationships of the line below it; none for a title line only.
  public init<each T: ListedProperty, each S: ListedProperty>(
    _ entity: E.Type, title: repeat KeyPath<E, each T>, subtitle: repeat KeyPath<E, each S>
  ) {
    var (names, below): ([String], [String]) = ([], [])
    for path in repeat each title { names.append(E.name(ofListed: path)) }
    for path in repeat each subtitle { below.append(E.name(ofListed: path)) }
    list = ListDescription(entity: E.name, title: names, subtitle: below)
  }

  /// The title line of records that have nothing of what it shows.
  public func fallbackTitle<P: ColumnProperty>(_ path: KeyPath<E, P>) -> List {
    var copy = self
    copy.list.titleElse.append(E.name(of: path))
    return copy
  }

  /// The second line of a row says an attribute's value in words.
  /// - Parameters:
  ///   - path: the attribute.
  ///   - words: a key into the catalogue in which `{value}` stands for it: `"{value} in stock"`.
  public func telling<V>(_ path: KeyPath<E, Attribute<V>>, as words: String) -> List {
    with { $0.details.append(.init(name: E.name(of: path), words: words)) }
  }

  /// The second line of a row says a computed value in words.
  public func telling<V>(_ path: KeyPath<E, Computed<E, V>>, as words: String) -> List {
    with { $0.details.append(.init(name: E.name(of: path), words: words)) }
  }

  /// Rows begin their second line with the record's number, and the search finds a record by it.
  public func numbered() -> List { with { $0.isNumbered = true } }

  /// Rows end with the value of an attribute.
  public func showing<V>(_ path: KeyPath<E, Attribute<V>>) -> List { with { $0.value = E.name(of: path) } }

  /// Rows end with a value that is worked out.
  public func showing<V>(_ path: KeyPath<E, Computed<E, V>>) -> List {
    var copy = self
    copy.list.value = E.name(of: path)
    return copy
  }

  /// A search field that filters as one types by any part of these attributes.
  public func searching<each T>(_ paths: repeat KeyPath<E, Attribute<each T>>) -> List {
    var copy = self
    for path in repeat each paths { copy.list.searched.append(E.name(of: path)) }
    return copy
  }

  /// The search field looks in computed texts, too. No index has them: each search computes them for all records.
  public func searching<each T>(_ paths: repeat KeyPath<E, Computed<E, each T>>) -> List {
    var copy = self
    for path in repeat each paths { copy.list.searched.append(E.name(of: path)) }
    return copy
  }

  /// The search field looks in an attribute of a related record, too: products are found by their supplier's name.
  public func searching<Target: Entity, V: AttributeValue>(
    _ relationship: KeyPath<E, ToOne<Target>>, _ attribute: KeyPath<Target, Attribute<V>>
  ) -> List {
    var copy = self
    copy.list.searched.append(E.name(of: relationship) + "." + Target.name(of: attribute))
    return copy
  }

  /// The search field looks in an attribute of the records that lines lead to, too: orders are found by the names of
  /// their products.
  public func searching<Line: Entity, Target: Entity, V: AttributeValue>(
    _ lines: KeyPath<E, ToMany<Line>>, _ relationship: KeyPath<Line, ToOne<Target>>,
    _ attribute: KeyPath<Target, Attribute<V>>
  ) -> List {
    with {
      $0.searched.append(
        [E.name(of: lines), Line.name(of: relationship), Target.name(of: attribute)].joined(separator: "."))
    }
  }

  /// The order, and the attribute that stands out in the title line since the list is sorted by it.
  public func sorted<each T>(by paths: repeat KeyPath<E, Attribute<each T>>) -> List {
    var copy = self
    for path in repeat each paths { copy.list.sort.append(FetchSort(E.name(of: path))) }
    return copy
  }

  /// The order by computed values. It has no index.
  public func sorted<each T>(by paths: repeat KeyPath<E, Computed<E, each T>>) -> List {
    var copy = self
    for path in repeat each paths { copy.list.sort.append(FetchSort(E.name(of: path))) }
    return copy
  }

  /// The order by a computed value, greatest first.
  public func sorted<T>(descendingBy path: KeyPath<E, Computed<E, T>>) -> List {
    var copy = self
    copy.list.sort.append(FetchSort(E.name(of: path), ascending: false))
    return copy
  }

  /// The order, greatest first.
  public func sorted<T>(descendingBy path: KeyPath<E, Attribute<T>>) -> List {
    var copy = self
    copy.list.sort.append(FetchSort(E.name(of: path), ascending: false))
    return copy
  }

  /// The list has no "+". The API, imports and the pages of other records can add records still.
  public func withoutNew() -> List { with { $0.offersNew = false } }

  /// Rows have a round monogram, as people have in an address book.
  public func withMonograms() -> List {
    var copy = self
    copy.list.hasMonograms = true
    return copy
  }

  /// Rows have a round picture, or a monogram where a record has none; its card has it, too.
  public func withPictures(_ path: KeyPath<E, Attribute<Data>>) -> List {
    var copy = self
    copy.list.picture = E.name(of: path)
    copy.list.hasMonograms = true
    return copy
  }

  /// Rows have the first picture of a gallery of the records' pages
  /// (``withGallery(_:image:caption:on:credit:link:poster:fileName:order:)``), or a monogram where a record has none; its card
  /// has it, too.
  public func withPictures<T: Entity>(_ path: KeyPath<E, ToMany<T>>) -> List {
    with {
      $0.picture = E.name(of: path)
      $0.hasMonograms = true
    }
  }

  /// Rows stand under the first letter of what they are sorted by.
  public func withInitials() -> List {
    var copy = self
    copy.list.hasInitials = true
    return copy
  }

  /// The layout in which its tab opens, as addresses of the list name it behind `layout=`: `"chart:month:orderDate,sum:total"`,
  /// `"board:category"`, `"table"`. Rows with a title are one press away.
  public func opening(as layout: String) -> List {
    with { $0.layout = layout }
  }

  /// It can be narrowed down to some of its records.
  public func narrowing(to subsets: Subset<E>...) -> List {
    var copy = self
    copy.list.subsets += subsets.map(\.description)
    return copy
  }

  /// A record's form has a card with these fields, below those declared before. Fields that are in no card stand in
  /// the first.
  public func withFields<each P: ColumnProperty>(
    _ title: String? = nil, _ paths: repeat KeyPath<E, each P>
  ) -> List {
    var names: [String] = []
    for path in repeat each paths { names.append(E.name(of: path)) }
    var copy = self
    copy.list.fieldGroups.append(.init(title, fields: names))
    return copy
  }

  /// A record's page shows the records that a relationship leads to, when there are any.
  /// - Parameters:
  ///   - path: the relationship.
  ///   - offersNew: whether the section has a row for a new record that belongs there; then it is always shown.
  public func withSection<P: ToManyProperty>(_ path: KeyPath<E, P>, offersNew: Bool = false) -> List {
    var copy = self
    copy.list.sections.append(.init(E.name(of: path), offersNew: offersNew))
    return copy
  }

  /// A record's page shows the records that a relationship leads to in an order of their own, whatever that of their list is: the
  /// pieces of a concert by their numbers.
  ///
  /// ```swift
  /// .withSection(\.programme, sortedBy: \.place, offersNew: true)
  /// ```
  /// - Parameters:
  ///   - path: the relationship.
  ///   - order: the attribute of the related records by which they are sorted.
  ///   - offersNew: whether the section has a row for a new record that belongs there; then it is always shown.
  public func withSection<T: Entity, V>(
    _ path: KeyPath<E, ToMany<T>>, sortedBy order: KeyPath<T, Attribute<V>>, offersNew: Bool = false
  ) -> List {
    var section = ListDescription.Section(E.name(of: path), offersNew: offersNew)
    section.order = T.name(of: order)
    var copy = self
    copy.list.sections.append(section)
    return copy
  }

  /// A record's page shows the records that a relationship leads to, each to be taken out, and first a row that
  /// chooses among all there are.
  /// - Parameters:
  ///   - path: the relationship.
  ///   - title: the words of the first row, a key into the catalogue.
  ///   - note: the note about taking one out.
  public func withSection<P: ToManyProperty>(
    _ path: KeyPath<E, P>, adding title: String, note: String? = nil
  ) -> List {
    var copy = self
    copy.list.sections.append(.init(E.name(of: path), adding: title, note: note))
    return copy
  }

  /// A record's page shows the records that a relationship leads to by way of a linking entity, each to be taken out, and
  /// first a row that chooses among all there are: an employee's territories.
  ///
  /// ```swift
  /// .withSection(\.territories, through: \.territory, adding: "Choose territories")
  /// ```
  /// The linking entity needs nothing but the two relationships; its records are made and deleted as people choose.
  public func withSection<Link: Entity, Target: Entity>(
    _ path: KeyPath<E, ToMany<Link>>, through relationship: KeyPath<Link, ToOne<Target>>, adding title: String
  ) -> List {
    var section = ListDescription.Section(E.name(of: path), adding: title)
    section.through = Link.name(of: relationship)
    var copy = self
    copy.list.sections.append(section)
    return copy
  }

  /// A record's page shows the records that a relationship leads to, those that were added last first.
  public func withNewest<T: Entity>(_ path: KeyPath<E, ToMany<T>>) -> List {
    var section = ListDescription.Section(E.name(of: path))
    section.isNewestFirst = true
    var copy = self
    copy.list.sections.append(section)
    return copy
  }

  /// Records are made, changed and shown together with their lines.
  public func withLines<Line: Entity, Item: Entity>(_ lines: Lines<E, Line, Item>) -> List {
    var copy = self
    copy.list.lines = lines.description
    return copy
  }

  /// A record with its lines can be printed as a document.
  public func withDocument(_ document: Document<E>) -> List {
    var copy = self
    copy.list.documents.append(document.description)
    return copy
  }
}

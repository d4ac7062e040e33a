import Foundation
import KartotekaModel

// The parts of a record's page beside its fields.
extension List {
  /// A record's page shows the records that a relationship leads to, with a row first that adds one in those words.
  /// Each can be deleted by swiping its row aside.
  /// - Parameters:
  ///   - path: the relationship.
  ///   - title: the words of the first row, a key into the catalogue.
  ///   - symbol: the symbol before their titles.
  ///   - detail: the attribute whose value stands below them.
  public func withSection<T: Entity, V>(
    _ path: KeyPath<E, ToMany<T>>, new title: String, symbol: Symbol, showing detail: KeyPath<T, Attribute<V>>
  ) -> List {
    with { $0.sections.append(.init(E.name(of: path), new: title, symbol: symbol, detail: T.name(of: detail))) }
  }

  /// A record's page shows the records that a relationship leads to as pictures, takes further ones, and opens each.
  ///
  /// If an attribute is the picture's `.thumbnail(of:)`, the page shows that one, and browsers make it of pictures that
  /// are added.
  /// - Parameters:
  ///   - path: the relationship.
  ///   - image: their picture, or a file of any kind: the page then has a row for each, with its name and size.
  ///   - caption: the attribute with its caption.
  ///   - date: the day it was taken.
  ///   - credit: the attribute with its author.
  ///   - link: where it comes from.
  ///   - poster: the country whose outline is shown before the pictures, so that no page is bare.
  ///   - fileName: the attribute with the name of the file that was chosen.
  ///   - order: the whole number by which they stand; people then move them. Give it a large default, so that new ones stand
  ///     last.
  public func withGallery<T: Entity>(
    _ path: KeyPath<E, ToMany<T>>, image: KeyPath<T, Attribute<Data>>, caption: KeyPath<T, Attribute<String>>? = nil,
    on date: KeyPath<T, Attribute<CalendarDate>>? = nil, credit: KeyPath<T, Attribute<String>>? = nil,
    link: KeyPath<T, Attribute<String>>? = nil, poster: KeyPath<E, Attribute<CountryCode>>? = nil,
    fileName: KeyPath<T, Attribute<String>>? = nil, order: KeyPath<T, Attribute<Int>>? = nil
  ) -> List {
    var gallery = GalleryDescription(
      image: T.name(of: image), credit: credit.map { T.name(of: $0) }, link: link.map { T.name(of: $0) },
      poster: poster.map { E.name(of: $0) })
    gallery.fileName = fileName.map { T.name(of: $0) }
    gallery.order = order.map { T.name(of: $0) }
    gallery.caption = caption.map { T.name(of: $0) }
    gallery.date = date.map { T.name(of: $0) }
    return with { [gallery] in $0.sections.append(.init(E.name(of: path), gallery: gallery)) }
  }

  /// A record's card says what the record is and its code, as in "Country · PT", in place of its number.
  public func marked<V>(_ title: String, by path: KeyPath<E, Attribute<V>>) -> List {
    with { $0.card.mark = .init(title: title, attribute: E.name(of: path)) }
  }

  /// Below a record's title stand the years of a date that its related records have: "Visited in 2011 and 2019".
  /// - Parameters:
  ///   - sentence: a key into the catalogue, in which `{years}` stands for them.
  ///   - path: the relationship.
  ///   - date: the date of the related records.
  public func withYears<T: Entity>(
    _ sentence: String, of path: KeyPath<E, ToMany<T>>, _ date: KeyPath<T, Attribute<CalendarDate>>
  ) -> List {
    with { $0.card.years = .init(sentence: sentence, relationship: E.name(of: path), date: T.name(of: date)) }
  }

  /// A stored record's page leaves these fields out. A new one has them all.
  public func withoutFields<each P: ColumnProperty>(_ paths: repeat KeyPath<E, each P>) -> List {
    var names: [String] = []
    for path in repeat each paths { names.append(E.name(of: path)) }
    return with { $0.card.omitted += names }
  }

  /// A record's card offers to call the numbers in these attributes. Attributes of the kind `.phone` need no
  /// declaration.
  public func calling(_ paths: KeyPath<E, Attribute<String>>...) -> List {
    with { $0.card.numbers += paths.map { E.name(of: $0) } }
  }

  /// A record's card leads to a map of the address that these attributes make up.
  ///
  /// ```swift
  /// List(Customer.self, title: \.companyName).locating(by: \.address, \.city, \.country)
  /// ```
  public func locating(by paths: KeyPath<E, Attribute<String>>...) -> List {
    with { $0.card.address = paths.map { E.name(of: $0) } }
  }

  /// Rows end with a computed number, in words: "2 cities". The words are left out for zero.
  public func showing(_ path: KeyPath<E, Computed<E, Int>>, as nouns: Nouns) -> List {
    with {
      $0.value = E.name(of: path)
      $0.valueNouns = nouns
    }
  }
}

import Foundation
import KartotekaModel

/// For every rule, models that break it.
enum FaultyModels {
  static let all =
    newer + names + columns + values + shown + relationships + FaultyDerivations.all
    + FaultyComputations.all + FaultyFormulas.all

  /// In a form that this version doesn't know.
  private static let newer = [Newer.version(of: School.model)].compactMap(\.self).map {
    FaultyModel("model-version-known", at: "", $0)
  }

  private static let names = [
    FaultyModel("entity-names-unique", at: "book") { _, author in author.name = "book" },
    FaultyModel("entity-names-unique", at: "author") { _, author in author.plural = "books" },
    FaultyModel("entity-names-unique", at: "author") { _, author in author.table = "books" },
    FaultyModel("names-valid", at: "Book") { book, _ in book.name = "Book" },
    FaultyModel("names-valid", at: "książka") { book, _ in book.name = "książka" },
    FaultyModel("names-valid", at: "book") { book, _ in book.plural = "Books" },
    FaultyModel("names-valid", at: "book") { book, _ in book.plural = "books/../api" },
    FaultyModel("names-valid", at: "book") { book, _ in book.plural = "" },
    FaultyModel("names-valid", at: "book.last_name") { book, _ in book.attributes[0].name = "last_name" },
    FaultyModel("names-valid", at: "book.2nd") { book, _ in
      book.relate("2nd", .toOne, to: "author") { $0.column = "second_id" }
    },
    FaultyModel("names-reserved", at: "book.id") { book, _ in book.attributes[0].name = "id" },
    FaultyModel("names-reserved", at: "book.changes") { book, _ in
      book.relate("changes", .toOne, to: "author")
    },
    FaultyModel("names-reserved", at: "book") { book, _ in book.plural = "actions" },
    FaultyModel("names-reserved", at: "book") { book, _ in book.plural = "batch" },
    FaultyModel("labels-given", at: "book.name") { book, _ in book.attributes[0].label = " " },
    FaultyModel("labels-given", at: "book") { book, _ in book.nouns = Nouns("book", "") },
    FaultyModel("attributes-exist", at: "book") { book, _ in book.attributes = [] },
    FaultyModel("attributes-exist", at: "book") { book, _ in
      book.attributes = []
      book.relate("author", .toOne, to: "author")
    },
    FaultyModel("fields-unique", at: "book.name") { book, _ in
      book.attributes[0].name = "nAme"
      book.relate("name", .toOne, to: "author")
      book.relationships[0].column = "author_id"
    },
    FaultyModel("headings-unique", at: "book.writer") { book, _ in
      book.attributes[0].aliases = ["Written by", "written-by"]
      book.relate("writer", .toOne, to: "author") { $0.aliases = ["written_by"] }
    },
    FaultyModel("headings-unique", at: "book.authors") { book, _ in
      book.attributes[0].aliases = ["Authors"]
      book.relate("authors", .manyToMany, to: "author") {
        $0.joinTable = "books_authors"
        $0.joinColumns = .init(own: "book_id", related: "author_id")
      }
    },
  ]

  private static let columns = [
    FaultyModel("sql-names-snake-case", at: "book") { book, _ in book.table = "Order Details" },
    FaultyModel("sql-names-snake-case", at: "book.name") { book, _ in book.attributes[0].column = "BookName"
    },
    FaultyModel("sql-names-snake-case", at: "book.name") { book, _ in book.attributes[0].column = "a\";--" },
    FaultyModel("sql-names-snake-case", at: "book.authors") { book, _ in
      book.relate("authors", .manyToMany, to: "author") {
        $0.joinTable = "books_authors"
        $0.joinColumns = .init(own: "book", related: "Author")
      }
    },
    FaultyModel("sql-names-reserved", at: "book") { book, _ in book.table = "kartoteka_books" },
    FaultyModel("sql-names-reserved", at: "book") { book, _ in book.table = "sqlite_books" },
    FaultyModel("sql-names-reserved", at: "book.name") { book, _ in book.attributes[0].column = "rowid" },
    FaultyModel("sql-names-reserved", at: "book.author") { book, _ in
      book.relate("author", .toOne, to: "author") { $0.column = "id" }
    },
    FaultyModel("columns-unique", at: "book.author") { book, _ in
      book.relate("author", .toOne, to: "author") { $0.column = "name" }
    },
    FaultyModel("join-tables-unique", at: "book.authors") { book, _ in
      book.relate("authors", .manyToMany, to: "author")
    },
    FaultyModel("join-tables-unique", at: "book.authors") { book, _ in
      book.relate("authors", .manyToMany, to: "author", joined("authors"))
    },
    FaultyModel("join-tables-unique", at: "author.books") { book, author in
      book.relate("authors", .manyToMany, to: "author", joined("writers"))
      author.relate("books", .manyToMany, to: "book", joined("writers"))
    },
  ]

  private static let values = [
    FaultyModel("kind-known", at: "book.name") { book, _ in book.attribute(KindName(rawValue: "colour")) },
    FaultyModel("own-kind-sound", at: "book.name") { book, _ in
      book.attributes[0].kind = Colour.kind
      book.attributes[0].code = KindCode(OwnKind<Colour>())
    },
    FaultyModel("choices-sensible", at: "book.name") { book, _ in book.attribute(.choice) },
    FaultyModel("choices-sensible", at: "book.name") { book, _ in
      book.attribute(.choice) { $0.choices = [Choice("new"), Choice("New", "Neu")] }
    },
    FaultyModel("choices-sensible", at: "book.name") { book, _ in
      book.attribute(.choice) { $0.choices = [Choice("new"), Choice(" old")] }
    },
    FaultyModel("choices-sensible", at: "book.name") { book, _ in
      book.attribute(.choice) { $0.choices = [Choice("new", aliases: ["Neu"]), Choice("old", aliases: ["neu"])] }
    },
    FaultyModel("choices-sensible", at: "book.name") { book, _ in
      book.attribute(.choice) { $0.choices = [Choice("new", aliases: [" neu"])] }
    },
    FaultyModel("choices-sensible", at: "book.name") { book, _ in book.attributes[0].choices = [Choice("new")]
    },
    FaultyModel("scale-in-range", at: "book.name") { book, _ in book.attribute(.decimal) { $0.scale = 10 } },
    FaultyModel("scale-in-range", at: "book.name") { book, _ in book.attribute(.decimal) { $0.scale = -1 } },
    FaultyModel("scale-in-range", at: "book.name") { book, _ in book.attribute(.real) { $0.scale = 2 } },
    FaultyModel("currency-sensible", at: "book.name") { book, _ in
      book.attribute(.decimal) { $0.currency = "DOLLARS" }
    },
    FaultyModel("currency-sensible", at: "book.name") { book, _ in book.attribute(.integer) { $0.currency = "USD" } },
    FaultyModel("form-sensible", at: "book.name") { book, _ in
      book.attribute(.decimal) { ($0.scale, $0.form) = (1, .percent) }
    },
    FaultyModel("form-sensible", at: "book.name") { book, _ in
      book.attribute(.decimal) { ($0.scale, $0.currency, $0.form) = (2, "USD", .percent) }
    },
    FaultyModel("form-sensible", at: "book.name") { book, _ in book.attribute(.integer) { $0.form = .percent } },
    FaultyModel("form-sensible", at: "book.name") { book, _ in book.attribute(.decimal) { $0.form = .duration } },
    FaultyModel("form-sensible", at: "book.name") { book, _ in book.attribute(.integer) { $0.form = .rating } },
    FaultyModel("form-sensible", at: "book.name") { book, _ in
      book.attribute(.integer) { ($0.form, $0.minimum, $0.maximum) = (.rating, .integer(1), .integer(11)) }
    },
    FaultyModel("barcode-sensible", at: "book.name") { book, _ in book.attribute(.integer) { $0.barcode = .any } },
    FaultyModel("barcode-sensible", at: "book.name") { book, _ in
      book.attribute(.text) { ($0.barcode, $0.multiline) = (.article, true) }
    },
    FaultyModel("series-sensible", at: "book.name") { book, _ in
      book.attribute(.integer) { $0.become(series: "{0}") }
    },
    FaultyModel("series-sensible", at: "book.name") { book, _ in book.attribute(.text) { $0.series = "{0}" } },
    FaultyModel("series-sensible", at: "book.name") { book, _ in
      book.attribute(.text) { $0.become(series: "{year}-{day}") }
    },
    FaultyModel("series-sensible", at: "book.name") { book, _ in
      book.attribute(.text) {
        $0.become(series: "{year}-{0}")
        $0.isRequired = true
      }
    },
    FaultyModel("series-sensible", at: "book.name") { book, _ in
      book.attribute(.text) {
        $0.become(series: "{0}")
        $0.requiredIf = Formula("name = \"x\"")
      }
    },
    FaultyModel("series-sensible", at: "book.name") { book, _ in
      book.attribute(.text) {
        $0.become(series: "{year}-{0000}")
        $0.maximumLength = 9
      }
    },
    FaultyModel("place-sensible", at: "book.name") { book, _ in book.attribute(.text) { $0.placeIn = "shelf" } },
    FaultyModel("place-sensible", at: "book.name") { book, _ in book.attribute(.integer) { $0.placeIn = "shelf" } },
    FaultyModel("colour-sensible", at: "book.name") { book, _ in book.attribute(.text) { $0.isColour = true } },
    FaultyModel("colour-sensible", at: "book.name") { book, _ in
      book.attribute(.choice) { ($0.isColour, $0.choices) = (true, [Choice("plain"), Choice("blue")]) }
    },
    FaultyModel("hidden-filled", at: "book.name") { book, _ in
      book.attribute(.text) { ($0.isHiddenInForms, $0.isRequired) = (true, true) }
    },
    FaultyModel("stamp-sensible", at: "book.name") { book, _ in
      book.attribute(.text) { $0.become(.createdAt) }
    },
    FaultyModel("stamp-sensible", at: "book.name") { book, _ in
      book.attribute(.text) { ($0.stamp, $0.writability) = (.createdBy, .always) }
    },
    FaultyModel("stamp-sensible", at: "book.name") { book, _ in
      book.attribute(.timestamp) {
        $0.become(.changedAt)
        $0.isRequired = true
      }
    },
    FaultyModel("stamp-sensible", at: "book.name") { book, _ in
      book.attribute(.timestamp) { $0.become(.createdAt) }
      book.relate("author", .toOne, to: "author")
      book.uniqueKeys = [["name", "author"]]
    },
    FaultyModel("range-sensible", at: "book.name") { book, _ in
      book.attribute(.integer) { ($0.minimum, $0.maximum) = (.integer(5), .integer(4)) }
    },
    FaultyModel("range-sensible", at: "book.name") { book, _ in
      book.attribute(.date) { $0.minimum = .text("soon") }
    },
    FaultyModel("range-sensible", at: "book.name") { book, _ in
      book.attribute(.decimal) { $0.maximum = .real(0.5) }
    },
    FaultyModel("range-sensible", at: "book.name") { book, _ in
      book.attribute(.boolean) { $0.minimum = .integer(1) }
    },
    FaultyModel("range-sensible", at: "book.name") { book, _ in
      book.attribute(.phone) { $0.maximum = .text("9") }
    },
    FaultyModel("length-sensible", at: "book.name") { book, _ in book.attributes[0].minimumLength = 1_001 },
    FaultyModel("length-sensible", at: "book.name") { book, _ in book.attributes[0].minimumLength = -1 },
    FaultyModel("length-sensible", at: "book.name") { book, _ in book.attributes[0].maximumLength = 0 },
    FaultyModel("length-sensible", at: "book.name") { book, _ in
      book.attribute(.integer) { $0.maximumLength = 5 }
    },
    FaultyModel("pattern-compiles", at: "book.name") { book, _ in spoil(&book, pattern: "[a-z") },
    FaultyModel("pattern-compiles", at: "book.name") { book, _ in spoil(&book, pattern: "a)|(b") },
    FaultyModel("pattern-compiles", at: "book.name") { book, _ in book.attributes[0].pattern = "[a-z]+" },
    FaultyModel("text-options-fit", at: "book.name") { book, _ in
      book.attribute(.mail) { $0.multiline = true }
    },
    FaultyModel("text-options-fit", at: "book.name") { book, _ in
      book.attribute(.mail) { $0.formatter = .uppercase }
    },
    FaultyModel("text-options-fit", at: "book.name") { book, _ in
      book.attribute(.integer)
      spoil(&book, pattern: "[0-9]+")
    },
    FaultyModel("default-valid", at: "book.name") { book, _ in book.attributes[0].defaultValue = .integer(5)
    },
    FaultyModel("default-valid", at: "book.name") { book, _ in
      book.attribute(.integer) { ($0.maximum, $0.defaultValue) = (.integer(4), .integer(5)) }
    },
    FaultyModel("default-valid", at: "priced.price", ModelDescription([Priced.self])),
  ]

  private static let shown = [
    FaultyModel("title-readable", at: "book.name") { book, _ in book.attribute(.blob) { $0.isTitle = true } },
    FaultyModel("searched-is-text", at: "book.name") { book, _ in
      book.attribute(.integer) { $0.isSearched = true }
    },
    FaultyModel("blob-not-compared", at: "book.name") { book, _ in
      book.attribute(.blob) { $0.isUnique = true }
    },
    FaultyModel("blob-not-compared", at: "book.name") { book, _ in
      book.attribute(.blob) { $0.isSorted = true }
    },
    FaultyModel("sort-known", at: "book.colour") { book, _ in
      book.sortOrders = [[FetchSort("id"), FetchSort("colour")]]
    },
    FaultyModel("sort-known", at: "book.name") { book, _ in
      book.attribute(.blob)
      book.sortOrders = [[FetchSort("name")]]
    },
    FaultyModel("unique-keys-known", at: "book.shelf") { book, _ in book.uniqueKeys = [["name", "shelf"]] },
    FaultyModel("unique-keys-known", at: "book.name") { book, _ in book.uniqueKeys = [["name"]] },
    FaultyModel("unique-keys-known", at: "book.name") { book, _ in book.uniqueKeys = [["name", "name"]] },
    FaultyModel("unique-keys-known", at: "book.name") { book, _ in
      book.attribute(.blob)
      book.relate("author", .toOne, to: "author")
      book.uniqueKeys = [["author", "name"]]
    },
    FaultyModel("unique-keys-known", at: "book.author") { book, _ in
      book.relate("author", .toOne, to: "author")
      book.uniqueKeys = [["name", "author"], ["author", "name"]]
    },
  ]

  private static let relationships = [
    FaultyModel("target-exists", at: "book.shelf") { book, _ in book.relate("shelf", .toOne, to: "shelf") },
    FaultyModel("target-exists", at: "course.teacher", ModelDescription([Course.self])),
    FaultyModel("inverse-consistent", at: "author.books") { _, author in
      author.relate("books", .toMany, to: "book")
    },
    FaultyModel("inverse-consistent", at: "author.books") { _, author in
      author.relate("books", .toMany, to: "book") { $0.inverse = "author" }
    },
    FaultyModel("inverse-consistent", at: "author.books") { book, author in
      book.relate("editor", .toOne, to: "author")
      author.relate("books", .toMany, to: "book") { $0.inverse = "editor" }
    },
    FaultyModel("inverse-consistent", at: "author.edited") { book, author in
      book.relate("author", .toOne, to: "author") { $0.inverse = "books" }
      author.relate("books", .toMany, to: "book") { $0.inverse = "author" }
      author.relate("edited", .toMany, to: "book") { $0.inverse = "author" }
    },
    FaultyModel("inverse-consistent", at: "author.books") { book, author in
      book.relate("author", .toOne, to: "author") { $0.inverse = "books" }
      author.relate("books", .toOne, to: "book") { $0.inverse = "author" }
    },
    FaultyModel("inverse-consistent", at: "author.friends") { _, author in
      author.relate("friends", .manyToMany, to: "author") {
        joined("friends")(&$0)
        $0.inverse = "friends"
      }
    },
    FaultyModel("inverse-consistent", at: "author.books") { book, author in
      book.relate("authors", .manyToMany, to: "author") {
        joined("books_authors")(&$0)
        $0.inverse = "books"
      }
      author.relate("books", .manyToMany, to: "book") {
        joined("authors_books")(&$0)
        $0.inverse = "authors"
      }
    },
    FaultyModel("tags-sensible", at: "book.author") { book, _ in
      book.relate("author", .toOne, to: "author") { $0.isTags = true }
    },
    FaultyModel("tags-sensible", at: "book.authors") { book, _ in
      book.relate("authors", .manyToMany, to: "author") {
        joined("books_authors")(&$0)
        $0.isTags = true
      }
    },
    FaultyModel("nullify-needs-optional", at: "book.author") { book, _ in
      book.relate("author", .toOne, to: "author") { ($0.isRequired, $0.deleteRule) = (true, .nullify) }
    },
    FaultyModel("required-not-cyclic", at: "book.part") { book, _ in
      book.relate("part", .toOne, to: "book") { $0.isRequired = true }
    },
    FaultyModel("required-not-cyclic", at: "author.debut") { book, author in
      book.relate("author", .toOne, to: "author") { $0.isRequired = true }
      author.relate("debut", .toOne, to: "book") { $0.isRequired = true }
    },
  ]

  private struct Priced: Entity {
    let price = Attribute<Decimal>("Price", .default(9.555), .scale(2))
  }

  private static func spoil(_ draft: inout EntityDraft, pattern: String) {
    draft.attributes[0].pattern = pattern
    draft.attributes[0].patternHint = "Write it otherwise"
  }

  private static func joined(_ table: String) -> (inout RelationshipDescription) -> Void {
    {
      $0.joinTable = table
      $0.joinColumns = .init(own: "own_id", related: "related_id")
    }
  }
}

/// A kind of an application's own that shows what it doesn't read.
private struct Colour: OwnValue {
  static let kind = KindName(rawValue: "colour")
  static let example = "red"
  let text: String

  init(parsing text: String) throws(ValueFault) { self.text = text }

  func display(in say: Localizer) -> String { text + "!" }
}

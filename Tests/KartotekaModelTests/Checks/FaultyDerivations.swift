import KartotekaModel

/// Models of books, authors and a list that follows from the books; each breaks one thing about that.
enum FaultyDerivations {
  static let all: [FaultyModel] = [
    faulty(at: "line") { line, _, _ in line.derivation?.source = "shelf" },
    faulty(at: "line") { line, _, _ in line.derivation?.source = "line" },
    faulty(at: "line.name") { line, _, _ in line.derivation?.columns.removeFirst() },
    faulty(at: "line.shelf") { line, _, _ in line.derivation?.columns.append(.init("shelf", from: "name")) },
    faulty(at: "line.name") { line, _, _ in line.derivation?.columns.append(.init("name", from: "name")) },
    faulty(at: "line.name") { line, _, _ in line.derivation?.columns[0].from = "shelf" },
    faulty(at: "line.authorName") { line, _, _ in line.derivation?.columns[2].through = "agent" },
    faulty(at: "line.authorName") { line, _, _ in line.derivation?.columns[2].from = "name" },
    faulty(at: "line.name") { line, _, _ in line.attribute(.integer) },
    faulty(at: "line.name") { line, book, _ in
      book.attribute(.decimal) { ($0.scale, $0.isRequired) = (2, true) }
      line.attribute(.decimal) { $0.scale = 3 }
    },
    faulty(at: "line.author") { line, _, _ in line.derivation?.columns[1].from = "next" },
    faulty(at: "line.name") { _, book, _ in book.attributes[0].isRequired = false },
    faulty(at: "line.authorName") { _, _, author in author.attributes[0].isRequired = false },
    faulty(at: "line.authorName") { _, book, _ in book.relationships[0].isRequired = false },
    faulty(at: "line.name") { line, _, _ in line.attributes[0].isUnique = true },
    faulty(at: "line.author") { line, _, _ in line.relationships[0].isUnique = true },
    faulty(at: "line.authors") { line, _, _ in
      line.relate("authors", .manyToMany, to: "author") {
        $0.joinTable = "lines_authors"
        $0.joinColumns = .init(own: "line_id", related: "author_id")
      }
    },
    faulty(at: "author.line") { _, _, author in author.relate("line", .toOne, to: "line") },
  ]

  /// Nothing is wrong with it.
  static let sound = model { _, _, _ in }

  private typealias Spoil = (_ line: inout EntityDraft, _ book: inout EntityDraft, _ author: inout EntityDraft) -> Void

  private static func faulty(at place: String, _ spoil: Spoil) -> FaultyModel {
    FaultyModel("derivation-consistent", at: place, model(spoil))
  }

  private static func model(_ spoil: Spoil) -> ModelDescription {
    var (line, book, author) = (EntityDraft("line"), EntityDraft("book"), EntityDraft("author"))
    line.attributes[0].isRequired = true
    book.attributes[0].isRequired = true
    author.attributes[0].isRequired = true
    book.relate("author", .toOne, to: "author") { $0.isRequired = true }
    book.relate("next", .toOne, to: "book")
    author.relate("agent", .toOne, to: "author")
    var name = AttributeDescription(name: "authorName", label: "Author's name", kind: .text)
    name.isRequired = true
    line.attributes.append(name)
    line.relate("author", .toOne, to: "author") { $0.isRequired = true }
    line.derivation = DerivationDescription(
      from: "book",
      columns: [
        .init("name", from: "name"), .init("author", from: "author"),
        .init("authorName", from: "author", through: "name"),
      ])
    spoil(&line, &book, &author)
    return ModelDescription(entities: [line.description, book.description, author.description])
  }
}

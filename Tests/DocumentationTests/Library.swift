import Kartoteka

struct Author: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let born = Attribute<Int>("Born", .range(-3000...2100))
  let books = ToMany<Book>("Books", inverse: \.author)
}

struct Book: Entity {
  enum Shelf: String, ChoiceValue { case novels, poetry, science }

  let title = Attribute<String>("Title", .required, .title)
  let shelf = Attribute<Shelf>("Shelf", .default(.novels))
  let price = Attribute<Decimal>("Price", .scale(2), .atLeast(0))
  let isLent = Attribute<Bool>("Lent", .default(false))
  let isbn = Attribute<String>("ISBN", .unique, .pattern("[0-9]{13}", hint: "An ISBN has 13 digits"))
  let author = ToOne<Author>("Author", .required, .onDelete(.deny))
}

let library = App("library", title: "Library", symbol: .book, hue: 120, entities: [Book.self, Author.self]) {
  Tab("Books", symbol: .book) {
    List(Book.self, title: \.title, subtitle: \.shelf).searching(\.title).sorted(by: \.title).withInitials()
  }
  Tab("Authors", symbol: .person) {
    List(Author.self, title: \.name).searching(\.name).sorted(by: \.name).withMonograms()
  }
}

/// What code of the application's own does with records.
func lendFirstPoem(in store: Store) async throws -> Record<Book>? {
  var poems = try await store.fetch(
    Book.all.where(\.shelf == .poetry && \.isLent == false).sorted(by: \.title))
  guard !poems.isEmpty else { return nil }
  poems[0].isLent = true
  try await store.save(&poems[0])
  return poems[0]
}

import Kartoteka

// The examples of doc comments. A test compares them line by line.

func saving(in store: Store) async throws -> Record<Author> {
  var author = Record<Author>()
  author.name = "Wisława"
  try await store.save(&author)
  return author
}

func fetching(from store: Store) async throws -> [Record<Book>] {
  let poems = try await store.fetch(Book.all.where(\.shelf == .poetry).sorted(by: \.title))
  return poems
}

func titles(of books: [Record<Book>], in store: Store) async throws {
  let authors = try await store.titles(\.author, of: books)
  for book in books { print(book.title ?? "", book.author.flatMap { authors[$0] } ?? "–") }
}

func performing(in store: Store, id: RecordID) async throws -> Bool {
  let lent = try await store.perform(.code) { transaction in
    guard var book = try transaction.record(Book.self, id: id) else { return false }
    book.isLent = true
    try transaction.update(book)
    transaction.name = "Lent a book"
    return true
  }
  return lent.value
}

func undoing(in store: Store, _ book: Record<Book>) async throws {
  let outcome = try await store.perform(.code) { try $0.delete(book) }
  if let deletion = outcome.changeSet { try await store.undo(deletion, .code) }
}

/// `Transaction.fetch(_:)`.
func fetching(in transaction: Transaction) throws -> Int {
  let lent = try transaction.fetch(Book.all.where(\.isLent == true).limit(1_000))
  return lent.count
}

func attempting(in transaction: Transaction, _ author: Record<Author>, _ book: Record<Book>) throws -> Int {
  var (author, book, refused) = (author, book, 0)
  do {
    try transaction.attempt {
      try transaction.insert(&author)
      try transaction.insert(&book)
    }
  } catch StoreError.refused { refused += 1 }
  return refused
}

import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

// Who has been where: records that follow from others, through every kind of foreign key.
struct Guest: Entity {
  let name = Attribute<String>("Name", .required, .title, .length(1...120))
  let note = Attribute<String>("Note")
  let towns = ToMany<Town>("Towns", inverse: \.guest)
  let visits = ToMany<Visit>("Visits", inverse: \.guest)
}

/// Its name stands.
struct Town: Entity {
  let name = Attribute<String>("Town", .required, .title, .length(1...120), .readOnlyAfterInsert)
  let height = Attribute<Int>("Height")
  let guest = ToOne<Guest>("Guest", required: true, onDelete: .deny)
  let guide = ToOne<Guest>("Guide", onDelete: .nullify)
}

/// Goes with its town.
struct Stop: Entity {
  let street = Attribute<String>("Street", .required, .title)
  let town = ToOne<Town>("Town", required: true, onDelete: .cascade)
}

/// Follows from a town.
struct Visit: Entity {
  let guest = ToOne<Guest>("Guest", required: true)
  let guestName = Attribute<String>("Guest's name", .required, .searched, .sorted)
  let townName = Attribute<String>("Town's name", .required, .title, .searched)
  let guideName = Attribute<String>("Guide's name")

  static var derivation: DerivationDescription? {
    Derivation(of: Visit.self, from: Town.self)
      .taking(\.guest, from: \.guest)
      .taking(\.guestName, from: \.guest, \.name)
      .taking(\.townName, from: \.name)
      .taking(\.guideName, from: \.guide, \.name)
      .description
  }
}

/// Follows from a stop.
struct Address: Entity {
  static let plural = "addresses"
  static let table = "addresses"

  let street = Attribute<String>("Street", .required, .title)
  let height = Attribute<Int>("Height")

  static var derivation: DerivationDescription? {
    Derivation(of: Address.self, from: Stop.self)
      .taking(\.street, from: \.street)
      .taking(\.height, from: \.town, \.height)
      .description
  }
}

let travels = ModelDescription([Guest.self, Town.self, Stop.self, Visit.self, Address.self])

/// A store of travels for one test, in a file that goes with the test, with Anna, Bo and Cyd, who have been to Oslo,
/// Rome and Riga.
struct Travels {
  let store: Store
  let url: URL
  let other: DatabaseFile

  init(filled: Bool = true) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    url = folder.appending(path: "travels.sqlite")
    store = try Store(travels, at: url)
    other = try DatabaseFile(url)
    guard filled else { return }
    for name in ["Anna", "Bo", "Cyd"] { try await add(Guest.self) { $0.name = name } }
    try await add(Town.self) { ($0.name, $0.guest, $0.height) = ("Oslo", 1, 23) }
    try await add(Town.self) { ($0.name, $0.guest, $0.guide) = ("Rome", 1, 2) }
    try await add(Town.self) { ($0.name, $0.guest) = ("Riga", 3) }
  }

  func remove() { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  @discardableResult
  func add<E: Entity>(_ entity: E.Type, _ fill: (inout Record<E>) -> Void) async throws -> Record<E> {
    var record = Record<E>()
    fill(&record)
    try await store.save(&record)
    return record
  }

  /// Changes a record.
  func change<E: Entity>(_ entity: E.Type, _ id: RecordID, _ change: (inout Record<E>) -> Void) async throws {
    var record = try #require(try await store.record(E.self, id: id))
    change(&record)
    try await store.save(&record)
  }

  /// All visits: number, guest, town and guide.
  var visits: [String] {
    get async throws {
      try await store.fetch(Visit.all).map {
        "\($0.id ?? 0) \($0.guest ?? 0) \($0.guestName ?? "") \($0.townName ?? "") \($0.guideName ?? "-")"
      }
    }
  }

  /// The towns of the visits in which a text is found, by the guest's name.
  func found(_ text: String) async throws -> [String?] {
    try await store.fetch(Visit.all.searching(text).sorted(by: \.guestName)).map(\.townName)
  }

  /// What was committed since, by entity: "+1 +2 ~3 -4", or "any".
  func told(after number: Int) async throws -> [[String: String]] {
    _ = try await store.version()
    return try #require(store.feed.commits(after: number)).map { $0.changes.byEntity.mapValues(Self.brief) }
  }

  private static func brief(_ changes: Changes.OfEntity) -> String {
    if changes.isAny { return "any" }
    let inserted = changes.isRange ? ["+" + changes.inserted.map(String.init).joined(separator: "…")] : []
    return
      (inserted + (changes.isRange ? [] : changes.inserted.map { "+\($0)" }) + changes.updated.map { "~\($0)" }
      + changes.deleted.map { "-\($0)" }).joined(separator: " ")
  }
}

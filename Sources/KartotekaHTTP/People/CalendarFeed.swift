import Foundation
import KartotekaModel
import KartotekaPeople
@_spi(System) import KartotekaStore

/// A list whose days a calendar program reads at an address with a secret, without signing in: `/ics/kc_….ics`.
///
/// It has the rights of the person who made it, as they are when it is read. Of the secret its digest alone is stored, in the
/// application's file of secrets or, where servers share its primary database, beside the application's tables.
package struct CalendarFeed: Sendable, Hashable, Codable {
  /// The digest of its secret in hexadecimal digits.
  package let id: String
  /// The name of the list's entity.
  package let entity: String
  /// The list's filter, sort order and columns, as the query of its address.
  package let query: String
  /// The name of the calendar.
  package let title: String
  /// The code of its language.
  package let language: String
  /// The number of the person who made it; nil on a server without people.
  package let person: RecordID?
  /// When it was made.
  package let made: Date
  /// The identity of that person, who makes it: on another server the number may be somebody else's.
  package var identity = Author.current?.owner

  /// Whether a person has made it; nil for a server without people.
  package func belongs(to someone: Person?) -> Bool {
    person == someone?.id.number && (someone == nil || identity != nil && identity == someone?.identity)
  }

  /// Whether an earlier version made it for a person. That person is unknown, so its address no longer answers.
  package var hasEnded: Bool { person != nil && identity == nil }

  /// Whether a person's lists of addresses name it: one of theirs, or one that has ended and has their number.
  package func isListed(for someone: Person?) -> Bool {
    belongs(to: someone) || hasEnded && person == someone?.id.number
  }

  /// The beginning of the addresses of all feeds.
  package static let folder = "/ics/"
  /// The most feeds of an application.
  package static let most = 100
  private static let prefix = "calendar/"
  private var key: String { Self.prefix + id }

  /// Makes a feed.
  /// - Returns: its secret, which is known to nobody else; nil if the application has too many.
  /// - Throws: ``StoreError`` `.disk`, `.primary`, ``CredentialFault``.
  package static func make(
    of entity: EntityDescription, _ query: String, title: String, language: String, for person: PersonID?,
    in store: Store, now: Date = Date()
  ) async throws -> SecretToken? {
    let token = try SecretToken(.calendar)
    let feed = CalendarFeed(
      id: id(token), entity: entity.name, query: query, title: title, language: language, person: person?.number,
      made: now)
    let json = try JSONEncoder().encode(feed)
    let isMade: Bool
    if let shared = work(of: store) {
      isMade = try await shared.run { shared in
        try share(store, shared)
        guard try shared.entries(nil, isBrief: true).count < most else { return false }
        try shared.add(feed.id, SharedContent(description: json), files: [])
        return true
      }
    } else {
      isMade = try store.secrets.change { texts in
        guard texts.keys.count(where: { $0.hasPrefix(prefix) }) < most else { return false }
        texts[feed.key] = String(decoding: json, as: UTF8.self)
        return true
      }
    }
    return isMade ? token : nil
  }

  /// The feeds of an application, the oldest first.
  /// - Throws: ``StoreError`` `.disk`, `.primary`.
  package static func all(in store: Store) async throws -> [CalendarFeed] {
    try await texts(in: store, nil).compactMap(read).sorted { ($0.made, $0.id) < ($1.made, $1.id) }
  }

  /// The feed of a secret; nil if it was ended, or never made.
  /// - Throws: ``StoreError`` `.disk`, `.primary`.
  package static func feed(_ token: SecretToken, in store: Store) async throws -> CalendarFeed? {
    try await texts(in: store, id(token)).first.flatMap(read)
  }

  /// Ends it: its address answers as one that was never made.
  /// - Throws: ``StoreError`` `.disk`, `.primary`.
  package func end(in store: Store) async throws {
    guard let shared = Self.work(of: store) else { return try store.secrets.change { $0[key] = nil } }
    try await shared.run { shared in
      // One that is not shared yet would be from then on.
      if try !store.secrets.texts(below: key).isEmpty { try store.secrets.change { $0[key] = nil } }
      try shared.remove(id)
    }
  }

  /// Ends all feeds of an application, so that a later one of the same name has none. It blocks the thread.
  /// - Throws: ``StoreError`` `.disk`, `.primary`.
  static func endAll(in store: Store) throws {
    if let shared = work(of: store) {
      for entry in try shared.entries(nil, isBrief: true) { try shared.remove(entry.id) }
    }
    guard try !store.secrets.texts(below: prefix).isEmpty else { return }
    try store.secrets.change { texts in texts = texts.filter { !$0.key.hasPrefix(prefix) } }
  }

  // MARK: Sharing

  private static func work(of store: Store) -> (any SharedWork)? { store.sharedWork("calendars") }

  /// The feeds that the servers of a primary database share, as texts of a file of secrets. It blocks the thread.
  /// - Throws: ``StoreError`` `.primary`.
  package static func sharedSecrets(of store: Store) throws -> [String: String] {
    let entries = try work(of: store)?.entries(nil, isBrief: false) ?? []
    return entries.reduce(into: [:]) { texts, entry in
      texts[prefix + entry.id] = entry.content.description.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private static func texts(in store: Store, _ id: String?) async throws -> [String] {
    guard let shared = work(of: store) else {
      let texts = try store.secrets.texts(below: prefix)
      return id.map { texts[prefix + $0].map { [$0] } ?? [] } ?? Array(texts.values)
    }
    return try await shared.run { shared in
      try share(store, shared)
      return try shared.entries(id, isBrief: false).compactMap { entry in
        entry.content.description.map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  // Shares feeds that are older than the application's primary database, and those that a restore has brought. The file is locked
  // meanwhile, so that a feed that ends is not added afterwards.
  private static func share(_ store: Store, _ shared: any SharedWork) throws {
    guard try !store.secrets.texts(below: prefix).isEmpty else { return }
    try store.secrets.change { texts in
      for (key, text) in texts where key.hasPrefix(prefix) {
        try shared.add(String(key.dropFirst(prefix.count)), SharedContent(description: Data(text.utf8)), files: [])
        texts[key] = nil
      }
    }
  }

  private static func read(_ text: String) -> CalendarFeed? {
    try? JSONDecoder().decode(CalendarFeed.self, from: Data(text.utf8))
  }

  private static func id(_ token: SecretToken) -> String { BlobFile.name(of: token.digest) }

  /// The person who made it; nil on a server without people, and where they are gone.
  /// - Throws: ``StoreError`` where people can't be read.
  package func maker(in people: People?) async throws -> Person? {
    guard let people, let person, let maker = try await people.person(PersonID(person)) else { return nil }
    return belongs(to: maker) ? maker : nil
  }

  /// The access that its maker has to an application now; nil for none.
  /// - Parameter people: the people of a server that has some.
  /// - Throws: ``StoreError`` where people can't be read.
  package func access(to app: String, by people: People?) async throws -> Access? {
    guard let people else { return person == nil ? SystemAccess.everything : nil }
    guard let maker = try await maker(in: people) else { return nil }
    let access = Asker.access(of: maker, to: app)
    return access.allows(.export) ? access : nil
  }
}

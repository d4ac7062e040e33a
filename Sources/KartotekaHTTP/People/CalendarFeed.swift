import Foundation
import KartotekaModel
import KartotekaPeople
@_spi(System) import KartotekaStore

/// A list whose days a calendar program reads at an address with a secret, without signing in: `/ics/kc_….ics`.
///
/// It has the rights of the person who made it, as they are when it is read. Of the secret its digest alone is stored, in the
/// application's file of secrets.
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

  /// Whether an earlier version made it for a person. Nobody is known to be that person, so its address no longer answers.
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
  /// - Throws: ``StoreError`` `.disk`, ``CredentialFault``.
  package static func make(
    of entity: EntityDescription, _ query: String, title: String, language: String, for person: PersonID?,
    in store: Store, now: Date = Date()
  ) throws -> SecretToken? {
    let token = try SecretToken(.calendar)
    let feed = CalendarFeed(
      id: id(token), entity: entity.name, query: query, title: title, language: language, person: person?.number,
      made: now)
    let text = String(decoding: try JSONEncoder().encode(feed), as: UTF8.self)
    var isMade = false
    try store.secrets.change { texts in
      guard texts.keys.count(where: { $0.hasPrefix(prefix) }) < most else { return }
      texts[feed.key] = text
      isMade = true
    }
    return isMade ? token : nil
  }

  /// The feeds of an application, the oldest first.
  /// - Throws: ``StoreError`` `.disk`.
  package static func all(in store: Store) throws -> [CalendarFeed] {
    try store.secrets.texts(below: prefix).values.compactMap(read).sorted { ($0.made, $0.id) < ($1.made, $1.id) }
  }

  /// The feed of a secret; nil if it was ended, or never made.
  /// - Throws: ``StoreError`` `.disk`.
  package static func feed(_ token: SecretToken, in store: Store) throws -> CalendarFeed? {
    let key = prefix + id(token)
    return try store.secrets.texts(below: key)[key].flatMap(read)
  }

  /// Ends it: its address answers as one that was never made.
  /// - Throws: ``StoreError`` `.disk`.
  package func end(in store: Store) throws { try store.secrets.change { $0[key] = nil } }

  /// Ends all feeds of an application, so that a later one of the same name has none.
  /// - Throws: ``StoreError`` `.disk`.
  static func endAll(in store: Store) throws {
    guard try !store.secrets.texts(below: prefix).isEmpty else { return }
    try store.secrets.change { texts in texts = texts.filter { !$0.key.hasPrefix(prefix) } }
  }

  private static func read(_ text: String) -> CalendarFeed? {
    try? JSONDecoder().decode(CalendarFeed.self, from: Data(text.utf8))
  }

  private static func id(_ token: SecretToken) -> String { BlobFile.name(of: token.digest) }

  /// The access that its maker has to an application now; nil for none.
  /// - Parameter people: the people of a server that has some.
  /// - Throws: ``StoreError`` where people can't be read.
  package func access(to app: String, by people: People?) async throws -> Access? {
    guard let people else { return person == nil ? SystemAccess.everything : nil }
    guard let person, let maker = try await people.person(PersonID(person)), belongs(to: maker) else { return nil }
    let access = Asker.access(of: maker, to: app)
    return access.allows(.export) ? access : nil
  }
}

import Foundation
import KartotekaModel
import KartotekaStore

/// A part of the audit list.
package struct PeopleEventFilter: Sendable {
  /// The identities of those who did it, or whom it concerns; none for anybody.
  package var people: [Int64]
  /// It happened at this time or later; nil for any time.
  package var from: Date?
  /// It happened before this time; nil for any time.
  package var to: Date?

  /// - Parameter person: the identity of the only person; nil for anybody.
  package init(person: Int64? = nil, from: Date? = nil, to: Date? = nil) {
    (people, self.from, self.to) = (person.map { [$0] } ?? [], from, to)
  }
}

// The audit list is only read: events are added with what they are about, and the oldest ones go.
extension People {
  /// The events of the audit list, the newest first.
  /// - Parameters:
  ///   - before: the number of the last event of the page before; nil for the first page.
  ///   - limit: the most events.
  /// - Throws: `StoreError`.
  package func events(
    _ filter: PeopleEventFilter = PeopleEventFilter(), before: Int64? = nil, limit: Int = 100
  ) async throws -> [PeopleEvent] {
    try await read { tables in
      var request = Stored.Event.all
      request.any.sort = [FetchSort("id", ascending: false)]
      if let before { request = request.where(Condition(.compare("id", .lt, [.integer(before)]))) }
      if let from = filter.from { request = request.where(\.at >= from) }
      if let to = filter.to { request = request.where(\.at < to) }
      if !filter.people.isEmpty { request = request.where(try tables.areAbout(filter.people)) }
      // A later version of the program may have stored other kinds. They must not make a page shorter: it would be taken for the last.
      let kinds = PeopleEvent.Kind.allCases.map { Value.text($0.rawValue) }
      request = request.where(Condition(.compare("kind", .in, kinds)))
      return try tables.transaction.fetch(request.limit(limit)).compactMap { event in
        guard let id = event.id, let at = event.at, let kind = event.kind.flatMap(PeopleEvent.Kind.init) else {
          return nil
        }
        return PeopleEvent(
          id: id, at: at, kind: kind, authorID: event.author.map { Int64($0) }, author: event.authorName,
          subject: event.subjectName, detail: event.detail)
      }
    } ?? []
  }

  /// Everybody whom events may be about, also those who were removed, by name.
  /// - Throws: `StoreError`.
  package func everybodyEver() async throws -> [(author: Author, isRemoved: Bool)] {
    try await read { tables in
      try tables.all(Stored.Account.all).compactMap { account -> (author: Author, isRemoved: Bool)? in
        guard let identity = account.identity, let name = account.name else { return nil }
        return (Author(id: Int64(identity), name: name), account.removed != nil)
      }.sorted { ($0.author.name.lowercased(), $0.author.id ?? 0) < ($1.author.name.lowercased(), $1.author.id ?? 0) }
    } ?? []
  }
}

extension PeopleTables {
  // Events have the identity of their author, those of an earlier version the number, and the number of whom they concern.
  fileprivate func areAbout(_ people: [Int64]) throws -> Condition<Stored.Event> {
    let numbers = try people.flatMap { person in
      let identity = Int(person)
      return try all(Stored.Account.all.where(\.identity == identity)).compactMap(\.id)
    }
    let own = Condition<Stored.Event>(.compare("author", .in, (people + numbers).map(Value.integer)))
    return numbers.isEmpty ? own : own || Condition(.compare("subject", .in, numbers.map(Value.integer)))
  }
}

extension PeopleEvent.Kind {
  /// The words for people.
  package var phrase: Phrase {
    switch self {
    case .signedIn: "Signed in"
    case .signedOut: "Signed out"
    case .sessionsEnded: "Sessions ended"
    case .tokenMade: "Token made"
    case .tokenEnded: "Token ended"
    case .passwordSet: "Password set"
    case .secondFactorSet: "One-time codes set up"
    case .secondFactorEnded: "One-time codes ended"
    case .recoveryCodesMade: "Recovery codes made"
    case .recoveryCodeUsed: "Recovery code used"
    case .passkeyAdded: "Passkey added"
    case .passkeyEnded: "Passkey removed"
    case .linkMade: "Link made"
    case .linkUsed: "Link used"
    case .linkEnded: "Link ended"
    case .added: "Person added"
    case .changed: "Name changed"
    case .rolesSet: "Roles set"
    case .removed: "Person removed"
    case .settingsChanged: "Settings of the server changed"
    }
  }
}

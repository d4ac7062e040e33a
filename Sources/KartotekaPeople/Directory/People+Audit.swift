import Foundation
import KartotekaModel
import KartotekaStore

/// A part of the audit list.
package struct PeopleEventFilter: Sendable {
  /// The identity of the person who did it, or whom it concerns; nil for anybody.
  package var person: Int64?
  /// It happened at this time or later; nil for any time.
  package var from: Date?
  /// It happened before this time; nil for any time.
  package var to: Date?

  package init(person: Int64? = nil, from: Date? = nil, to: Date? = nil) {
    (self.person, self.from, self.to) = (person, from, to)
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
      if let person = filter.person { request = request.where(try tables.isAbout(person)) }
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
  fileprivate func isAbout(_ identity: Int64) throws -> Condition<Stored.Event> {
    let author = Int(identity)
    let numbers = try all(Stored.Account.all.where(\.identity == author)).compactMap { $0.id.map { Int($0) } }
    let own: Condition<Stored.Event> = \.author == author
    return numbers.reduce(own) { condition, number in
      let earlier: Condition<Stored.Event> = \.author == number
      let concerned: Condition<Stored.Event> = \.subject == number
      return condition || earlier || concerned
    }
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

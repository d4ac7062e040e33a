import Foundation
import KartotekaModel
import KartotekaStore

extension PeopleTables {
  /// For how long a client may answer a question.
  static let ticketTime: TimeInterval = 300

  /// The key of tickets; nil while there is none.
  func ticketKey() throws -> [UInt8]? {
    try first(Stored.TicketKey.self, "number", .integer(1))?.secret.flatMap { Base64URL.bytes($0) }
  }

  /// The key of tickets, which is made if there is none.
  func madeTicketKey() throws -> [UInt8] {
    if let key = try ticketKey() { return key }
    let key = try SecretToken.randomBytes(32)
    var record = Record<Stored.TicketKey>()
    (record.number, record.secret) = (1, Base64URL.text(key))
    try transaction.insert(&record)
    return key
  }

  /// A new ticket.
  func ticket(_ purpose: Ticket.Purpose, _ content: [UInt8] = [], key: [UInt8]) throws -> [UInt8] {
    try Ticket.make(purpose, content, ends: now + Self.ticketTime, key: key)
  }

  /// The content of a ticket.
  /// - Throws: ``PeopleError/ticketEnded`` for one that has ended, or that the server did not make for this purpose.
  func content(_ ticket: [UInt8]?, _ purpose: Ticket.Purpose) throws -> [UInt8] {
    guard let ticket, let key = try ticketKey(),
      // A second more: the end is a whole second.
      let content = try Ticket.content(ticket, purpose, at: now, lasting: Self.ticketTime + limits.skew, key: key)
    else { throw PeopleError.ticketEnded }
    return content
  }

  /// Makes sure that a ticket has not been used, and that it can't be used again.
  /// - Throws: ``PeopleError/ticketEnded``.
  func use(_ ticket: [UInt8]) throws {
    for used in try all(Stored.UsedTicket.all.where(\.ends < now)) { try transaction.delete(used) }
    let digest = SHA256.digest(of: ticket).hexadecimal
    guard try first(Stored.UsedTicket.self, "digest", .text(digest)) == nil else { throw PeopleError.ticketEnded }
    var used = Record<Stored.UsedTicket>()
    (used.digest, used.ends) = (digest, now + Self.ticketTime + limits.skew)
    try transaction.insert(&used)
  }

  /// Ends the one-time codes and passkeys of a person.
  func endSteps(of person: PersonID) throws {
    try endSecondFactor(of: person)
    for key in try all(Stored.PublicKey.all.where(\.account == person.number)) { try transaction.delete(key) }
  }
}

extension PersonID {
  /// The number as bytes, which say nothing about the person.
  var bytes: [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  /// The number of such bytes.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 8 else { return nil }
    self.init(bytes.reduce(0) { $0 << 8 | Int64($1) })
  }
}

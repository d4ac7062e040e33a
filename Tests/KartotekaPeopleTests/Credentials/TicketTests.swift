import Foundation
import Testing

@testable import KartotekaPeople

@Suite("Tickets")
struct TicketTests {
  private let key = [UInt8](repeating: 7, count: 32)
  private let start = Date(timeIntervalSince1970: 1_000_000)

  private func content(
    _ ticket: [UInt8], _ purpose: Ticket.Purpose = .code, after seconds: Double = 0, key: [UInt8]? = nil
  ) throws -> [UInt8]? {
    try Ticket.content(
      ticket, purpose, at: start.addingTimeInterval(seconds), lasting: 300, key: key ?? self.key)
  }

  @Test("A ticket says what it was made for until it ends, and nothing else")
  func ticket() throws {
    let ticket = try Ticket.make(.code, [1, 2, 3], ends: start.addingTimeInterval(300), key: key)
    #expect(try content(ticket) == [1, 2, 3])
    #expect(try content(ticket, after: 300) == [1, 2, 3])
    #expect(try content(ticket, after: 301) == nil)
    // A clock that was set back.
    #expect(try content(ticket, after: -1) == nil)
    for purpose in [Ticket.Purpose.secret, .creation, .request] { #expect(try content(ticket, purpose) == nil) }
    #expect(try content(ticket, key: [UInt8](repeating: 8, count: 32)) == nil)
    #expect(try Ticket.make(.code, [1, 2, 3], ends: start.addingTimeInterval(300), key: key) != ticket)
    #expect(try content(Ticket.make(.request, ends: start, key: key), .request) == [])
  }

  @Test("Any changed bit, a cut and an addition make it void")
  func forged() throws {
    let ticket = try Ticket.make(.code, [1, 2, 3], ends: start, key: key)
    for bit in 0..<ticket.count * 8 {
      var changed = ticket
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(try content(changed) == nil)
    }
    for count in 0..<ticket.count { #expect(try content(Array(ticket.prefix(count))) == nil) }
    #expect(try content(ticket + [0]) == nil)
    #expect(try content([UInt8](repeating: 0, count: 100_000)) == nil)
  }
}

import Testing

@testable import KartotekaHTTP

@Suite("The program at the other end of a connection within the machine")
struct LocalPeerTests {
  // The client's port is 0x9D45 = 40261, the server's 0x1F90 = 8080.
  private static func table(_ user: Int, state: String = "01", address: String = "0100007F") -> String {
    """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: \(address):1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1368252 1 0000000019 100 0 0 10 0
       1: \(address):1F90 \(address):9D45 01 00000000:00000000 00:00000000 00000000     0        0 1185643 1 00000000b3 100 0 0 10 0
       2: \(address):9D45 \(address):1F90 \(state) 00000000:00000000 00:00000000 00000000  \(user)        0 1332556 1 0000 100 0 0 10 0
       3: \(address):9D45 \(address):01BB 01 00000000:00000000 00:00000000 00000000    33        0 1332556 1 0000 100 0 0 10 0
    """
  }

  private static func mayBePerson(_ tables: [String?], of own: UInt32 = 1000) -> Bool {
    LocalPeer.mayBePerson(from: 40_261, to: 8080, in: tables, of: own)
  }

  @Test(
    "A program of the server's user is a person's, and one of a service or of another person is not",
    arguments: [(1000, true), (33, false), (0, false), (1001, false), (65_534, false)])
  func user(user: Int, expected: Bool) {
    #expect(Self.mayBePerson([Self.table(user)]) == expected)
    let mapped = "0000000000000000FFFF00000100007F"
    #expect(Self.mayBePerson(["", Self.table(user, address: mapped)]) == expected)
  }

  @Test(
    "A server that is a service is used by the people of the machine",
    arguments: [(0, true), (1000, true), (33, false), (65_534, false), (100_000, false)])
  func service(user: Int, expected: Bool) { #expect(Self.mayBePerson([Self.table(user)], of: 0) == expected) }

  @Test("A connection that its program has closed is nobody's, nor is one that a list is too long to say")
  func closed() {
    for state in ["05", "06", "08"] { #expect(!Self.mayBePerson([Self.table(1000, state: state)])) }
    #expect(!Self.mayBePerson([Self.table(1000), nil]))
  }

  @Test("Where the system lists no sockets, or not this one, nothing is refused")
  func unknown() {
    #expect(Self.mayBePerson([]))
    #expect(Self.mayBePerson(["", "  sl  local_address\nnonsense\n 1: x y z\n"]))
  }
}

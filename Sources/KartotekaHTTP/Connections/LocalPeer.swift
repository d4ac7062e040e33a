import Foundation

/// The user of the program at the other end of a connection within this machine. A proxy that is a service of the system has a user of
/// its own, whatever headers it sends and leaves out.
///
/// Linux lists the sockets of the machine with their users: proc(5), `/proc/net/tcp`. Other systems, and WSL, say nothing.
enum LocalPeer {
  /// Whether the program may be the browser of a person at this machine; true where the system does not say whose it is.
  ///
  /// - Parameters:
  ///   - port: the port of the other end.
  ///   - server: the port of this end.
  ///   - tables: the lists of sockets; nil for one that is too long.
  ///   - own: the user of this process.
  static func mayBePerson(
    from port: Int, to server: Int, in tables: [String?] = Self.tables(), of own: UInt32 = geteuid()
  ) -> Bool {
    var users: [UInt32] = []
    var isListed = false
    for table in tables {
      // Many open connections do not get past the check.
      guard let table else { return false }
      for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
        guard let row = Row(line) else { continue }
        if row.local == server, row.remote == port { isListed = true }
        if row.local == port, row.remote == server, row.isEstablished { users.append(row.user) }
      }
    }
    return users.isEmpty ? !isListed : users.allSatisfy { isPerson($0, own) }
  }

  // A server whose user has a number below 1,000, as that of a service has, is used by the people of the machine; one of a person by that
  // person. A proxy of the server's own user is not told apart. The numbers are those of Debian's `/etc/login.defs`.
  private static func isPerson(_ user: UInt32, _ own: UInt32) -> Bool {
    user == own || own < people.lowerBound && people.contains(user)
  }

  private static let people: ClosedRange<UInt32> = 1_000...60_000

  /// A socket of a list.
  private struct Row {
    let (local, remote, user): (Int, Int, UInt32)
    // Other states have the user 0 once the program has closed its socket.
    let isEstablished: Bool

    init?(_ line: Substring.UTF8View) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 8).map { Substring($0) }
      func port(_ address: Substring) -> Int? {
        address.lastIndex(of: ":").flatMap { Int(address[address.index(after: $0)...], radix: 16) }
      }
      guard fields.count > 7, let local = port(fields[1]), let remote = port(fields[2]), let user = UInt32(fields[7])
      else { return nil }
      (self.local, self.remote, self.user, isEstablished) = (local, remote, user, fields[3] == "01")
    }
  }

  private static let longest = 4 << 20

  private static func tables() -> [String?] {
    // Under WSL a relay of root's brings the requests of the browser in Windows.
    let kernel = try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
    if kernel?.lowercased().contains("microsoft") == true { return [] }
    return ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { path -> String?? in
      guard let file = FileHandle(forReadingAtPath: path) else { return nil }
      defer { try? file.close() }
      guard let bytes = try? file.read(upToCount: longest) else { return nil }
      return .some(bytes.count < longest ? String(decoding: bytes, as: UTF8.self) : nil)
    }
  }
}

import Foundation
import Testing

@testable import KartotekaHTTP

@Suite("The names of this machine in a local network")
struct MachineNamesTests {
  @Test(
    "The local name is the first part of the name, and a single word is no other name",
    arguments: [
      ("laptop", "laptop.local", []), ("Laptop.Fritz.box", "laptop.local", ["laptop.fritz.box"]),
      ("laptop.local", "laptop.local", []), ("localhost", nil, []), ("localhost.localdomain", nil, []),
      ("", nil, []),
    ] as [(String, String?, [String])])
  func names(host: String, local: String?, others: [String]) {
    let names = MachineNames(host: host)
    #expect(names.local == local && names.others == others)
    let hosts = [local].compactMap(\.self) + others + ["localhost", "127.0.0.1", "192.0.2.7"]
    #expect(names.hosts(addresses: ["192.0.2.7"]) == hosts)
  }

  @Test("The addresses by use are all addresses, each once")
  func addresses() {
    #expect(NetworkAddresses.ownByUse.sorted() == NetworkAddresses.own.sorted())
  }

  #if os(Linux)
    @Test(
      "A name is announced if Avahi resolves it",
      arguments: [
        ("+ 2 0 laptop.local 192.168.1.7\n", true), ("+ 2 0 laptop.local 192.168.1.8\n", false),
        ("-15 Timeout reached\n", false), ("", false),
      ])
    func avahi(answer: String, isAnnounced: Bool) async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "avahi-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "socket").path(percentEncoded: false)
      let names = MachineNames(host: "laptop")
      #expect(!names.isAnnounced(socket: path))
      let listening = try #require(Self.opened(at: path))
      defer { close(listening) }
      Thread.detachNewThread {
        let connection = accept(listening, nil, nil)
        var question = [UInt8](repeating: 0, count: 100)
        let count = read(connection, &question, question.count)
        let isRight = question.prefix(max(0, count)).elementsEqual("RESOLVE-HOSTNAME-IPV4 laptop.local\n".utf8)
        let bytes = Array((isRight ? answer : "-1 other question\n").utf8)
        _ = write(connection, bytes, bytes.count)
        close(connection)
      }
      #expect(names.isAnnounced(socket: path, addresses: ["192.168.1.7"]) == isAnnounced)
      #expect(!MachineNames(host: "localhost").isAnnounced(socket: path))
    }

    private static func opened(at path: String) -> Int32? {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      let isBound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
      return isBound && listen(descriptor, 1) == 0 ? descriptor : nil
    }
  #endif
}

import Foundation
import Testing

@testable import KartotekaStore

@Suite("Bytes that are encrypted with a password")
struct AgeFileTests {
  @Test(
    "Bytes come back with their password: none, a part of a chunk, whole chunks", arguments: [0, 1, 65_536, 65_537])
  func roundTrip(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let sealed = try AgeFile.seal(bytes, password: "zażółć gęślą")
    #expect(try AgeFile.open(sealed, password: "zażółć gęślą") == bytes)
    #expect(throws: AgeFile.Fault.wrongPassword) { try AgeFile.open(sealed, password: "zażółć gęśl") }
  }

  // Written by pyrage 1.4.0, which is rage, another implementation of the format, with the password "correct horse".
  private static let foreign =
    "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBBSk8yR2JqOHAxKzFUdkdhaURwU0ZRIDE3CnJZZkRNZDdCUnRvNFFLclg0Z2Mxc0xlaHliOUdnV1hDdjlWazhZc2RhV2sKLS0tIGRUMmdObi91MXpnbkhuazJKNXRVWTBZVXhZMU5sSzFSN25KTjNna1ExMWMK8i7rrGe3tmCrvnpVCoIc+0jsKWWSxvVdut4/3AMtgmpgbot6hvRH1zhl"

  @Test("A file that another implementation wrote is read")
  func foreign() throws {
    let sealed = try #require(Data(base64Encoded: Self.foreign))
    #expect(try AgeFile.open(Array(sealed), password: "correct horse") == Array("Kartoteka\n".utf8))
  }

  @Test("Nothing of a changed file is read, nor of one that was cut off or has more")
  func changed() throws {
    let sealed = try AgeFile.seal([UInt8](repeating: 7, count: 70_000), password: "p")
    let header = try #require(sealed.firstRange(of: Array("\n--- ".utf8))).upperBound
    // The code of authentication, the nonce, the first and the last chunk.
    for place in [header + 3, header + 50, header + 70, sealed.count - 1] {
      var other = sealed
      other[place] ^= 1
      #expect(throws: AgeFile.Fault.damaged, "\(place)") { try AgeFile.open(other, password: "p") }
    }
    // Whole chunks without the last one.
    let end = header + 43 + 1 + 16 + 65_552
    for other in [Array(sealed.prefix(end)), sealed.dropLast(), sealed + [0], Array(sealed.prefix(header + 50))] {
      #expect(throws: AgeFile.Fault.damaged) { try AgeFile.open(other, password: "p") }
    }
  }

  @Test("A work factor that would take all memory is refused before any work, and so is what is no such file")
  func refused() throws {
    let text = String(decoding: try AgeFile.seal([], password: "p").prefix(180), as: UTF8.self)
    func opening(_ change: (inout String) -> Void) -> AgeFile.Fault? {
      var changed = text
      change(&changed)
      do throws(AgeFile.Fault) {
        _ = try AgeFile.open(Array(changed.utf8), password: "p")
        return nil
      } catch { return error }
    }
    #expect(opening { $0.replace(" 17\n", with: " 21\n") } == .tooMuchWork(21))
    #expect(opening { $0.replace(" 17\n", with: " 4611686018427387904\n") } == .tooMuchWork(1 << 62))
    for bad in [" 017\n", " +17\n", " -1\n", " 0\n", " 99999999999999999999\n", " 17 \n", "\n"] {
      #expect(opening { $0.replace(" 17\n", with: bad) } != nil, "\(bad)")
    }
    #expect(opening { $0.replace("scrypt", with: "X25519") } == .foreign)
    #expect(opening { $0.replace("v1", with: "v2") } == .foreign)
    #expect(opening { $0 = "" } == .foreign)
    #expect(opening { $0 = "age-encryption.org/v1\n-> scrypt" } == .damaged)
  }
}

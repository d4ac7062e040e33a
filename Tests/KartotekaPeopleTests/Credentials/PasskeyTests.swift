import Foundation
import KartotekaModel
import Testing

@testable import KartotekaPeople

@Suite("Passkeys", .enabled(if: PasskeyCeremony.isAvailable))
struct PasskeyTests {
  private let challenge: [UInt8]
  private let site: PasskeySite

  init() throws {
    challenge = try PasskeyCeremony.challenge()
    site = try #require(PasskeySite(origin: "https://kartoteka.local:8443"))
  }

  private func registered(_ authenticator: SoftAuthenticator) throws -> Passkey {
    try PasskeyCeremony.register(authenticator.registration(challenge), challenge: challenge, site: site).passkey
  }

  private func verify(_ answer: String, _ passkey: Passkey) throws(PasskeyCeremony.Fault) -> (Passkey, Bool) {
    try PasskeyCeremony.verify(.init(answer), passkey: passkey, challenge: challenge, site: site)
  }

  @Test("A key of each algorithm is registered, and signs in", arguments: Passkey.Algorithm.allCases)
  func roundTrip(algorithm: Passkey.Algorithm) throws {
    let authenticator = try SoftAuthenticator(algorithm)
    let passkey = try registered(authenticator)
    #expect(passkey.algorithm == algorithm && passkey.id == authenticator.id && passkey.transports == ["internal"])
    let stored = try JSONDecoder().decode(Passkey.self, from: JSONEncoder().encode(passkey))
    #expect(stored == passkey)
    let answer = try authenticator.assertion(challenge)
    #expect(try PasskeyCeremony.Assertion(answer).person == [7])
    #expect(try verify(answer, stored) == (passkey, true))
    authenticator.flags = 0x01
    #expect(try verify(authenticator.assertion(challenge), stored).1 == false)
    authenticator.flags = 0x1d
    #expect(try verify(authenticator.assertion(challenge), stored).0.isSynced)
  }

  @Test("A person has several passkeys, and an answer by one is none by another")
  func several() throws {
    let authenticators = try (1...5).map { try SoftAuthenticator($0 % 2 == 0 ? .eddsa : .es256, id: [UInt8($0)]) }
    let passkeys = try authenticators.map(registered)
    for (number, authenticator) in authenticators.enumerated() {
      let answer = try authenticator.assertion(challenge)
      let id = try PasskeyCeremony.Assertion(answer).id
      #expect(passkeys.firstIndex { $0.id == id } == number)
      for (other, passkey) in passkeys.enumerated() where other != number {
        #expect(throws: PasskeyCeremony.Fault.wrongPasskey) { try verify(answer, passkey) }
      }
    }
    let impostor = try SoftAuthenticator(.es256, id: [1])
    #expect(throws: PasskeyCeremony.Fault.wrongSignature) { try verify(impostor.assertion(challenge), passkeys[0]) }
  }

  @Test("An answer to another challenge, page, site or purpose is refused at registration and when signing in")
  func wrong() throws {
    let good = try SoftAuthenticator()
    let passkey = try registered(good)
    func expect(_ fault: PasskeyCeremony.Fault, _ change: (SoftAuthenticator) -> Void, line: Int = #line) throws {
      change(good)
      defer { (good.origin, good.host, good.flags, good.extra) = (site.origin, site.host, 0x05, "") }
      let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
      #expect(throws: fault, sourceLocation: place) { try registered(good) }
      #expect(throws: fault, sourceLocation: place) { try verify(good.assertion(challenge), passkey) }
    }
    for origin in [
      "https://kartoteka.local", "http://kartoteka.local:8443", "https://kartoteka.local:8444", "https://evil.example",
      "https://kartoteka.local:8443.evil.example", "HTTPS://kartoteka.local:8443", "",
    ] {
      try expect(.wrongOrigin) { $0.origin = origin }
    }
    try expect(.wrongOrigin) { $0.extra = ",\"crossOrigin\":true" }
    try expect(.wrongOrigin) { $0.extra = ",\"topOrigin\":\"https://evil.example\"" }
    try expect(.wrongSite) { $0.host = "evil.example" }
    try expect(.notPresent) { $0.flags = 0x04 }
    #expect(throws: PasskeyCeremony.Fault.wrongPurpose) {
      try verify(good.assertion(challenge, purpose: "webauthn.create"), passkey)
    }
    let other = try PasskeyCeremony.challenge()
    #expect(throws: PasskeyCeremony.Fault.wrongChallenge) { try verify(good.assertion(other), passkey) }
    #expect(throws: PasskeyCeremony.Fault.wrongChallenge) {
      try PasskeyCeremony.register(good.registration(other), challenge: challenge, site: site)
    }
    #expect(throws: PasskeyCeremony.Fault.wrongPurpose) {
      try PasskeyCeremony.register(
        good.registration(challenge, purpose: "webauthn.get"), challenge: challenge, site: site)
    }
    // The client's data may say that the page was not in a frame.
    good.extra = ",\"crossOrigin\":false"
    _ = try verify(good.assertion(challenge), passkey)
  }

  @Test("A counter has to rise, unless the authenticator has none")
  func counter() throws {
    let authenticator = try SoftAuthenticator()
    authenticator.counter = 5
    var passkey = try registered(authenticator)
    for (counter, isRight) in [(5, false), (4, false), (0, false), (6, true), (6, false), (4_000_000_000, true)] {
      authenticator.counter = UInt32(counter)
      let answer = try authenticator.assertion(challenge)
      if isRight {
        passkey = try verify(answer, passkey).0
        #expect(passkey.counter == UInt32(counter))
      } else {
        #expect(throws: PasskeyCeremony.Fault.counterWentBack) { try verify(answer, passkey) }
      }
    }
  }

  @Test("Keys of other algorithms, and points that are not on the curve, are refused")
  func algorithms() throws {
    let authenticator = try SoftAuthenticator()
    for algorithm: UInt8 in [0x27, 0x25, 0x38] {
      authenticator.change = { bytes in
        var bytes = bytes
        // The value after the key 3, which begins at 37 + 18 + 4 + 4.
        bytes[63] = algorithm
        return bytes
      }
      #expect(throws: PasskeyCeremony.Fault.self) { try registered(authenticator) }
    }
    authenticator.change = { bytes in bytes.dropLast() + [bytes[bytes.count - 1] ^ 1] }
    #expect(throws: PasskeyCeremony.Fault.wrongAlgorithm) { try registered(authenticator) }
    // A stored key of another algorithm, or a damaged one.
    authenticator.change = { $0 }
    let passkey = try registered(authenticator)
    let answer = try authenticator.assertion(challenge)
    for (algorithm, key) in [
      (Passkey.Algorithm.rs256, passkey.publicKey), (.eddsa, passkey.publicKey), (.es256, []), (.es256, [1, 2, 3]),
    ] {
      let other = Passkey(
        id: passkey.id, algorithm: algorithm, publicKey: key, counter: 0, isSynced: false, transports: [])
      #expect(throws: PasskeyCeremony.Fault.wrongSignature) { try verify(answer, other) }
    }
  }

  @Test("CBOR that says that it is long, deep, endless or cut off does not reach the library")
  func nested() throws {
    let authenticator = try SoftAuthenticator()
    let passkey = try registered(authenticator)
    let items: [[UInt8]] = [
      // An array, a map, and a text of 2^31 or 2^64 - 1 items, which libcbor would allocate.
      [0x9b, 0, 0, 0, 0, 0x80, 0, 0, 0], [0xbb, 0, 0, 0, 0, 0x80, 0, 0, 0], [0x7b] + Array(repeating: 255, count: 8),
      [0xbb] + Array(repeating: 255, count: 8), [0x9b] + Array(repeating: 255, count: 8),
      Array(repeating: 0x81, count: 3000) + [0], Array(repeating: 0xa1, count: 3000),
      Array(repeating: 0xc1, count: 3000),
      [0xbf, 0xff], [0x9f], [0x5f, 0xff], [0xff], [0x1c], [0xa1], [0xa2, 0x61, 0x61, 0xf5], [],
    ]
    authenticator.flags = 0x85
    for item in items {
      authenticator.change = { $0 + item }
      #expect(throws: PasskeyCeremony.Fault.malformed) { try verify(authenticator.assertion(challenge), passkey) }
      #expect(throws: PasskeyCeremony.Fault.malformed) { try registered(authenticator) }
      #expect(CBORItem.end(item[...]) != item.count || item.isEmpty)
    }
    // An extension that the library does not know is no fault.
    for item in [[0xa0], [0xa1, 0x61, 0x78, 0xf5]] as [[UInt8]] {
      authenticator.change = { $0 + item }
      _ = try verify(authenticator.assertion(challenge), passkey)
    }
    authenticator.change = { $0 + [0xa0, 0x00] }
    #expect(throws: PasskeyCeremony.Fault.malformed) { try verify(authenticator.assertion(challenge), passkey) }
    authenticator.flags = 0x05
    authenticator.change = { $0 + [0x00] }
    #expect(throws: PasskeyCeremony.Fault.malformed) { try verify(authenticator.assertion(challenge), passkey) }
  }

  @Test("Thousands of changed answers end neither the process nor are accepted", arguments: Passkey.Algorithm.allCases)
  func fuzz(algorithm: Passkey.Algorithm) throws {
    let authenticator = try SoftAuthenticator(algorithm)
    let passkey = try registered(authenticator)
    var random = Numbers(state: 38)
    for _ in 0..<1000 {
      let seed = random.next()
      authenticator.change = { bytes in
        var (bytes, random) = (bytes, Numbers(state: seed))
        random.damage(&bytes, from: 32)
        return bytes
      }
      // What is signed is what was changed, so that the library parses it.
      let answer = try authenticator.assertion(challenge)
      if let isVerified = try? verify(answer, passkey).1 {
        let data = try PasskeyAnswer(answer).bytes("authenticatorData", most: 4096)
        #expect(data.flatMap(AuthenticatorData.init)?.isVerified == isVerified)
      }
      _ = try? registered(authenticator)
    }
    authenticator.change = { $0 }
    let answers = [try authenticator.assertion(challenge), try authenticator.registration(challenge)]
    for _ in 0..<1000 {
      var bytes = Array(answers[0].utf8)
      random.damage(&bytes, from: 0)
      let text = String(decoding: bytes, as: UTF8.self)
      // A change of what is not signed, such as the name of a member that is not read, may pass.
      if (try? verify(text, passkey)) != nil {
        let (changed, original) = (try PasskeyAnswer(text), try PasskeyAnswer(answers[0]))
        #expect(changed.clientData == original.clientData && changed.id == original.id)
        #expect(changed.bytes("authenticatorData", most: 4096) == original.bytes("authenticatorData", most: 4096))
      }
      var other = Array(answers[1].utf8)
      random.damage(&other, from: 0)
      _ = try? PasskeyCeremony.register(String(decoding: other, as: UTF8.self), challenge: challenge, site: site)
    }
  }

  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var number = state
      number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
      number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
      return number ^ (number >> 31)
    }

    /// Changes, inserts, removes or repeats some bytes, or cuts the end off.
    mutating func damage(_ bytes: inout [UInt8], from first: Int) {
      for _ in 0..<Int.random(in: 1...4, using: &self) {
        guard bytes.count > first else { return }
        let place = Int.random(in: first..<bytes.count, using: &self)
        switch Int.random(in: 0..<6, using: &self) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
        case 1: bytes[place] = [0x00, 0x80, 0x9b, 0xa0, 0xbb, 0xbf, 0xff, 0x5b, 0x7b].randomElement(using: &self) ?? 0
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &self), at: place)
        case 3: bytes.remove(at: place)
        case 4: bytes.removeSubrange(place...)
        default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
        }
      }
    }
  }

  @Test(
    "Answers that are not of the form are refused", arguments: ["", "null", "[]", "{}", "{\"type\":\"public-key\"}"])
  func forms(text: String) {
    #expect(throws: PasskeyCeremony.Fault.malformed) { try PasskeyCeremony.Assertion(text) }
    #expect(throws: PasskeyCeremony.Fault.malformed) {
      try PasskeyCeremony.register(text, challenge: challenge, site: site)
    }
    #expect(throws: PasskeyCeremony.Fault.malformed) {
      try PasskeyCeremony.Assertion(String(repeating: "[", count: 1_000_000))
    }
  }

  @Test(
    "Passkeys need HTTPS or localhost, and a name",
    arguments: [
      ("https://kartoteka.local:8443", "kartoteka.local"), ("https://example.org", "example.org"),
      ("http://localhost:8080", "localhost"), ("https://kartoteka", "kartoteka"), ("http://kartoteka.local", nil),
      ("http://127.0.0.1:8080", nil), ("https://192.168.1.7", nil), ("https://[::1]:8443", nil), ("https://", nil),
      ("https://example.org:443", nil), ("https://example.org:", nil), ("https://example.org/", nil),
      ("https://Example.org", nil), ("https://a@example.org", nil), ("https://example.org.", nil), ("null", nil),
    ])
  func sites(origin: String, host: String?) {
    #expect(PasskeySite(origin: origin)?.host == host)
    #expect(PasskeySite(origin: origin).map { $0.origin == origin } ?? true)
  }

  @Test("The options ask for a discoverable key, for no attestation, and name the keys that exist")
  func options() throws {
    let passkey = try registered(SoftAuthenticator())
    guard
      case .object(let creation) = PasskeyCeremony.creation(
        challenge: challenge, site: site, siteName: "Home", person: [7], name: "Anna", existing: [passkey]),
      case .object(let request) = PasskeyCeremony.request(challenge: challenge, site: site)
    else { throw SoftAuthenticator.Failed() }
    #expect(creation["challenge"] == .string(Base64URL.text(challenge)) && creation["attestation"] == "none")
    #expect(creation["excludeCredentials"] == [["type": "public-key", "id": "AQIDBA", "transports": ["internal"]]])
    #expect(request["rpId"] == "kartoteka.local" && request["allowCredentials"] == [])
  }

  @Test("Without the library there are no passkeys")
  func missing() { #expect(LibFido2(["libfido2-is-not-here.so"]) == nil) }
}

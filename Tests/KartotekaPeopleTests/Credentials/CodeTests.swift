import Foundation
import KartotekaStore
import Testing

@testable import KartotekaPeople

@Suite("Secret tokens and codes")
struct CodeTests {
  @Test("A secret's text is read back, for its own purpose alone", arguments: SecretToken.Kind.allCases)
  func tokens(kind: SecretToken.Kind) throws {
    let token = try SecretToken(kind)
    #expect(token.text.utf8.count == 46 && token.text.hasPrefix(kind.rawValue))
    #expect(token.digest == SHA256.digest(of: Array(token.text.utf8)) && token.digest.count == 32)
    #expect(try #require(SecretToken(kind, text: token.text)) == token)
    #expect(try #require(SecretToken(kind, text: token.text)).digest == token.digest)
    for other in SecretToken.Kind.allCases where other != kind { #expect(SecretToken(other, text: token.text) == nil) }
    #expect(try SecretToken(kind) != token)
    #expect("\(token) \(String(reflecting: token))" == "\(kind.rawValue)… \(kind.rawValue)…")
  }

  @Test("Other texts are no secrets")
  func foreign() throws {
    let text = try SecretToken(.program).text
    for wrong in [
      "", "kt_", String(text.dropLast()), text + "A", text + "=", " " + text, text.uppercased(),
      "kt_" + String(repeating: "+", count: 43), "kt_" + String(repeating: "ż", count: 43),
      "kt_" + String(repeating: "A", count: 42) + "B", String(repeating: "kt_", count: 1_000_000),
    ] {
      #expect(SecretToken(.program, text: wrong) == nil)
    }
  }

  @Test(
    "Bytes are written in base64url in one way", arguments: [[], [0], [255, 254, 253], [251, 255], Array(0...255)])
  func base64(bytes: [UInt8]) throws {
    let text = Base64URL.text(bytes)
    #expect(Base64URL.bytes(text) == bytes && !text.contains { "+/=".contains($0) })
    #expect(Base64URL.bytes(text + "=") == nil && Base64URL.bytes(text + "\n") == nil)
  }

  // RFC 6238, appendix B, and RFC 4226, appendix D.
  private let rfc = OneTimeCode(secret: Array("12345678901234567890".utf8))

  @Test(
    "Codes are those of RFC 6238",
    arguments: [
      (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
      (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ] as [(Int64, String)])
  func vectors(time: Int64, code: String) throws {
    let rfc = try #require(rfc)
    #expect(try rfc.code(time / 30, digits: 8).map(String.init).joined() == code)
    let date = Date(timeIntervalSince1970: Double(time))
    #expect(try rfc.period(of: String(code.suffix(6)), at: date, after: nil) == time / 30)
  }

  @Test("A code of the period before or after counts, others don't, and none counts twice")
  func window() throws {
    let rfc = try #require(rfc)
    let code = try rfc.code(1000).map(String.init).joined()
    func period(_ second: Int, _ last: Int64? = nil, _ typed: String? = nil) throws -> Int64? {
      try rfc.period(of: typed ?? code, at: Date(timeIntervalSince1970: Double(second)), after: last)
    }
    #expect(try period(29_969) == nil)
    for second in [29_970, 30_000, 30_029, 30_059] { #expect(try period(second) == 1000) }
    #expect(try period(30_060) == nil)
    #expect(try period(30_000, 999) == 1000 && period(30_000, 1000) == nil && period(30_000, 1001) == nil)
    #expect(try period(30_000, nil, " \(code.prefix(3)) \(code.suffix(3)) ") == 1000)
    let arabic = code.unicodeScalars.compactMap { Unicode.Scalar($0.value - 0x30 + 0x660) }.map(String.init).joined()
    #expect(try period(30_000, nil, arabic) == 1000)
    for wrong in ["", String(code.dropLast()), code + "0", "x" + code, String(repeating: "1", count: 100_000)] {
      #expect(try period(30_000, nil, wrong) == nil)
    }
    for second in [-1e300, -1, 0, 1e300, .infinity, .nan] {
      _ = try rfc.period(of: code, at: Date(timeIntervalSince1970: second), after: nil)
    }
  }

  @Test("The address in the QR code names the place and the account, with all their letters encoded")
  func address() throws {
    let rfc = try #require(rfc)
    #expect(rfc.base32 == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    #expect(
      rfc.address(issuer: "kartoteka.local", account: "Zoë & Ł:/?")
        == "otpauth://totp/kartoteka.local:Zo%C3%AB%20%26%20%C5%81%3A%2F%3F?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        + "&issuer=kartoteka.local&algorithm=SHA1&digits=6&period=30")
    #expect(try OneTimeCode().secret.count == 20 && OneTimeCode() != OneTimeCode())
    #expect(OneTimeCode(secret: []) == nil && OneTimeCode(secret: [1, 2, 3]) == nil)
    #expect(!"\(rfc) \(String(reflecting: rfc))".contains("49"))
  }

  @Test("A recovery code is read however it is typed")
  func recovery() throws {
    let codes = try (0..<RecoveryCode.count).map { _ in try RecoveryCode() }
    #expect(Set(codes.map(\.digest)).count == 10)
    for code in codes {
      #expect(code.text.utf8.count == 27)
      let typed = [
        code.text, code.text.uppercased(), code.text.replacing("-", with: ""),
        " \(code.text.replacing("-", with: " "))\n",
        code.text.replacing("0", with: "O").replacing("1", with: "l"),
      ]
      for text in typed { #expect(RecoveryCode(typed: text)?.digest == code.digest) }
    }
    #expect(Base32.text([0xff, 0xff, 0xff, 0xff, 0xff, 0], alphabet: Base32.crockford) == "zzzzzzzz00")
    for wrong in ["", "abc", codes[0].text + "0", String(codes[0].text.dropLast()), "u" + codes[0].text.dropFirst()] {
      #expect(RecoveryCode(typed: wrong) == nil)
    }
    #expect("\(codes[0])\(String(reflecting: codes[0]))" == "a recovery codea recovery code")
  }
}

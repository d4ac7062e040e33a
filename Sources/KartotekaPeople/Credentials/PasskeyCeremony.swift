import Foundation
import KartotekaModel

/// Registration of a passkey and signing in with one (WebAuthn level 2, sections 7.1 and 7.2). libfido2 verifies signatures and
/// reads CBOR.
///
/// No attestation is asked for, so that a site does not learn the model of the authenticator; the attestation object is not
/// looked at, and the authenticator's data is taken as the browser took it out.
package enum PasskeyCeremony {
  /// Why an answer is not accepted.
  package enum Fault: Error, Sendable, Hashable {
    /// libfido2 is not installed (Debian's package `libfido2-1`).
    case unavailable
    /// The answer is not of the form, or is too large.
    case malformed
    /// It is an answer to another kind of question.
    case wrongPurpose
    /// It is an answer to another challenge.
    case wrongChallenge
    /// It was given to another page, or within a frame of one.
    case wrongOrigin
    /// The authenticator gave it for another host.
    case wrongSite
    /// The authenticator was not touched.
    case notPresent
    /// The algorithm is not one of ``Passkey/Algorithm``.
    case wrongAlgorithm
    /// It is of another passkey.
    case wrongPasskey
    /// The signature is not by the key.
    case wrongSignature
    /// The counter did not rise: there may be a copy of the authenticator.
    case counterWentBack
  }

  /// Whether libfido2 can be loaded.
  package static var isAvailable: Bool { LibFido2.shared != nil }

  /// A new challenge of 32 random bytes. It counts once, and for some minutes.
  /// - Throws: ``CredentialFault/cryptographyUnavailable``.
  package static func challenge() throws(CredentialFault) -> [UInt8] { try SecretToken.randomBytes(32) }

  /// The challenge that an answer says to answer. Whether the server made it is to be looked at.
  /// - Throws: ``Fault/malformed``.
  package static func challenge(in answer: String) throws(Fault) -> [UInt8] { try PasskeyAnswer(answer).challenge() }

  // MARK: Registration

  /// The options for `navigator.credentials.create` as JSON, with bytes in base64url.
  /// - Parameters:
  ///   - siteName: the name that the browser shows as the place of the account.
  ///   - person: at most 64 bytes that name the person and say nothing about them.
  ///   - name: the name that the browser shows as the account.
  ///   - existing: the passkeys that the person has already.
  ///   - isAlone: whether nothing stands beside the passkey, so that its device has to verify the person.
  package static func creation(
    challenge: [UInt8], site: PasskeySite, siteName: String, person: [UInt8], name: String, existing: [Passkey],
    isAlone: Bool = false
  ) -> JSONValue {
    [
      "challenge": bytes(challenge),
      "rp": ["id": .string(site.host), "name": .string(siteName)],
      "user": ["id": bytes(person), "name": .string(name), "displayName": .string(name)],
      "pubKeyCredParams": .array(
        Passkey.Algorithm.allCases.map { ["type": "public-key", "alg": .number(String($0.rawValue))] }),
      "timeout": 300_000,
      "attestation": "none",
      "authenticatorSelection": [
        "residentKey": "required", "requireResidentKey": true,
        "userVerification": isAlone ? "required" : "preferred",
      ],
      "excludeCredentials": descriptions(existing),
    ]
  }

  /// The passkey of an answer to ``creation(challenge:site:siteName:person:name:existing:)``.
  /// - Parameter answer: the credential's `toJSON()`.
  /// - Returns: the passkey, and whether the person was verified by PIN, finger or face.
  /// - Throws: ``Fault``.
  package static func register(
    _ answer: String, challenge: [UInt8], site: PasskeySite
  ) throws(Fault) -> (passkey: Passkey, isVerified: Bool) {
    guard let library = LibFido2.shared else { throw .unavailable }
    let answer = try PasskeyAnswer(answer)
    guard let bytes = answer.bytes("authenticatorData", most: 4096) else { throw .malformed }
    try answer.checkClientData("webauthn.create", challenge, site)
    guard let data = AuthenticatorData(bytes), data.hasCredential else { throw .malformed }
    guard data.isFor(site.host) else { throw .wrongSite }
    guard data.isPresent else { throw .notPresent }
    for algorithm in Passkey.Algorithm.allCases {
      guard let (id, key) = library.credential(in: bytes, algorithm) else { continue }
      guard id == answer.id else { throw .malformed }
      let passkey = Passkey(
        id: id, algorithm: algorithm, publicKey: key, counter: data.counter, isSynced: data.isSynced,
        transports: answer.transports, hasVerified: data.isVerified ? true : nil)
      return (passkey, data.isVerified)
    }
    throw .wrongAlgorithm
  }

  // MARK: Signing in

  /// The options for `navigator.credentials.get` as JSON. Without passkeys the browser offers those that it knows.
  package static func request(challenge: [UInt8], site: PasskeySite, passkeys: [Passkey] = []) -> JSONValue {
    [
      "challenge": bytes(challenge), "rpId": .string(site.host), "timeout": 300_000, "userVerification": "preferred",
      "allowCredentials": descriptions(passkeys),
    ]
  }

  /// An answer to ``request(challenge:site:passkeys:)`` before it is verified.
  package struct Assertion: Sendable {
    /// The credential's name, by which its passkey is found.
    package let id: [UInt8]
    /// The bytes that named the person at registration; nil if the authenticator does not say them. Where they are given, the
    /// passkey must be that person's.
    package let person: [UInt8]?
    fileprivate let answer: PasskeyAnswer

    /// - Parameter answer: the credential's `toJSON()`.
    /// - Throws: ``Fault/malformed``.
    package init(_ answer: String) throws(Fault) {
      self.answer = try PasskeyAnswer(answer)
      id = self.answer.id
      person = self.answer.bytes("userHandle", most: 64)
    }
  }

  /// Verifies an answer by its passkey.
  /// - Returns: the passkey with its new counter, which is stored, and whether the person was verified by PIN, finger or face.
  /// - Throws: ``Fault``.
  package static func verify(
    _ assertion: Assertion, passkey: Passkey, challenge: [UInt8], site: PasskeySite
  ) throws(Fault) -> (passkey: Passkey, isVerified: Bool) {
    guard let library = LibFido2.shared else { throw .unavailable }
    let answer = assertion.answer
    guard answer.id == passkey.id else { throw .wrongPasskey }
    guard let bytes = answer.bytes("authenticatorData", most: 4096),
      let signature = answer.bytes("signature", most: 1024)
    else { throw .malformed }
    try answer.checkClientData("webauthn.get", challenge, site)
    guard let data = AuthenticatorData(bytes) else { throw .malformed }
    guard data.isFor(site.host) else { throw .wrongSite }
    guard data.isPresent else { throw .notPresent }
    guard
      library.isSigned(bytes, clientData: answer.clientData, signature: signature, host: site.host, by: passkey)
    else { throw .wrongSignature }
    guard data.counter > passkey.counter || data.counter == 0 && passkey.counter == 0 else { throw .counterWentBack }
    var passkey = passkey
    (passkey.counter, passkey.isSynced) = (data.counter, data.isSynced)
    if data.isVerified { passkey.hasVerified = true }
    return (passkey, data.isVerified)
  }

  private static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.text(bytes)) }

  private static func descriptions(_ passkeys: [Passkey]) -> JSONValue {
    .array(
      passkeys.map {
        ["type": "public-key", "id": bytes($0.id), "transports": .array($0.transports.map(JSONValue.string))]
      })
  }
}

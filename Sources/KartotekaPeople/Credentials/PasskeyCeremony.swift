/// The site that passkeys belong to.
package struct PasskeySite: Sendable, Hashable {
  /// The relying party: the host's name, without a port. No address of numbers is one.
  package let host: String
  /// The page's whole origin, such as `https://kartoteka.local:8443`.
  package let origin: String

  /// The site of a page's origin; nil where passkeys don't work: an address of numbers, plain HTTP elsewhere than on localhost.
  package init?(origin: String) { fatalError() }
}

/// Registration of a passkey and signing in with one (WebAuthn level 2, sections 7.1 and 7.2). Signatures and CBOR are libfido2's.
package enum PasskeyCeremony {
  /// Why an answer is not accepted.
  package enum Fault: Error, Sendable, Hashable {
    /// libfido2 is not installed.
    case unavailable
    /// The answer is not of the form, or is too large.
    case malformed
    /// It is for another purpose, another challenge, another page, another site.
    case wrongPurpose, wrongChallenge, wrongOrigin, wrongSite
    /// Nobody touched the authenticator, or nobody was verified where that is required.
    case notPresent, notVerified
    /// The algorithm is none of ``Passkey/Algorithm``.
    case wrongAlgorithm
    /// The signature is not by the key.
    case wrongSignature
    /// The counter did not rise: there may be a copy of the authenticator.
    case counterWentBack
  }

  /// Whether libfido2 can be loaded.
  package static var isAvailable: Bool { fatalError() }

  /// A new challenge of 32 random bytes. It counts once and for some minutes.
  /// - Throws: ``CredentialFault/cryptographyUnavailable``.
  package static func challenge() throws(CredentialFault) -> [UInt8] { fatalError() }

  /// The options for `navigator.credentials.create` as JSON, with bytes in base64url.
  /// - Parameters:
  ///   - person: bytes that name the person and say nothing about them.
  ///   - existing: the passkeys that the person has already.
  package static func creation(
    challenge: [UInt8], site: PasskeySite, siteName: String, person: [UInt8], name: String, existing: [Passkey]
  ) -> String { fatalError() }

  /// The options for `navigator.credentials.get` as JSON. Without passkeys the browser offers those that it knows.
  package static func request(challenge: [UInt8], site: PasskeySite, passkeys: [Passkey] = []) -> String {
    fatalError()
  }

  /// The passkey of an answer to ``creation(challenge:site:siteName:person:name:existing:)``.
  /// - Parameter answer: the credential's `toJSON()`.
  /// - Throws: ``Fault``.
  package static func register(
    _ answer: String, challenge: [UInt8], site: PasskeySite
  ) throws(Fault) -> Passkey { fatalError() }

  /// An answer to ``request(challenge:site:passkeys:)``, not verified yet.
  package struct Assertion: Sendable {
    /// The credential's name, by which its passkey is looked for.
    package let id: [UInt8]
    /// The bytes that named the person at registration; nil if the authenticator does not say them. Whoever signs in must own
    /// the passkey either way.
    package let person: [UInt8]?

    /// - Parameter answer: the credential's `toJSON()`.
    /// - Throws: ``Fault/malformed``.
    package init(_ answer: String) throws(Fault) { fatalError() }
  }

  /// Verifies an answer by its passkey.
  /// - Returns: the passkey with its new counter, which is stored, and whether the person was verified by PIN, finger or face.
  /// - Throws: ``Fault``.
  package static func verify(
    _ assertion: Assertion, passkey: Passkey, challenge: [UInt8], site: PasskeySite
  ) throws(Fault) -> (passkey: Passkey, isVerified: Bool) { fatalError() }
}

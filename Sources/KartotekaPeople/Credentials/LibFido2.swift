import COpenSSL
import Foundation

/// The library that verifies passkeys. It is loaded when it is first needed, so that machines without it build and run
/// everything else.
struct LibFido2: Sendable {
  typealias Object = OpaquePointer
  typealias Bytes = UnsafePointer<UInt8>
  typealias Free = @convention(c) (UnsafeMutablePointer<Object?>) -> Void

  /// A key of one algorithm: `es256_pk_t`, `eddsa_pk_t` or `rs256_pk_t`.
  struct Key: Sendable {
    let new: @convention(c) () -> Object?
    let free: Free
    let fromBytes: @convention(c) (Object, UnsafeRawPointer, Int) -> CInt
    let toEVP: @convention(c) (Object) -> OpaquePointer?
  }

  let start: @convention(c) (CInt) -> Void
  let newCredential: @convention(c) () -> Object?
  let freeCredential: Free
  let setType: @convention(c) (Object, CInt) -> CInt
  let setCredentialData: @convention(c) (Object, Bytes, Int) -> CInt
  let credentialID: @convention(c) (Object) -> Bytes?
  let credentialIDLength: @convention(c) (Object) -> Int
  let publicKey: @convention(c) (Object) -> Bytes?
  let publicKeyLength: @convention(c) (Object) -> Int

  let newAssertion: @convention(c) () -> Object?
  let freeAssertion: Free
  let setClientData: @convention(c) (Object, Bytes, Int) -> CInt
  let setSite: @convention(c) (Object, UnsafePointer<CChar>) -> CInt
  let setCount: @convention(c) (Object, Int) -> CInt
  let setAssertionData: @convention(c) (Object, Int, Bytes, Int) -> CInt
  let setSignature: @convention(c) (Object, Int, Bytes, Int) -> CInt
  let verify: @convention(c) (Object, Int, CInt, UnsafeRawPointer) -> CInt
  let keys: [Passkey.Algorithm: Key]

  /// The library; nil where it is not installed.
  static let shared = LibFido2()

  #if os(macOS)
    private static let names = [
      "libfido2.1.dylib", "/opt/homebrew/opt/libfido2/lib/libfido2.1.dylib",
      "/usr/local/opt/libfido2/lib/libfido2.1.dylib",
    ]
  #else
    private static let names = ["libfido2.so.1"]
  #endif

  /// - Parameter names: the names under which it is looked for.
  init?(_ names: [String] = Self.names) {
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
    // The types are those of fido.h. A function that is missing belongs to a library that is too old.
    func function<F>(_ name: String, _: F.Type = F.self) throws(Missing) -> F {
      guard let address = dlsym(library, name) else { throw Missing() }
      return unsafeBitCast(address, to: F.self)
    }
    func key(_ name: String) throws(Missing) -> Key {
      Key(
        new: try function("\(name)_pk_new"), free: try function("\(name)_pk_free"),
        fromBytes: try function("\(name)_pk_from_ptr"), toEVP: try function("\(name)_pk_to_EVP_PKEY"))
    }
    do throws(Missing) {
      start = try function("fido_init")
      newCredential = try function("fido_cred_new")
      freeCredential = try function("fido_cred_free")
      setType = try function("fido_cred_set_type")
      setCredentialData = try function("fido_cred_set_authdata_raw")
      credentialID = try function("fido_cred_id_ptr")
      credentialIDLength = try function("fido_cred_id_len")
      publicKey = try function("fido_cred_pubkey_ptr")
      publicKeyLength = try function("fido_cred_pubkey_len")
      newAssertion = try function("fido_assert_new")
      freeAssertion = try function("fido_assert_free")
      setClientData = try function("fido_assert_set_clientdata")
      setSite = try function("fido_assert_set_rp")
      setCount = try function("fido_assert_set_count")
      setAssertionData = try function("fido_assert_set_authdata_raw")
      setSignature = try function("fido_assert_set_sig")
      verify = try function("fido_assert_verify")
      keys = [.es256: try key("es256"), .eddsa: try key("eddsa"), .rs256: try key("rs256")]
    } catch {
      return nil
    }
  }

  private struct Missing: Error {}
}

extension LibFido2 {
  private static let success: CInt = 0

  /// The credential's name and public key in the authenticator's data of a registration; nil if they are of another algorithm,
  /// or malformed.
  func credential(in data: [UInt8], _ algorithm: Passkey.Algorithm) -> (id: [UInt8], publicKey: [UInt8])? {
    start(0)
    var object = newCredential()
    defer { freeCredential(&object) }
    guard let credential = object, setType(credential, CInt(algorithm.rawValue)) == Self.success,
      setCredentialData(credential, data, data.count) == Self.success,
      let id = credentialID(credential), let key = publicKey(credential)
    else { return nil }
    let publicKey = Array(UnsafeBufferPointer(start: key, count: publicKeyLength(credential)))
    // A point that is not on the curve is no key.
    guard withKey(publicKey, algorithm, { _ in true }) == true else { return nil }
    return (Array(UnsafeBufferPointer(start: id, count: credentialIDLength(credential))), publicKey)
  }

  /// Whether the authenticator's data and the client's data were signed by the key for this host.
  func isSigned(
    _ data: [UInt8], clientData: [UInt8], signature: [UInt8], host: String, by passkey: Passkey
  ) -> Bool {
    start(0)
    var object = newAssertion()
    defer { freeAssertion(&object) }
    guard let assertion = object, setClientData(assertion, clientData, clientData.count) == Self.success,
      setSite(assertion, host) == Self.success, setCount(assertion, 1) == Self.success,
      setAssertionData(assertion, 0, data, data.count) == Self.success,
      setSignature(assertion, 0, signature, signature.count) == Self.success
    else { return false }
    return withKey(passkey.publicKey, passkey.algorithm) {
      verify(assertion, 0, CInt(passkey.algorithm.rawValue), UnsafeRawPointer($0)) == Self.success
    } ?? false
  }

  // Nil for bytes that are no key of the algorithm.
  private func withKey<T>(_ bytes: [UInt8], _ algorithm: Passkey.Algorithm, _ body: (Object) -> T) -> T? {
    guard let functions = keys[algorithm] else { return nil }
    var object = functions.new()
    defer { functions.free(&object) }
    guard let key = object, functions.fromBytes(key, bytes, bytes.count) == Self.success,
      let evp = functions.toEVP(key)
    else { return nil }
    EVP_PKEY_free(evp)
    return body(key)
  }
}

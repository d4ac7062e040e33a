import KartotekaModel

/// A browser's answer to a question for a passkey: the JSON of a credential.
struct PasskeyAnswer: Sendable {
  /// The credential's name.
  let id: [UInt8]
  /// The client's data, whose digest is signed.
  let clientData: [UInt8]
  private let response: JSONObject

  private static let longest = 16_384

  /// - Throws: ``PasskeyCeremony/Fault/malformed``.
  init(_ text: String) throws(PasskeyCeremony.Fault) {
    guard text.utf8.count <= Self.longest, case .object(let answer)? = try? JSONParser.parse(text),
      case .string("public-key")? = answer["type"], case .object(let response)? = answer["response"],
      let id = Self.bytes(answer["rawId"], most: 1023), !id.isEmpty,
      let clientData = Self.bytes(response["clientDataJSON"], most: 4096)
    else { throw .malformed }
    (self.id, self.clientData, self.response) = (id, clientData, response)
  }

  /// Bytes of the response; nil if there are none, or too many.
  func bytes(_ name: String, most: Int) -> [UInt8]? { Self.bytes(response[name], most: most) }

  /// The transports by which the browser reaches the authenticator. Only words of the standard's form are taken.
  var transports: [String] {
    guard case .array(let values)? = response["transports"] else { return [] }
    return values.prefix(8).compactMap {
      guard case .string(let word) = $0, (1...32).contains(word.utf8.count),
        word.utf8.allSatisfy({ (0x61...0x7a).contains($0) || $0 == 0x2d })
      else { return nil }
      return word
    }
  }

  /// The challenge that is answered.
  /// - Throws: ``PasskeyCeremony/Fault/malformed``.
  func challenge() throws(PasskeyCeremony.Fault) -> [UInt8] {
    guard case .object(let data)? = try? JSONParser.parse(clientData),
      let bytes = Self.bytes(data["challenge"], most: 128)
    else { throw .malformed }
    return bytes
  }

  /// Whether the browser gave the answer to this question, on a page of this site (sections 7.1 and 7.2, steps on the client's
  /// data).
  /// - Throws: ``PasskeyCeremony/Fault``.
  func checkClientData(_ purpose: String, _ challenge: [UInt8], _ site: PasskeySite) throws(PasskeyCeremony.Fault) {
    guard case .object(let data)? = try? JSONParser.parse(clientData) else { throw .malformed }
    guard case .string(purpose)? = data["type"] else { throw .wrongPurpose }
    guard let answered = Self.bytes(data["challenge"], most: 128), ConstantTime.areEqual(answered, challenge) else {
      throw .wrongChallenge
    }
    guard case .string(site.origin)? = data["origin"], data["topOrigin"] == nil else { throw .wrongOrigin }
    switch data["crossOrigin"] {
    case nil, .bool(false)?: break
    default: throw .wrongOrigin
    }
  }

  private static func bytes(_ value: JSONValue?, most: Int) -> [UInt8]? {
    guard case .string(let text)? = value, text.utf8.count <= (most + 2) / 3 * 4, let bytes = Base64URL.bytes(text),
      bytes.count <= most
    else { return nil }
    return bytes
  }
}

import Foundation
import KartotekaModel
import KartotekaStore

/// The destination of copies of backups: a bucket of a storage that speaks Amazon's S3. The secret key is in a file of its own.
package struct BackupStorage: Codable, Sendable, Equatable {
  /// The file of the data folder with the secret key.
  package static let secretFile = "backups-storage-key"
  private static let longest = 200

  /// The server, such as `https://s3.eu-central-1.amazonaws.com`, without a path.
  package var endpoint: String
  /// The region, which is a part of signatures.
  package var region: String
  package var bucket: String
  /// The prefix of all names: empty, or with a slash at its end.
  package var prefix: String
  /// The id of the key.
  package var keyID: String

  /// A place for backups.
  /// - Throws: ``StorageError`` `.badPlace` with the field that is wrong.
  package init(endpoint: String, region: String, bucket: String, prefix: String, keyID: String) throws(StorageError) {
    var endpoint = endpoint
    while endpoint.hasSuffix("/") { endpoint.removeLast() }
    let parts = prefix.split(separator: "/")
    self.endpoint = endpoint
    self.region = region.isEmpty ? "us-east-1" : region
    self.bucket = bucket
    self.prefix = parts.isEmpty ? "" : parts.joined(separator: "/") + "/"
    self.keyID = keyID
    try check()
  }

  /// Also what a file says is checked: it becomes a part of requests.
  func check() throws(StorageError) {
    try Self.check(endpoint: endpoint)
    guard Self.isName(region, besides: "-") else { throw .badPlace("region") }
    guard Self.isName(bucket, besides: "-._"), !bucket.hasPrefix(".") else { throw .badPlace("bucket") }
    let parts = prefix.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    guard prefix.isEmpty || prefix.hasSuffix("/") && prefix.utf8.count <= Self.longest,
      parts.allSatisfy({ Self.isName(String($0), besides: "-._") && !$0.hasPrefix(".") })
    else { throw .badPlace("prefix") }
    // A colon would end it.
    guard Self.isKey(keyID), !keyID.contains(":") else { throw .badPlace("key") }
  }

  /// Whether a text can be a key, or its id.
  package static func isKey(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }

  // Letters and digits of ASCII, and some marks: nothing of it has to be encoded in an address.
  private static func isName(_ text: String, besides marks: String) -> Bool {
    (1...longest).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || marks.utf8.contains(byte)
      }
  }

  // MARK: The server

  // Without encryption everybody on the way reads the backups: that is for the own network only. Addresses of 169.254/16, and one
  // of IPv6, are those at which machines in a cloud ask for their own keys.
  private static func check(endpoint: String) throws(StorageError) {
    guard let url = URLComponents(string: endpoint), let host = url.host, !host.isEmpty, url.user == nil,
      url.password == nil, url.query == nil, url.fragment == nil, url.path.isEmpty,
      endpoint.utf8.count <= longest,
      endpoint.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c }),
      url.scheme == "https" || url.scheme == "http"
    else { throw .badPlace("endpoint") }
    let numbers = ipv4(host)
    if let numbers, numbers[0] == 169, numbers[1] == 254 { throw .badPlace("endpoint") }
    guard url.scheme == "https" || isNear(host, numbers) else { throw .notEncrypted }
  }

  private static func ipv4(_ host: String) -> [UInt8]? {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers.allSatisfy { $0 != nil } ? numbers.compactMap(\.self) : nil
  }

  // A name without a dot is one of the own network. One of digits would be an address, written in another way.
  private static func isNear(_ host: String, _ numbers: [UInt8]?) -> Bool {
    if let numbers {
      return numbers[0] == 127 || numbers[0] == 10 || numbers[0] == 192 && numbers[1] == 168
        || numbers[0] == 172 && (16...31).contains(numbers[1])
    }
    let host = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    if host.contains(":") {
      return host == "::1" || (host.hasPrefix("fc") || host.hasPrefix("fd")) && !host.hasPrefix("fd00:ec2:")
    }
    return host.first?.isLetter == true && (!host.contains(".") || host.hasSuffix(".localhost"))
  }

  // MARK: Addresses

  /// The address of the bucket, or of an object in it.
  /// - Parameter query: names and values in the order of their names, which signatures have.
  func address(_ key: String = "", query: [(name: String, value: String)] = []) -> String {
    let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    let terms = query.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
    }
    let path = key.isEmpty ? "" : prefix + key
    return "\(endpoint)/\(bucket)/\(path)" + (terms.isEmpty ? "" : "?" + terms.joined(separator: "&"))
  }

  /// Whether a name can be one of a backup there.
  static func isFileName(_ name: String) -> Bool {
    name.hasSuffix(".tar") && !name.hasPrefix(".") && isName(name, besides: "-._")
  }

  // MARK: The secret key

  private static func secretURL(in data: URL) -> URL { data.appending(path: secretFile) }

  /// The secret key; nil if there is none.
  /// - Throws: ``StoreError`` `.disk`.
  package static func secret(in data: URL) throws -> String? {
    guard let bytes = try PrivateFile.bytes(of: secretURL(in: data), limit: longest) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).trimmingSpaces()
    return isKey(text) ? text : nil
  }

  /// Keeps the secret key; nil removes it.
  /// - Throws: ``StoreError`` `.disk`.
  package static func keep(_ secret: String?, in data: URL) throws {
    let url = secretURL(in: data)
    if let secret { return try PrivateFile.write(Array(secret.utf8), to: url) }
    unlink(url.path(percentEncoded: false))
  }
}

/// Why a copy of a backup is not made or fetched.
package enum StorageError: Error, Sendable, Hashable {
  /// A field of the place can't be right.
  case badPlace(String)
  /// The server is elsewhere, and the connection would not be encrypted.
  case notEncrypted
  /// There is no secret key.
  case noSecret
  /// The program `curl` is not installed.
  case noCurl
  /// `curl` is too old.
  case oldCurl(String)
  /// The server can't be reached; with curl's words.
  case unreachable(String)
  /// The server refuses; with its code, such as `AccessDenied`.
  case refused(Int, String)
  /// The server's answer is not that of such a storage.
  case badAnswer
  /// The stored bytes differ from those that were sent, or the fetched ones from those that were stored.
  case different(String)
  /// The disk has no room for it.
  case noRoom
}

extension StorageError {
  /// The fault, for the person.
  package var phrase: Phrase {
    switch self {
    case .badPlace("endpoint"): "This is no address of a storage"
    case .badPlace("region"): "This is no region"
    case .badPlace("bucket"): "This is no name of a bucket"
    case .badPlace("prefix"): "This can't be the beginning of names"
    case .badPlace: "This can't be a key"
    case .notEncrypted: "Without https, everybody on the way could read the backups"
    case .noSecret: "There is no secret key"
    case .noCurl: "The program curl is not installed"
    case .oldCurl(let version): Phrase("The program curl is too old: {version}", ["version": .text(version)])
    case .unreachable(let reason): Phrase("The storage can't be reached: {reason}", ["reason": .text(reason)])
    case .refused(let status, let code):
      Phrase("The storage refuses: {reason}", ["reason": .text(code.isEmpty ? String(status) : "\(status) \(code)")])
    case .badAnswer: "The answer is none of a storage that speaks S3"
    case .different(let name): Phrase("The copy differs from the backup: {file}", ["file": .text(name)])
    case .noRoom: "The disk with the folder of the backups is full"
    }
  }

  /// The remedy.
  package var remedy: Phrase? {
    switch self {
    case .badPlace("endpoint"): "Write an address such as https://s3.eu-central-1.amazonaws.com, without a path."
    case .badPlace: "Use letters, digits, hyphens and dots."
    case .notEncrypted: "Write https. http is for addresses of the own network."
    case .noSecret: "Write the key again."
    case .noCurl: "Install it, for example with: apt install curl"
    case .oldCurl: "It has to be 7.88 or newer."
    case .unreachable: "Check the address and the connection."
    case .refused(403, _): "Check the keys, the region, and the rights of the key: list, read, write and delete."
    case .refused(404, _): "Check the name of the bucket."
    case .refused, .badAnswer: "Check the address and the region."
    case .different: "Try again."
    case .noRoom: "Delete backups that are no longer needed, or choose a folder on another disk."
    }
  }
}

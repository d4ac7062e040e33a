import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import KartotekaModel
import KartotekaStore
import Testing
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaPeople
@testable import KartotekaWeb

/// A server with a school, an address book and people: Ada administers, in the school Rita reads, Willi writes and Sara shapes, and
/// Otto may use the address book alone.
final class PeopleSite: Sendable {
  static let password = "a garden with plums"

  let people: People
  let server: Server
  let hasher: PasswordHasher
  private let folder: URL

  /// - Parameters:
  ///   - names: those who have accounts; with a password if they sign in.
  ///   - work: that of a hash. The usual one takes a millisecond.
  init(
    _ names: [String] = ["Ada", "Rita", "Willi", "Sara", "Otto"], withPasswords signing: Set<String> = [],
    throttle: Throttle = Throttle(), work: PasswordHash.Work = PasswordHash.Work(logN: 4, r: 1, p: 1)
  ) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    hasher = PasswordHasher(work: work)
    people = People(in: folder, StoreOptions(), PeopleLimits(), hasher, throttle, { Date() })
    for name in names {
      let role: Role? = ["Rita": .reads, "Willi": .writes, "Sara": .shapes][name]
      try await people.add(
        name, password: signing.contains(name) ? Self.password : nil,
        roles: name == "Otto" ? ["userscrud": .shapes] : role.map { ["school": $0] } ?? [:],
        isAdministrator: name == "Ada", by: .machine("tests"))
    }
    let book = RunningApp(usersCRUD, on: try Store(inMemory: usersCRUD.description.model))
    var server = Server([try await School.open(), book], port: 0, logger: .quiet)
    server.people = people
    self.server = server
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The header of a program of a person.
  func token(of name: String, apps: [String]? = nil, isReadOnly: Bool = false) async throws -> HTTPFields {
    let person = try #require(try await people.person(named: name))
    let key = try await people.makeToken(
      for: person.id, named: "test", apps: apps, isReadOnly: isReadOnly, days: nil, by: .machine("tests"))
    return [.authorization: "Bearer \(key)"]
  }

  /// The header of a browser in which a person has signed in.
  func session(of name: String, _ client: TestClient) async throws -> HTTPFields {
    let response = try await client.form("/apps/sign-in", "name=\(name)&password=\(Self.encoded)")
    #expect(response.status == .seeOther)
    return [.cookie: try #require(response.cookie("kartoteka"))]
  }

  /// Gives a person a passkey whose device has verified them.
  func addPasskey(of name: String) async throws {
    let person = try #require(try await people.person(named: name))
    var passkey = Passkey(id: [7], algorithm: .es256, publicKey: [], counter: 0, isSynced: false, transports: [])
    passkey.hasVerified = true
    let content = String(decoding: try JSONEncoder().encode(passkey), as: UTF8.self)
    try await people.write(by: nil) { tables in
      var key = Record<Stored.PublicKey>()
      key.account = person.id.number
      (key.credential, key.content, key.label, key.made) = (Base64URL.text([7]), content, "Phone", tables.now)
      try tables.transaction.insert(&key)
    }
  }

  static let encoded = password.replacing(" ", with: "+")
}

extension TestClient {
  /// Sends a form.
  func form(_ uri: String, _ fields: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
    var headers = headers
    headers[.contentType] = "application/x-www-form-urlencoded"
    return try await execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(string: fields))
  }

  /// A page.
  func page(_ uri: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
    try await execute(uri: uri, method: .get, headers: headers)
  }
}

extension TestResponse {
  /// The text of the body.
  var text: String { String(buffer: body) }

  /// The cookie that the response sets, as a browser sends it back; nil if it sets none of the name.
  func cookie(_ name: String) -> String? {
    headers[values: .setCookie].first { $0.hasPrefix(name + "=") }?.split(separator: ";").first.map(String.init)
  }
}

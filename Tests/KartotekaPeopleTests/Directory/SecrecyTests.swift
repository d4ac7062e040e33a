import Foundation
import KartotekaModel
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaPeople

@Suite("What no history, log or reader has")
struct SecrecyTests {
  @Test("Neither the SQL log nor the history nor any text of the files has a key, and only one table a hash")
  func secrets() async throws {
    let lines = LogLines()
    var options = StoreOptions()
    options.sqlLog = .values
    options.log = { lines.add($0) }
    let server = try TestServer(options: options)
    let session = try await server.administrator()
    let id = session.signed.person.id
    let token = try await server.people.makeToken(
      for: id, named: "script", apps: nil, isReadOnly: false, days: nil, by: .person(session.signed))
    let link = try await server.people.invite(roles: ["courses": .reads], by: .person(session.signed))
    _ = try await server.people.changePassword(
      of: session.signed, from: TestServer.password, to: "an entirely other one", device: "",
      at: ThrottleSource(address: "192.0.2.1"))
    await server.people.close()

    let keys = [session.key, token, link.key].map { String($0.dropFirst(3)) }
    let digests = try [
      #require(SecretToken(.session, text: session.key)), #require(SecretToken(.program, text: token)),
      #require(SecretToken(.link, text: link.key)),
    ].map(\.storedDigest)
    let log = lines.text
    #expect(log.contains("SELECT"))
    for secret in keys + digests + [TestServer.password, "an entirely other one", "$scrypt$"] {
      #expect(!log.contains(secret))
    }
    let files = try FileManager.default.contentsOfDirectory(at: server.folder, includingPropertiesForKeys: nil)
    for file in files where !file.hasDirectoryPath {
      let bytes = try Data(contentsOf: file)
      for secret in keys + [TestServer.password, "an entirely other one"] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file.lastPathComponent)")
      }
    }
    let images = try await server.people.historyText()
    #expect(images.contains("Anna"))
    for secret in digests + ["$scrypt$", "Firefox"] { #expect(!images.contains(secret)) }
  }

  @Test("An entity is in history and backups only while each of its attributes is listed as no secret")
  func added() throws {
    #expect(
      Stored.secret == [
        "password", "session", "programToken", "link", "typedDraft", "typedText", "secondFactor", "recoveryDigest",
        "publicKey", "knownDevice", "usedTicket", "ticketKey",
      ])
    #expect(People.secretEntities == Stored.secret)
    #expect(Stored.withoutHistory == Set(Stored.secret + ["event"]))
    // What is listed exists.
    for (name, attributes) in Stored.open {
      let entity = try #require(Stored.model.entity(named: name))
      #expect(attributes == Set(entity.attributes.map(\.name) + entity.relationships.map(\.name)), "\(name)")
      // A secret that somebody adds makes it a secret.
      let hash = AttributeDescription(name: "hash", label: "Hash", kind: .text)
      let account = RelationshipDescription(name: "other", label: "Other", cardinality: .toOne, target: "account")
      for changed in [Self.copy(entity, adding: [hash]), Self.copy(entity, adding: [], [account])] {
        #expect(Stored.secrets(in: Stored.model.replacing(changed)).contains(name), "\(name)")
      }
    }
    #expect(Stored.secrets(in: ModelDescription([Added.self])) == ["added"])
  }

  private struct Added: Entity {
    let name = Attribute<String>("Name", .required)
  }

  private static func copy(
    _ entity: EntityDescription, adding attributes: [AttributeDescription], _ references: [RelationshipDescription] = []
  ) -> EntityDescription {
    EntityDescription(
      name: entity.name, plural: entity.plural, table: entity.table, nouns: entity.nouns,
      attributes: entity.attributes + attributes, relationships: entity.relationships + references)
  }
}

/// The lines of a log.
private final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var text: String { lines.withLock { $0.joined(separator: "\n") } }
}

extension People {
  /// All values of all change sets of the store.
  fileprivate func historyText() async throws -> String {
    guard let store = try await store() else { return "" }
    var text = ""
    for item in try await store.history(limit: 1_000).items {
      for change in try await store.changes(by: item.changeSet.id, limit: 1_000).changes {
        for field in change.fields { text += "\(field.before) \(field.after)\n" }
      }
    }
    return text
  }
}

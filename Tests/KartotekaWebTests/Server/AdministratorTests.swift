import Foundation
import HTTPTypes
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Administrator")
struct AdministratorTests {
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "admin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func token(in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: "admin-token"), encoding: .utf8)
      .trimmingCharacters(in: .newlines)
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
  }

  private func isAdmitted(_ administrator: Administrator, _ token: String) -> Bool {
    (try? administrator.admit([.authorization: "Bearer \(token)"])) != nil
  }

  @Test("the first start makes a file with a token of 32 random bytes that only its owner can read")
  func file() throws {
    try inFolder { folder in
      let administrator = try Administrator(folder: folder, environment: [:])
      #expect(administrator.file == folder.appending(path: "admin-token"))
      let made = try token(in: folder)
      #expect(made.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
      let path = folder.appending(path: "admin-token").path(percentEncoded: false)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(try names(in: folder) == ["admin-token"])
      #expect(isAdmitted(administrator, made))
    }
  }

  @Test("later starts keep the token; another folder has another one")
  func kept() throws {
    try inFolder { folder in
      _ = try Administrator(folder: folder, environment: [:])
      let first = try token(in: folder)
      let again = try Administrator(folder: folder, environment: [:])
      #expect(isAdmitted(again, first))
      #expect(try token(in: folder) == first)
      try inFolder { other in
        let another = try Administrator(folder: other, environment: [:])
        #expect(!isAdmitted(another, first))
      }
    }
  }

  @Test("the environment's token has precedence, and no file is made; an empty one counts as missing")
  func environment() throws {
    try inFolder { folder in
      let administrator = try Administrator(folder: folder, environment: ["KARTOTEKA_ADMIN_TOKEN": "s3cret"])
      #expect(try names(in: folder).isEmpty)
      #expect(administrator.file == nil && isAdmitted(administrator, "s3cret"))
      // The time of the last use.
      #expect(try names(in: folder) == ["admin-token.used"])
      #expect(try Administrator(folder: folder, environment: ["KARTOTEKA_ADMIN_TOKEN": ""]).file != nil)
    }
  }

  @Test("a token that no header could carry is an error that names its place", arguments: ["a b", "żółw", "a\nb"])
  func bad(token: String) throws {
    #expect(throws: ServerError.badToken("KARTOTEKA_ADMIN_TOKEN")) { try Administrator(token: token) }
    try inFolder { folder in
      let file = folder.appending(path: "admin-token")
      for text in [token, "", "\n"] {
        try Data(text.utf8).write(to: file)
        #expect(throws: ServerError.badToken(file.path(percentEncoded: false))) {
          try Administrator(folder: folder, environment: [:])
        }
      }
    }
  }

  @Test("one that was ended stays so at later starts, until another one takes its place at once")
  func ended() throws {
    try inFolder { folder in
      let (administrator, file) = (try Administrator(folder: folder, environment: [:]), AdministratorFile(in: folder))
      let first = try token(in: folder)
      #expect(isAdmitted(administrator, first) && !administrator.hasEnded)
      try file.end()
      let mark = try token(in: folder)
      for one in [administrator, try Administrator(folder: folder, environment: [:])] {
        #expect(one.hasEnded && !isAdmitted(one, first) && !isAdmitted(one, mark) && !isAdmitted(one, ""))
        let fault = #expect(throws: Problem.self) { try one.admit([.authorization: "Bearer \(first)"]) }
        #expect(fault?.detail == Administrator.ended)
      }
      try file.end()
      #expect(try token(in: folder) == mark)
      try file.renew()
      let second = try token(in: folder)
      #expect(second != first && isAdmitted(administrator, second) && !isAdmitted(administrator, first))
      let path = folder.appending(path: "admin-token").path(percentEncoded: false)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      try FileManager.default.removeItem(atPath: path)
      #expect(!isAdmitted(administrator, second))
    }
  }

  @Test("while its file can't be read nobody is told that the token is wrong, and what began with it goes on")
  func unreadable() throws {
    try inFolder { folder in
      let administrator = try Administrator(folder: folder, environment: [:])
      let (file, made) = (folder.appending(path: "admin-token"), try token(in: folder))
      try FileManager.default.removeItem(at: file)
      #expect(!administrator.isStill(made))
      // A folder can be opened and not be read, also by root.
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      for given in [made, "wrong"] {
        let fault = #expect(throws: Problem.self) { try administrator.admit([.authorization: "Bearer \(given)"]) }
        #expect(fault?.kind.status == .serviceUnavailable, "\(given)")
      }
      #expect(administrator.isStill(made) && !administrator.hasEnded)
    }
  }

  @Test("its last use outlives the server, and is none of a later token or of the environment's")
  func lastUse() throws {
    try inFolder { folder in
      func started(_ environment: [String: String] = [:]) throws -> Administrator {
        try Administrator(folder: folder, environment: environment)
      }
      let administrator = try started()
      #expect(!isAdmitted(administrator, "wrong") && administrator.lastUse == nil)
      #expect(isAdmitted(administrator, try token(in: folder)))
      let use = try #require(administrator.lastUse)
      #expect(abs(use.timeIntervalSinceNow) < 3_600)
      #expect(try started().lastUse == use)
      let variable = ["KARTOTEKA_ADMIN_TOKEN": "s3cret"]
      #expect(try started(variable).lastUse == nil)
      // As if it had been made after that use.
      let file = AdministratorFile(in: folder)
      try file.renew()
      let later = [FileAttributeKey.modificationDate: use + 1]
      try FileManager.default.setAttributes(later, ofItemAtPath: file.url.path(percentEncoded: false))
      #expect(administrator.lastUse == nil)
      #expect(isAdmitted(try started(variable), "s3cret"))
      #expect(try started(variable).lastUse != nil && administrator.lastUse == nil)
    }
  }

  @Test("a folder that isn't there is an error with the file's name")
  func noFolder() throws {
    try inFolder { folder in
      #expect(throws: ServerError.self) {
        try Administrator(folder: folder.appending(path: "none"), environment: [:])
      }
    }
  }

  @Test("only the whole token after the scheme's name is the token")
  func admission() throws {
    let administrator = try Administrator(token: "abc.DEF-123~_+/=")
    for right in ["Bearer abc.DEF-123~_+/=", "bearer abc.DEF-123~_+/=", "BEARER  abc.DEF-123~_+/= "] {
      #expect((try? administrator.admit([.authorization: right])) != nil, "\(right)")
    }
    let wrong = [
      "", "Bearer", "Bearer ", "Bearer abc", "Bearer abc.DEF-123~_+/==", "Bearer abc.DEF-123~_+/",
      "Basic abc.DEF-123~_+/=", "abc.DEF-123~_+/=", "Bearer ABC.def-123~_+/=", "Bearer abc.DEF-123~_+/= x", "Bearer \0",
    ]
    for text in wrong {
      #expect(throws: Problem.self, "\(text)") { try administrator.admit([.authorization: text]) }
    }
    #expect(throws: Problem.self) { try administrator.admit([:]) }
  }
}

import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Backups on the screen")
struct BackupScreenTests {
  private static let shelf = """
    {"version":1,"name":"shelf","title":"Shelf","entities":[{"name":"book","attributes":[{"name":"title","required":true}]}]}
    """

  /// The page of backups, once no work with them runs.
  private static func rest(_ site: DesignedSite) async throws -> String {
    while true {
      let page = try await site.page("/apps/backups")
      guard page.contains("<progress") else { return page }
      await Task.yield()
    }
  }

  private static func files(_ site: DesignedSite) throws -> [String] {
    let folder = site.folder.appending(path: "backups").path(percentEncoded: false)
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// A backup, and the address of its page.
  private static func backUp(_ site: DesignedSite) async throws -> String {
    #expect(try await site.post("/apps/backups/now", "").location == "/apps/backups")
    let page = try await rest(site)
    #expect(page.contains("applications were backed up") || page.contains("application was backed up"), "\(page)")
    return try #require(page.firstMatch(of: #/href="(/apps/backups/files/kartoteka-[^"]+\.tar)"/#)).1.description
  }

  @Test("One press makes a backup that the command reads, and the first page names it")
  func pressed() async throws {
    try await DesignedSite.test(Self.shelf) { site in
      try await site.add("books", #"{"title":"Momo"}"#)
      #expect(try await site.page("/").contains("There are no backups yet."))
      let path = try await Self.backUp(site)
      let names = try Self.files(site)
      #expect(names.count == 1 && path.hasSuffix(names[0]))
      #expect(try await site.page("/").contains("The last one: "))
      let archive = try BackupArchive(site.folder.appending(path: "backups/\(names[0])"))
      #expect(archive.entries.map(\.name) == ["shelf"])
      #expect(archive.entries[0].recordCount == 1)
      let page = try await site.page(path)
      #expect(page.contains("Shelf") && page.contains("1 record ") && page.contains("here already with 1 record"))
      // Nothing but the file is left.
      let folder = site.folder.appending(path: "backups").path(percentEncoded: false)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [".kartoteka-backups"] + names)
    }
  }

  @Test("A disk that does not answer is not said to have no backups")
  func silentDisk() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let school = try await School.open()
    let designs = DesignFolder(folder, besides: [school.app])
    let site = Site(
      Site.Content(apps: [school], unavailable: []), folder: designs, options: StoreOptions(), logger: .quiet)
    var server = Server([school], port: 0, logger: .quiet)
    server.designs = designs
    try await server.application(site: site).test { client in
      let desk = try #require(site.desk)
      desk.patience.withLock { $0 = .milliseconds(1) }
      let answer = DispatchSemaphore(value: 0)
      defer { answer.signal() }
      await #expect(throws: BackupError.self) { try await desk.changeFolder { answer.wait() } }
      let page = try await client.execute(uri: "/apps/backups", method: .get, headers: [.acceptLanguage: "en"])
      let text = String(buffer: page.body)
      #expect(text.contains("The disk with the backups does not answer.") && !text.contains("There are no backups yet"))
    }
  }

  @Test("A download has the bytes of the file, and a deletion asks first")
  func download() async throws {
    try await DesignedSite.test(Self.shelf) { site in
      let path = try await Self.backUp(site)
      let name = try #require(try Self.files(site).first)
      let sent = try await site.client.execute(uri: path + "/download", method: .get)
      let bytes = try Data(contentsOf: site.folder.appending(path: "backups/\(name)"))
      #expect(Data(sent.body.readableBytesView) == bytes)
      #expect(sent.headers[.contentDisposition]?.contains(name) == true)
      #expect(try await site.page(path + "/delete").contains("Delete this backup?"))
      #expect(try Self.files(site) == [name])
      #expect(try await site.change(try await site.form(path + "/delete")).location == "/apps/backups")
      #expect(try Self.files(site) == [])
      #expect(try await site.get(path).status == .notFound)
      #expect(try await site.page("/").contains("There are no backups yet."))
    }
  }

  @Test(
    "No address leads out of the folder", arguments: ["..%2Fshelf.sqlite", "%2Fetc%2Fpasswd", ".kartoteka-backups"])
  func foreign(name: String) async throws {
    try await DesignedSite.test(Self.shelf) { site in
      _ = try await Self.backUp(site)
      for end in ["", "/download", "/delete"] {
        #expect(try await site.get("/apps/backups/files/\(name)\(end)").status == .notFound)
      }
    }
  }

  @Test("What is restored replaces nothing unless that is chosen, and a copy stays")
  func restored() async throws {
    try await DesignedSite.test(Self.shelf) { site in
      try await site.add("books", #"{"title":"Momo"}"#)
      let path = try await Self.backUp(site)
      try await site.add("books", #"{"title":"Krabat"}"#)
      #expect(try await site.post(path, "existing=replace").status == .unprocessableContent)
      #expect(try await site.post(path, "app-shelf=on&existing=keep").location == "/apps/backups")
      #expect(try await Self.rest(site).contains("There already, left as it is: shelf"))
      #expect(try await site.count("books") == 2)
      let taken = try await site.post(path, "app-shelf=on&existing=replace&as=shelf")
      #expect(taken.status == .unprocessableContent && taken.text.contains("has this name already"))
      #expect(try await site.post(path, "app-shelf=on&existing=keep&as=old-shelf").status == .seeOther)
      #expect(try await Self.rest(site).contains("Restored: old-shelf"))
      #expect(try await site.post(path, "app-shelf=on&existing=replace").status == .seeOther)
      let page = try await Self.rest(site)
      #expect(
        page.contains("Restored: shelf") && page.contains("The previous database is kept in shelf.sqlite.before-"))
      #expect(!page.contains(site.folder.path(percentEncoded: false)))
      // The server opens the file that took the place, and the one that is new.
      while try await site.count("books") != 1 { await Task.yield() }
      while try await site.get("/old-shelf").status == .notFound { await Task.yield() }
    }
  }

  @Test("A backup from elsewhere is looked at before anything is restored; another file is refused in words")
  func uploaded() async throws {
    try await DesignedSite.test(Self.shelf) { site in
      let path = try await Self.backUp(site)
      let name = try #require(try Self.files(site).first)
      let bytes = try Data(contentsOf: site.folder.appending(path: "backups/\(name)"))
      func upload(_ bytes: Data, _ name: String) async throws -> TestResponse {
        var body = ByteBuffer(
          string: "--b\r\nContent-Disposition: form-data; name=\"backup\"; filename=\"\(name)\"\r\n\r\n")
        body.writeBytes(bytes)
        body.writeString("\r\n--b--\r\n")
        return try await site.client.execute(
          uri: "/apps/backups/files", method: .post,
          headers: [.contentType: "multipart/form-data; boundary=b", .acceptLanguage: "en"], body: body)
      }
      let taken = try await upload(bytes, name)
      let address = try #require(taken.headers[.location])
      // What the timer counts and removes is named as its own.
      #expect(address == path.replacing("/files/", with: "/files/uploaded-"))
      #expect(try await site.page(address).contains("Shelf"))
      let long = try await upload(bytes, String(repeating: "備", count: 200) + ".tar")
      #expect(long.status == .seeOther)
      try FileManager.default.removeItem(
        at: try #require(try Self.files(site).last.map { site.folder.appending(path: "backups/\($0)") }))
      let refused = try await upload(Data("no archive".utf8), "x.tar")
      #expect(refused.status == .unprocessableContent)
      let text = String(buffer: refused.body)
      #expect(text.contains("is no backup of a data folder") && text.contains("Choose a file that Kartoteka has made."))
      #expect(try Self.files(site).count == 2)
    }
  }

  @Test("A folder that is gone, a file, and numbers that are none are refused in words")
  func refusals() async throws {
    try await DesignedSite.test(Self.shelf) { site in
      let other = site.folder.appending(path: "disk")
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
      let path = other.path(percentEncoded: false)
      #expect(try await site.post("/apps/backups/folder", "folder=\(path)").location == "/apps/backups")
      _ = try await Self.backUpThere(site, other)
      // Where a disk is not connected, its folder is often there and empty.
      try FileManager.default.removeItem(at: other)
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
      #expect(try await site.post("/apps/backups/now", "").location == "/apps/backups")
      let page = try await Self.rest(site)
      #expect(page.contains("The backup failed: The folder of the backups is not there"))
      #expect(page.contains("Connect its disk, or choose another folder."))
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
      #expect(try await site.page("/").contains("The last backup failed"))
      // Saving the form again does not make its place another folder of backups.
      #expect(try await site.post("/apps/backups/folder", "folder=\(path)").status == .unprocessableContent)
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
      for bad in ["relative", path + "/none", "/proc/kartoteka"] {
        let answer = try await site.post("/apps/backups/folder", "folder=\(bad)")
        #expect(answer.status == .unprocessableContent && answer.text.contains("This is no folder for backups"))
      }
      let answer = try await site.post("/apps/backups/timer", "hour=x")
      #expect(answer.status == .unprocessableContent && answer.text.contains("whole numbers from 0 to 1,000"))
      #expect(try await site.post("/apps/backups/timer", "day=7&month=12").location == "/apps/backups")
      #expect(try await site.page("/apps/backups").contains(#/name="?day"? value="?7/#))
    }
  }

  private static func backUpThere(_ site: DesignedSite, _ folder: URL) async throws {
    _ = try await site.post("/apps/backups/now", "")
    _ = try await rest(site)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    #expect(names.contains { $0.hasSuffix(".tar") })
  }

  @Test("From another machine nothing is shown or done before the administrator's token is sent")
  func token() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    let other = folder.appending(path: "disk")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let school = try await School.open()
    try Data("correct\n".utf8).write(to: folder.appending(path: "admin-token"))
    let administrator = try Administrator(folder: folder, environment: [:])
    var server = Server([school], port: 0, administrator: administrator, logger: .quiet)
    server.designs = DesignFolder(folder, besides: [school.app])
    server.proxies = ["127.0.0.1"]
    let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
    let path = other.path(percentEncoded: false)
    try await server.application().test { client in
      func post(_ action: String, _ body: String, cookie: String? = nil) async throws -> TestResponse {
        var headers: HTTPFields = [
          .contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en", forwarded: "10.0.0.1",
        ]
        headers[.cookie] = cookie
        return try await client.execute(
          uri: "/apps/backups" + action, method: .post, headers: headers, body: ByteBuffer(string: body))
      }
      func page(_ cookie: String? = nil, _ path: String = "/apps/backups") async throws -> String {
        var headers: HTTPFields = [forwarded: "10.0.0.1", .acceptLanguage: "en"]
        headers[.cookie] = cookie
        return String(buffer: try await client.execute(uri: path, method: .get, headers: headers).body)
      }
      for action in ["/now", "/timer", "/folder", "/files/x.tar", "/files/x.tar/delete"] {
        #expect(try await post(action, "folder=\(path)&day=3", cookie: "backups=guess").status == .forbidden)
      }
      for token in ["", "wrong"] { #expect(try await post("/enter", "token=\(token)").status == .forbidden) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
      #expect(try await !page().contains("Back up now"))
      #expect(try await !page(nil, "/").contains("There are no backups yet"))
      let entered = try await post("/enter", "token=correct")
      let cookie = try #require(entered.headers[values: .setCookie].first { $0.hasPrefix("backups=") })
      #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
      let session = String(cookie.prefix { $0 != ";" })
      #expect(try await page(session).contains("Back up now"))
      #expect(try await page(session, "/").contains("There are no backups yet"))
      #expect(try await post("/folder", "folder=\(path)", cookie: session).status == .seeOther)
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [".kartoteka-backups"])
      #expect(try await page(session).contains(path))
      // The session ends with the token.
      try AdministratorFile(in: folder).end()
      let closed = try await page(session)
      #expect(!closed.contains(path) && closed.contains("kartoteka people admin-token --new"))
      #expect(try await post("/enter", "token=correct").status == .forbidden)
      #expect(try await post("/now", "", cookie: session).status == .forbidden)
    }
  }
}

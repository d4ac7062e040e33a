import Foundation
import Hummingbird
import NIOCore
import Testing

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Forms with files")
final class MultipartTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "forms-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let boundary = "----x7MA4YWxk"

  /// A body of parts: the lines of their heads, and their content.
  private static func body(_ parts: [(head: String, content: String)], end: String = "--") -> String {
    parts.map { "--\(boundary)\r\n\($0.head)\r\n\r\n\($0.content)\r\n" }.joined() + "--\(boundary)\(end)\r\n"
  }

  private static func field(_ name: String, _ content: String) -> (head: String, content: String) {
    ("Content-Disposition: form-data; name=\"\(name)\"", content)
  }

  private static func file(_ name: String, _ content: String, type: String = "text/csv") -> (
    head: String, content: String
  ) {
    ("Content-Disposition: form-data; name=\"files\"; filename=\"\(name)\"\r\nContent-Type: \(type)", content)
  }

  /// Reads a body that arrives in pieces of that size.
  private func read(
    _ body: String, pieces: Int = .max, files: SubmittedFile.Reception? = nil
  ) async throws -> SubmittedForm {
    let files = files ?? .folder(folder, limit: 1_000_000)
    let (stream, source) = RequestBody.makeStream()
    async let form: SubmittedForm = {
      var reader = FormReader(boundary: Self.boundary, files: files)
      return try await reader.read(stream)
    }()
    var rest = ByteBuffer(string: body)
    while rest.readableBytes > 0, let piece = rest.readSlice(length: min(pieces, rest.readableBytes)) {
      await source.yield(piece)
    }
    source.finish()
    return try await form
  }

  private func content(of file: SubmittedFile?) throws -> String {
    String(decoding: try Data(contentsOf: try #require(file).content), as: UTF8.self)
  }

  private func problem(_ body: String, files: SubmittedFile.Reception? = nil) async -> Problem? {
    do {
      _ = try await read(body, files: files)
      return nil
    } catch { return error as? Problem }
  }

  @Test("bytes of files beyond the limit are counted and not written, so that the texts of the form stay")
  func dropping() async throws {
    let body = Self.body([
      Self.file("a.csv", "12345"), Self.file("b.csv", "1234567890"), Self.field("text", "typed"),
    ])
    let form = try await read(body, files: .folder(folder, limit: 8, dropsRest: true))
    #expect(form["text"] == "typed")
    #expect(form.files.map(\.count) == [5, 10] && form.files.map(\.isWhole) == [true, false])
    #expect(await problem(body, files: .folder(folder, limit: 8)) != nil)
  }

  @Test("reads texts and files, in whatever pieces they arrive", arguments: [1, 2, 7, 64, Int.max])
  func pieces(size: Int) async throws {
    let body = Self.body([
      Self.field("search", "Łódź & co\r\nnext"), Self.file("a.csv", "id;name\r\n1;Ä\r\n"), Self.field("empty", ""),
      Self.file("b.json", "[]", type: "application/json"),
    ])
    let form = try await read(body, pieces: size)
    #expect(form["search"] == "Łódź & co\nnext" && form["empty"] == "" && form["missing"] == nil)
    #expect(form.files.map(\.name) == ["a.csv", "b.json"])
    #expect(form.files.map(\.type) == ["text/csv", "application/json"])
    // A file's line ends are its own.
    #expect(try content(of: form.file("files")) == "id;name\r\n1;Ä\r\n")
    #expect(form.files.map(\.count) == [15, 2])
  }

  @Test("takes what only looks like a boundary for content", arguments: [1, 5, Int.max])
  func nearlyBoundaries(size: Int) async throws {
    let content = "--\(Self.boundary)\r\n-\r\n--\(Self.boundary)er\r\n--\(Self.boundary)-x\r\n\r\r\n--\n"
    // At the beginning of the content the line end of the head stands before it, which is not the content's.
    let form = try await read(Self.body([Self.file("a.csv", "x" + content)]), pieces: size)
    #expect(try self.content(of: form.file("files")) == "x" + content)
  }

  @Test("ignores preamble, epilogue and padding of the boundary")
  func around() async throws {
    let body =
      "preamble\r\n--\(Self.boundary) \t\r\n" + Self.field("a", "").head
      + "\r\n\r\n1\r\n--\(Self.boundary)--\r\nepilogue"
    let form = try await read(body)
    #expect(form["a"] == "1" && form.names == ["a"])
  }

  @Test(
    "knows a file by its last name only",
    arguments: [
      ("C:\\Users\\Ada\\orders.csv", "orders.csv"), ("../../etc/passwd", "passwd"), ("Bestellungen “2024”.csv", nil),
      ("żółw 漢字.csv", nil), ("say %22hi%22.csv", "say \"hi\".csv"), ("say \\\"hi\\\".csv", "say \"hi\".csv"),
      ("a%0D%0Ab.csv", "ab.csv"), ("..", ".."),
    ])
  func names(sent: String, kept: String?) async throws {
    let form = try await read(Self.body([Self.file(sent, "x")]))
    #expect(form.files.map(\.name) == [kept ?? sent])
  }

  @Test("a field in which no file was chosen brings none")
  func nothingChosen() async throws {
    let form = try await read(Self.body([Self.file("", "", type: "application/octet-stream")]))
    #expect(form.files.isEmpty && form.file("files") == nil)
  }

  @Test(
    "refuses what is no form",
    arguments: [
      ("", "The form is cut off."), (body([field("a", "1")], end: ""), "The form is cut off."),
      (String(body([file("a.csv", "1")]).dropLast(4)), "The form is cut off."),
      (body([("Content-Type: text/plain", "1")]), "A part of the form has no name."),
      (body([("Content-Disposition: attachment; name=\"a\"", "1")]), "A part of the form has no name."),
      (body([("what is this", "1")]), "The head of a part can't be read."),
      (body([("X: y\nZ: z", "1")]), "The head of a part has a line end of another kind."),
    ])
  func broken(body: String, reason: String) async throws {
    let problem = await problem(body)
    #expect(problem?.kind == .badRequest && problem?.detail.key == reason)
  }

  @Test("refuses more parts than any form has, and texts and files that are too long")
  func limits() async throws {
    let many = Array(repeating: Self.field("a", ""), count: MultipartParser.partsLimit + 1)
    #expect(await problem(Self.body(many))?.detail.key == "It has more than {count} parts.")
    let head = "X: " + String(repeating: "x", count: MultipartParser.headersLimit)
    #expect(await problem(Self.body([(head, "1")]))?.detail.key == "The head of a part is too long.")
    let long = String(repeating: "x", count: SubmittedForm.limit + 1)
    #expect(await problem(Self.body([Self.field("a", long)]))?.kind == .tooLarge)
    #expect(await problem(Self.body([Self.file("a", String(repeating: "x", count: 1_000_001))]))?.kind == .tooLarge)
    // All files together.
    let half = Self.file("a", String(repeating: "x", count: 600_000))
    #expect(await problem(Self.body([half, half]))?.kind == .tooLarge)
  }

  @Test("writes files to a folder under numbers, whatever they are called")
  func numbers() async throws {
    let large = String(repeating: "0123456789\r\n", count: 20_000)
    let body = Self.body([
      Self.file("../a.csv", large), Self.file("", ""), Self.field("n", "1"), Self.file("b.csv", "b"),
    ])
    let form = try await read(body, pieces: 1_000)
    #expect(form.files.map(\.name) == ["a.csv", "b.csv"] && form["n"] == "1")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    #expect(names.sorted() == ["1", "2"])
    #expect(try String(contentsOf: folder.appending(path: "1"), encoding: .utf8) == large)
    #expect(try String(contentsOf: folder.appending(path: "2"), encoding: .utf8) == "b")
  }

  @Test("a form without fields for files refuses one, and takes a field in which none was chosen")
  func noFiles() async throws {
    let parts = [Self.field("a", "1"), Self.file("", "")]
    let form = try await read(Self.body(parts), files: .refused)
    #expect(form["a"] == "1" && form.files.isEmpty)
    let problem = await problem(Self.body(parts + [Self.file("a.csv", "x")]), files: .refused)
    #expect(problem?.detail.key == "This form takes no files.")
  }

  @Test(
    "finds the boundary in the header",
    arguments: [
      ("multipart/form-data; boundary=abc", "abc"), ("Multipart/Form-Data; charset=utf-8; BOUNDARY=\"a b;c\"", "a b;c"),
      ("multipart/form-data", nil), ("multipart/form-data; boundary=", nil), ("multipart/mixed; boundary=abc", nil),
      ("multipart/form-data; boundary=\"abc \"", nil),
      ("multipart/form-data; boundary=" + String(repeating: "x", count: 71), nil),
    ])
  func boundaries(header: String, boundary: String?) { #expect(MultipartParser.boundary(of: header) == boundary) }
}

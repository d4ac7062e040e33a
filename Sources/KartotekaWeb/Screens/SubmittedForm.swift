import Hummingbird
import KartotekaModel

/// What a form sent: names and texts, and files (`application/x-www-form-urlencoded`, URL Standard, section 5.1;
/// `multipart/form-data`, RFC 7578).
struct SubmittedForm: Sendable {
  /// The most bytes of a form's texts.
  static let limit = 1_000_000

  private var fields: [String: String] = [:]
  /// The files that were chosen, in the order of the form.
  var files: [SubmittedFile] = []
  /// What it says about the bytes of a record's fields, by name.
  var chosen: [String: ChosenFile] = [:]

  /// Reads a request's body.
  /// - Parameter files: where its files are kept; a form without fields for files refuses them.
  /// - Throws: ``Problem`` for a form that can't be read, what Hummingbird throws for a body over the limit.
  init(_ request: Request, files: SubmittedFile.Reception = .refused) async throws {
    let type = request.headers[.contentType] ?? ""
    guard type.lowercased().hasPrefix("multipart/") else {
      self.init(try await request.body.collect(upTo: Self.limit).readableBytesView)
      return
    }
    guard let boundary = MultipartParser.boundary(of: type) else {
      throw Problem.form("The form doesn't say what stands between its parts.")
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > files.limit + Self.limit {
      throw Problem.tooLarge(limit: files.limit + Self.limit)
    }
    var reader = FormReader(boundary: boundary, files: files)
    self = try await reader.read(request.body)
  }

  /// Reads the encoded bytes.
  init(_ bytes: some Collection<UInt8>) {
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      fields[Self.decoded(parts[0])] = parts.count > 1 ? Self.decoded(parts[1]) : ""
    }
  }

  /// A form with those fields.
  init(_ fields: [String: String]) { self.fields = fields }

  /// The text of a field; nil when it was not sent.
  subscript(name: String) -> String? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

  /// The names of everything that was sent.
  var names: [String] { Array(fields.keys) }

  /// The file that was chosen in a field; nil when none was.
  func file(_ field: String) -> SubmittedFile? { files.first { $0.field == field } }

  /// The fields whose names have that prefix, without it.
  func below(_ prefix: String) -> SubmittedForm {
    let inner = fields.filter { $0.key.hasPrefix(prefix) }.map { (String($0.key.dropFirst(prefix.count)), $0.value) }
    return SubmittedForm(Dictionary(inner, uniquingKeysWith: { first, _ in first }))
  }

  // A browser encodes what people type; a link that somebody wrote may not be encoded as it has to be.
  private static func decoded(_ bytes: some Collection<UInt8>) -> String { text(PercentEncoding.decoded(bytes).bytes) }

  /// A field's text as it is kept: browsers send line ends as CR LF.
  static func text(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return bytes.contains(0x0d) ? text.replacing("\r\n", with: "\n") : text
  }
}

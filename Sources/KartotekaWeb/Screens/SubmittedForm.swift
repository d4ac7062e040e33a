import Hummingbird
import KartotekaModel

/// What a form sent: names and texts (`application/x-www-form-urlencoded`, URL Standard, section 5.1).
struct SubmittedForm: Sendable {
  /// The most bytes a form may have.
  static let limit = 1_000_000

  private var fields: [String: String] = [:]

  /// Reads a request's body.
  /// - Throws: what Hummingbird throws for a body over the limit.
  init(_ request: Request) async throws {
    let body = try await request.body.collect(upTo: Self.limit)
    self.init(body.readableBytesView)
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

  private static func decoded(_ bytes: some Collection<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        if let high = rest.first.flatMap(digit), let low = rest.dropFirst().first.flatMap(digit) {
          result.append(high << 4 | low)
          rest = rest.dropFirst(2)
        } else {
          result.append(byte)
        }
      default: result.append(byte)
      }
    }
    // Browsers send line ends as CR LF; what is kept has LF.
    return String(decoding: result, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}

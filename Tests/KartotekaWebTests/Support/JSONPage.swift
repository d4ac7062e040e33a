import Hummingbird
import KartotekaModel
import Testing

/// A list as the API answers it.
struct JSONPage {
  let items: [JSONObject]
  let total: Int
  let next: String?

  init(_ body: ByteBuffer) throws {
    let page = try JSONObject(body)
    guard case .array(let items) = page["items"], case .number(let total) = page["total"] else {
      throw UnexpectedAnswer(text: String(buffer: body))
    }
    self.items = items.compactMap { if case .object(let item) = $0 { item } else { nil } }
    self.total = Int(total) ?? -1
    next = if case .string(let cursor) = page["next"] { cursor } else { nil }
  }
}

struct UnexpectedAnswer: Error {
  let text: String
}

extension JSONObject {
  /// The object that an answer's body is.
  init(_ body: ByteBuffer) throws {
    guard case .object(let object) = try JSONParser.parse(Array(body.readableBytesView)) else {
      throw UnexpectedAnswer(text: String(buffer: body))
    }
    self = object
  }
}

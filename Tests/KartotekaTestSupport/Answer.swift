import Foundation
import HTTPTypes
import Kartoteka

/// An answer, as far as tests look at it.
public struct Answer: Sendable {
  /// The status, as a number.
  public let status: Int
  /// The headers.
  public let headers: HTTPFields
  /// The body.
  public let bytes: [UInt8]

  /// The body as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
  /// Where it leads.
  public var location: String? { headers[.location] }
  /// The cookie that it sets.
  public var cookie: String? { headers[.setCookie] }

  /// The JSON object that the body is.
  public var json: JSONObject {
    get throws {
      guard case .object(let object) = try JSONParser.parse(bytes) else { throw CocoaError(.formatting) }
      return object
    }
  }

  /// The items of a page of records.
  public var items: [JSONObject] {
    get throws {
      guard case .array(let items) = try json["items"] else { throw CocoaError(.formatting) }
      return items.compactMap { if case .object(let item) = $0 { item } else { nil } }
    }
  }

  /// The fields with which something is wrong.
  public var wrong: [String] {
    get throws {
      guard case .object(let errors)? = try json["errors"] else { return [] }
      return errors.map(\.key).sorted()
    }
  }
}

extension JSONObject {
  /// The text of a member, or the digits of a number.
  public func text(_ name: String) -> String? {
    switch self[name] {
    case .string(let text)?, .number(let text)?: text
    default: nil
    }
  }

  /// The whole number that a member is.
  public func number(_ name: String) -> Int64? {
    if case .number(let digits)? = self[name] { Int64(digits) } else { nil }
  }

  /// The whole numbers that a member has.
  public func numbers(_ name: String) -> [Int64] {
    guard case .array(let values)? = self[name] else { return [] }
    return values.compactMap { if case .number(let digits) = $0 { Int64(digits) } else { nil } }
  }
}

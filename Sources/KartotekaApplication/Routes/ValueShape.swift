import Foundation
import KartotekaModel

/// The form in JSON of a `Codable` type, which a decoder finds out that answers each question with a sample value.
package indirect enum ValueShape: Sendable, Equatable {
  case string(format: String?)
  case choice([String])
  case integer, number, boolean
  case array(ValueShape)
  /// The members in their order, and whether each is required.
  case object([Member])
  /// A type that can't be sampled.
  case any

  package struct Member: Sendable, Equatable {
    package let name: String
    package let shape: ValueShape
    package let isRequired: Bool
  }

  /// The form of a type.
  package init<Value: Decodable>(of type: Value.Type) { self = (try? Sample.value(type, depth: 0).shape) ?? .any }

  /// The JSON Schema (2020-12).
  package var schema: JSONValue {
    switch self {
    case .string(format: nil): return ["type": "string"]
    case .string(format: let format?): return ["type": "string", "format": .string(format)]
    case .choice(let values): return ["enum": .array(values.map { .string($0) })]
    case .integer: return ["type": "integer", "format": "int64"]
    case .number: return ["type": "number"]
    case .boolean: return ["type": "boolean"]
    case .array(let item): return ["type": "array", "items": item.schema]
    case .object(let members):
      var schema: JSONObject = ["type": "object"]
      let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
      if !required.isEmpty { schema["required"] = .array(required) }
      if !members.isEmpty { schema["properties"] = .object(JSONObject(members.map { ($0.name, $0.shape.schema) })) }
      return .object(schema)
    case .any: return [:]
    }
  }

  /// The members of an object.
  package var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// Whether the query of an address can have it: a structure of single values.
  var isQuery: Bool {
    guard case .object(let members) = self else { return false }
    return members.allSatisfy { member in
      switch member.shape {
      case .string, .choice, .integer, .number, .boolean: true
      case .array, .object, .any: false
      }
    }
  }

  /// The JSON object of query items, whose numbers and truth values are texts.
  func json(of query: [String: String]) -> Data {
    var json = JSONWriter()
    let values = query.sorted { $0.key < $1.key }.map { name, text -> (String, JSONValue) in
      switch members.first(where: { $0.name == name })?.shape {
      case .integer where Int64(text) != nil: (name, .number(text))
      case .number where Double(text)?.isFinite == true: (name, .number(text))
      case .boolean where text == "true" || text == "false": (name, .bool(text == "true"))
      default: (name, .string(text))
      }
    }
    json.value(.object(JSONObject(values)))
    return Data(json.bytes)
  }
}

/// Makes a sample of a type and notes its form.
private enum Sample {
  // Types that contain themselves have no end.
  private static let deepest = 8

  struct TooDeep: Error {}

  static func value<Value: Decodable>(_ type: Value.Type, depth: Int) throws -> (value: Value, shape: ValueShape) {
    guard depth < deepest else { throw TooDeep() }
    if let known = known(type) { return known }
    if let all = (type as? any CaseIterable.Type).flatMap(cases), let first = all.values.first as? Value {
      return (first, all.shape)
    }
    let note = Note()
    let value = try Value(from: SampleDecoder(note: note, depth: depth + 1))
    return (value, note.shape)
  }

  private static func known<Value>(_ type: Value.Type) -> (value: Value, shape: ValueShape)? {
    let samples: [(any Sendable, ValueShape)] = [
      ("", .string(format: nil)), (false, .boolean), (0, .integer), (Int8(0), .integer), (Int16(0), .integer),
      (Int32(0), .integer), (Int64(0), .integer), (UInt(0), .integer), (UInt8(0), .integer), (UInt16(0), .integer),
      (UInt32(0), .integer), (UInt64(0), .integer), (0.0, .number), (Float(0), .number), (Decimal(0), .number),
      (Date(timeIntervalSince1970: 0), .string(format: "date-time")), (Data(), .string(format: "byte")),
      (UUID(), .string(format: "uuid")), (URL(filePath: "/"), .string(format: "uri-reference")),
    ]
    for (sample, shape) in samples {
      if let value = sample as? Value, Swift.type(of: sample) == type { return (value, shape) }
    }
    return nil
  }

  private static func cases(_ type: any CaseIterable.Type) -> (values: [Any], shape: ValueShape)? {
    func values<All: CaseIterable>(_ type: All.Type) -> [Any] { type.allCases.map { $0 as Any } }
    let all = values(type)
    let names = all.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    return names.count == all.count && !names.isEmpty ? (all, .choice(names)) : nil
  }
}

/// The form that a decoder has seen.
private final class Note {
  var members: [ValueShape.Member] = []
  var optional: Set<String> = []
  var single: ValueShape?

  var shape: ValueShape { single ?? .object(members) }
}

private struct SampleDecoder: Decoder {
  let note: Note
  let depth: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedSample<Key>(note: note, depth: depth))
  }
  func unkeyedContainer() -> any UnkeyedDecodingContainer { UnkeyedSample(note: note, depth: depth) }
  func singleValueContainer() -> any SingleValueDecodingContainer { SingleSample(note: note, depth: depth) }
}

private struct KeyedSample<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let note: Note
  let depth: Int
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  // Asked of optional values alone.
  func decodeNil(forKey key: Key) -> Bool {
    note.optional.insert(key.stringValue)
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let sample = try Sample.value(type, depth: depth)
    note.members.append(
      .init(name: key.stringValue, shape: sample.shape, isRequired: !note.optional.contains(key.stringValue)))
    return sample.value
  }

  func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type, forKey key: Key) -> KeyedDecodingContainer<Other> {
    KeyedDecodingContainer(KeyedSample<Other>(note: Note(), depth: depth))
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    UnkeyedSample(note: Note(), depth: depth)
  }
  func superDecoder() -> any Decoder { SampleDecoder(note: note, depth: depth) }
  func superDecoder(forKey key: Key) -> any Decoder { SampleDecoder(note: Note(), depth: depth) }
}

private struct UnkeyedSample: UnkeyedDecodingContainer {
  let note: Note
  let depth: Int
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  var currentIndex = 0
  var isAtEnd: Bool { currentIndex > 0 }

  init(note: Note, depth: Int) {
    (self.note, self.depth) = (note, depth)
    note.single = .array(.any)
  }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    currentIndex += 1
    let sample = try Sample.value(type, depth: depth)
    note.single = .array(sample.shape)
    return sample.value
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    currentIndex += 1
    return KeyedDecodingContainer(KeyedSample<Key>(note: Note(), depth: depth))
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return UnkeyedSample(note: Note(), depth: depth)
  }
  mutating func superDecoder() -> any Decoder {
    currentIndex += 1
    return SampleDecoder(note: Note(), depth: depth)
  }
}

private struct SingleSample: SingleValueDecodingContainer {
  let note: Note
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let sample = try Sample.value(type, depth: depth)
    note.single = sample.shape
    return sample.value
  }
}

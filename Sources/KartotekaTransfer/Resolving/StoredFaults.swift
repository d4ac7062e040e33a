import Foundation
import KartotekaModel

/// The stored form of a row's faults. Reasons are few and rows may be many: each reason is encoded once.
struct StoredFaults {
  private struct Stored: Codable {
    let column: String?
    let number: Int?
    let value: String?
    let reason: String
    let missing: [[String]]?
  }

  private var reasons: [Phrase: String] = [:]

  mutating func text(_ faults: [Reject.Fault]) throws -> String {
    var json = JSONWriter()
    json.beginArray()
    for fault in faults {
      json.beginObject()
      if let column = fault.column {
        json.key("column")
        json.string(column)
      }
      if let number = fault.number {
        json.key("number")
        json.int(number)
      }
      if let value = fault.value {
        json.key("value")
        json.string(value)
      }
      json.key("reason")
      json.string(try reason(fault.reason))
      if !fault.missing.isEmpty {
        json.key("missing")
        json.beginArray()
        for reference in fault.missing {
          json.beginArray()
          for text in [reference.relationship, reference.heading, reference.text] { json.string(text) }
          json.endArray()
        }
        json.endArray()
      }
      json.endObject()
    }
    json.endArray()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private mutating func reason(_ phrase: Phrase) throws -> String {
    if let known = reasons[phrase] { return known }
    if reasons.count > 10_000 { reasons = [:] }
    let text = String(decoding: try JSONEncoder().encode(phrase), as: UTF8.self)
    reasons[phrase] = text
    return text
  }

  /// Parses the output of ``text(_:)``.
  static func faults(_ text: String) -> [Reject.Fault] {
    let decoder = JSONDecoder()
    guard let stored = try? decoder.decode([Stored].self, from: Data(text.utf8)) else { return [] }
    return stored.map { fault in
      let reason = try? decoder.decode(Phrase.self, from: Data(fault.reason.utf8))
      let missing = (fault.missing ?? []).filter { $0.count == 3 }.map {
        UnresolvedReference(relationship: $0[0], heading: $0[1], text: $0[2])
      }
      return Reject.Fault(
        column: fault.column, number: fault.number, value: fault.value, reason: reason ?? "This row can't be loaded",
        missing: missing)
    }
  }
}

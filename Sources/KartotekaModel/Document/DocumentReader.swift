/// An error in a description's document.
public struct DocumentFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position as a JSON Pointer (RFC 6901) such as `/entities/0/attributes/2/kind`; empty for the whole document.
  public let path: String
  /// The error and the remedy, as sentences for every language.
  package let text: FaultText
  /// The field or entity that the error is about, as people call it; nil for the whole document.
  package var subject: Phrase?

  /// An error at a position.
  package init(path: String, problem: FaultText) {
    self.path = path
    text = problem
  }

  /// The error and the remedy, as sentences in English.
  public var problem: String { text.description }

  /// One line: the position and the error.
  public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }

  /// The error with its position, for somebody who reads the document.
  package var line: FaultText { path.isEmpty ? text : "\(path): \(text)" }

  /// The error with what it is about, for somebody who sees the application's screens.
  package var sentence: FaultText { subject.map { "\($0): \(text)" } ?? text }
}

extension FaultText {
  /// Several sentences, one a line; nil for none.
  package init?(lines: [FaultText]) {
    guard let first = lines.first else { return nil }
    self = lines.dropFirst().reduce(first) { "\($0)\n\($1)" }
  }
}

/// The state of reading a document: the current position and all errors.
package struct DocumentReader {
  /// The maximum number of collected errors.
  package static let mostFaults = 100
  /// The maximum size of a text in bytes.
  package static let longestText = 10_000

  package private(set) var faults: [DocumentFault] = []
  private var steps: [String] = []

  package init() {}

  /// Reads a member or element of the current value.
  package mutating func within<Result>(_ step: String, _ body: (inout DocumentReader) -> Result) -> Result {
    steps.append(step)
    defer { steps.removeLast() }
    return body(&self)
  }

  /// Adds an error at the current position.
  package mutating func fault(_ problem: FaultText) {
    guard faults.count < Self.mostFaults else { return }
    faults.append(DocumentFault(path: Self.pointer(steps), problem: problem))
  }

  /// Adds an error for JSON of the wrong type.
  package mutating func mismatch<Value>(_ expected: FaultText) -> Value? {
    fault("This has to be \(expected).")
    return nil
  }

  /// The JSON Pointer of path components.
  package static func pointer(_ steps: [String]) -> String {
    steps.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }
}

/// The definitions of a JSON Schema that is being written.
package struct SchemaDefinitions {
  package private(set) var parts: [(name: String, schema: JSONValue)] = []

  package init() {}

  /// A reference to a definition, which is written at its first use and may refer to itself.
  package mutating func reference(_ name: String, _ write: (inout SchemaDefinitions) -> JSONValue) -> JSONValue {
    if !parts.contains(where: { $0.name == name }) {
      parts.append((name, .null))
      let place = parts.count - 1
      let schema = write(&self)
      parts[place].schema = schema
    }
    return ["$ref": .string("#/$defs/" + name)]
  }
}

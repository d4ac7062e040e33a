/// An error in a description's document.
public struct DocumentFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position as a JSON Pointer (RFC 6901) such as `/entities/0/attributes/2/kind`; empty for the whole document.
  public let path: String
  /// The error and the remedy, as sentences.
  public let problem: String

  /// An error at a position.
  public init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }

  /// One line: the position and the error.
  public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
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
  package mutating func fault(_ problem: String) {
    guard faults.count < Self.mostFaults else { return }
    faults.append(DocumentFault(path: Self.pointer(steps), problem: problem))
  }

  /// Adds an error for JSON of the wrong type.
  package mutating func mismatch<Value>(_ expected: String) -> Value? {
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

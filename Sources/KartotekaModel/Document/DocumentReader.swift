/// Something in a description's document that can't be used.
public struct DocumentFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where it is: a JSON Pointer (RFC 6901) such as `/entities/0/attributes/2/kind`; empty for the whole document.
  public let path: String
  /// What is wrong and what to write instead, in sentences.
  public let problem: String

  /// A fault at a place.
  public init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }

  /// One line: the place and what is wrong there.
  public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}

/// What reading a document has found so far: the place that is being read, and all faults.
package struct DocumentReader {
  /// The most faults that are collected.
  package static let mostFaults = 100
  /// The most bytes of a single text.
  package static let longestText = 10_000

  package private(set) var faults: [DocumentFault] = []
  private var steps: [String] = []

  package init() {}

  /// Reads a part of what is being read.
  package mutating func within<Result>(_ step: String, _ body: (inout DocumentReader) -> Result) -> Result {
    steps.append(step)
    defer { steps.removeLast() }
    return body(&self)
  }

  /// Notes a fault of the part that is being read.
  package mutating func fault(_ problem: String) {
    guard faults.count < Self.mostFaults else { return }
    faults.append(DocumentFault(path: Self.pointer(steps), problem: problem))
  }

  /// Notes that JSON of another type is expected.
  package mutating func mismatch<Value>(_ expected: String) -> Value? {
    fault("This has to be \(expected).")
    return nil
  }

  /// The JSON Pointer of steps.
  package static func pointer(_ steps: [String]) -> String {
    steps.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }
}

/// The named parts of a JSON Schema that is being written.
package struct SchemaDefinitions {
  package private(set) var parts: [(name: String, schema: JSONValue)] = []

  package init() {}

  /// A reference to a named part, which is written at its first use; it may refer to itself.
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

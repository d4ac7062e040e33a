import KartotekaModel

/// What an action is told from outside, as it is read: JSON, or the texts of a form or a command line.
public struct ActionInputs: Sendable {
  /// The values as a record of ``ActionDescription/form``.
  public private(set) var record: AnyRecord
  /// What is wrong with what was said.
  public private(set) var faults: [FieldFault] = []

  /// Nothing said yet: every input has its default.
  public init(_ action: ActionDescription) { record = AnyRecord(action.form) }

  /// What a form over ``ActionDescription/form`` says.
  public init(_ record: AnyRecord) { self.record = record }

  /// The values by name, for a call.
  public var values: [String: Value] {
    Dictionary(
      record.entity.columns.enumerated().map { ($1.name, record.values[$0]) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Reads an input as the API sends it.
  public mutating func read(_ name: String, json: JSONValue) {
    read(name) { $0.read(json: json, at: $1) }
  }

  /// Reads an input as a person writes it.
  public mutating func read(_ name: String, text: String) {
    read(name) { $0.read(text: text, at: $1) }
  }

  private mutating func read(_ name: String, _ body: (inout AnyRecord, Int) -> FieldFault?) {
    guard let position = record.entity.position(of: name) else {
      faults.append(FieldFault(name, "There is no such field"))
      return
    }
    if let fault = body(&record, position) { faults.append(fault) }
  }
}

extension ActionDescription {
  /// The inputs as if they were an entity's attributes, so that whatever reads, checks and edits records does the
  /// same with them.
  public var form: EntityDescription {
    EntityDescription(
      name: "input", plural: "inputs", table: "inputs", nouns: Nouns("input", "inputs"), attributes: inputs,
      relationships: [])
  }
}

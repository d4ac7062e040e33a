import KartotekaModel

/// The inputs of an action from outside, as they are read: JSON, or the texts of a form or a command line.
package struct ActionInputs: Sendable {
  /// The values as a record of ``ActionDescription/form``.
  package private(set) var record: AnyRecord
  /// The fault of the input.
  package private(set) var faults: [FieldFault] = []
  // The names of the inputs of which something was said.
  private var said: Set<String>

  /// Nothing said yet: every input has its default.
  package init(_ action: ActionDescription) {
    record = AnyRecord(action.form)
    said = []
  }

  /// The inputs of a form over ``ActionDescription/form``, which has a value for each input.
  package init(_ record: AnyRecord) {
    self.record = record
    said = Set(record.entity.columns.map(\.name))
  }

  /// The values by name, for a call: those of which something was said.
  package var values: [String: Value] {
    Dictionary(
      record.entity.columns.enumerated().filter { said.contains($1.name) }.map { ($1.name, record.values[$0]) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Reads an input as the API sends it.
  package mutating func read(_ name: String, json: JSONValue) {
    read(name) { $0.read(json: json, at: $1) }
  }

  /// Reads an input as a person writes it. A moment without an offset is of the current task's time zone.
  package mutating func read(_ name: String, text: String) {
    var notation = ValueNotation.canonical
    notation.timeZone = TaskTimeZone.current
    read(name) { $0.read(text: text, at: $1, in: notation) }
  }

  private mutating func read(_ name: String, _ body: (inout AnyRecord, Int) -> FieldFault?) {
    guard let position = record.entity.position(of: name) else {
      faults.append(FieldFault(name, "There is no such field"))
      return
    }
    said.insert(name)
    if let fault = body(&record, position) { faults.append(fault) }
  }
}

extension ActionDescription {
  /// The inputs as if they were an entity's attributes and relationships, so that whatever reads, checks and edits
  /// records does the same with them.
  public var form: EntityDescription {
    EntityDescription(
      name: "input", plural: "inputs", table: "inputs", nouns: Nouns("input", "inputs"), attributes: inputs,
      relationships: related)
  }

  /// The initial values of the inputs: the defaults, and of an input that is named like a value of the
  /// record that value.
  package func inputs(on subject: AnyRecord?) -> AnyRecord {
    var inputs = AnyRecord(form)
    guard let subject else { return inputs }
    for (position, column) in inputs.entity.columns.enumerated() {
      guard let own = subject.entity.position(of: column.name),
        subject.entity.columns[own].isLike(column), !subject.values[own].isNull
      else { continue }
      inputs.values[position] = subject.values[own]
    }
    return inputs
  }
}

extension ColumnDescription {
  /// Whether values of the two mean the same.
  fileprivate func isLike(_ other: ColumnDescription) -> Bool {
    switch (self, other) {
    case (.attribute(let one), .attribute(let other)): one.kind == other.kind && one.scale == other.scale
    case (.toOne(let one), .toOne(let other)): one.target == other.target
    default: false
    }
  }
}

import KartotekaModel

// The refusals of a file's own rules, at the fields that they concern.
extension SourceSQL {
  /// SQLite's error in the store's terms.
  func refusal(_ error: any Error, _ model: ModelDescription) -> any Error {
    guard let error = error as? SQLError, error.kind == .constraint else {
      return StoreError.translating(error, model)
    }
    let message = error.message ?? ""
    if let fields = fields(message, "UNIQUE constraint failed: ") {
      return fields.count == 1
        ? StoreError.notUnique(entity: entity.name, field: fields[0])
        : StoreError.notUniqueTogether(entity: entity.name, fields: fields)
    }
    if let fields = fields(message, "NOT NULL constraint failed: ") {
      return StoreError.invalid(fields.map { FieldFault($0, "This can't be empty") })
    }
    let check = "CHECK constraint failed: "
    if message.hasPrefix(check) {
      let rule = String(message.dropFirst(check.count))
      if let field = field(inRule: rule) {
        return StoreError.invalid([
          FieldFault(field, Phrase("A rule of the file forbids it: {rule}", ["rule": .text(rule)]))
        ])
      }
    }
    // "cannot store TEXT value in INTEGER column t.c", of a STRICT table.
    if message.hasPrefix("cannot store "),
      let field = entity.columns.first(where: { column in
        message.hasSuffix(" column \(source.table).\(source.column(column.column))")
      })
    {
      let type = message.components(separatedBy: " value in ").last?.components(separatedBy: " column ").first ?? ""
      return StoreError.invalid([
        FieldFault(field.name, Phrase("This column stores only {type}", ["type": .text(type)]))
      ])
    }
    return StoreError.translating(error, model)
  }

  // The columns that a message names, as `table.column, table.column`.
  private func fields(_ message: String, _ start: String) -> [String]? {
    let prefix = start + source.table + "."
    guard message.hasPrefix(prefix) else { return nil }
    let names = message.dropFirst(prefix.count).components(separatedBy: ", \(source.table).")
    let fields = names.compactMap { name in
      entity.columns.first { source.column($0.column) == name }?.name ?? (source.rowID == name ? "id" : nil)
    }
    return fields.count == names.count ? fields : nil
  }

  // The only column that a rule speaks of. A rule with a name is looked up in the table's definition.
  private func field(inRule rule: String) -> String? {
    let expression = source.checks[rule] ?? rule
    let words = Set(expression.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { $0.lowercased() })
    let found = entity.columns.filter { column in
      let name = source.column(column.column)
      return words.contains(name.lowercased()) || expression.contains("\"\(name)\"")
    }
    return found.count == 1 ? found[0].name : nil
  }
}

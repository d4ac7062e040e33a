import KartotekaModel

// A migration's plan as sentences for the person.
extension MigrationPlan.Obstacle {
  /// The blocking records, and the reason.
  public var phrase: Phrase {
    let field = Phrase.Argument.text("\(table).\(columns.joined(separator: ", "))")
    let records = Phrase.Argument.phrase(records)
    return switch reason {
    case .empty:
      Phrase("{field} requires a value, which is missing in {records}", ["field": field, "records": records])
    case .invalid(let fault):
      Phrase(
        "{field} has values that break a rule ({reason}) in {records}",
        ["field": field, "reason": .phrase(fault), "records": records])
    case .repeated:
      Phrase(
        "{field} has to be unique, and values repeat in {records}", ["field": field, "records": records])
    case .notConvertible(let kind):
      Phrase(
        "{field} has values that can't be converted to {kind} in {records}",
        ["field": field, "kind": .text(kind.rawValue), "records": records])
    case .missingTarget(let target):
      Phrase(
        "{field} refers to records of {table} that don't exist in {records}",
        ["field": field, "table": .text(target), "records": records])
    }
  }

  private var records: Phrase {
    let list = examples.map { $0.value.isEmpty ? "No. \($0.id)" : "No. \($0.id) “\($0.value)”" }
      .joined(separator: ", ")
    let numbers: [String: Phrase.Argument] = ["count": .count(count), "examples": .text(list)]
    return count > examples.count
      ? Phrase("{count} records, among them {examples}", numbers) : Phrase("{count} records: {examples}", numbers)
  }
}

extension MigrationPlan.Change {
  /// The change in words.
  public var phrase: Phrase {
    switch self {
    case .renameTable(let old, let new): sentence("Table {table} is renamed to {name}", old, name: new)
    case .renameColumn(let table, let old, let new):
      sentence("Column {column} is renamed to {name}", table, old, name: new)
    case .addTable(let table): sentence("Table {table} is added", table)
    case .addColumn(let table, let column): sentence("Column {column} is added", table, column)
    case .changeRules(let table, let column): sentence("Column {column} gets new rules", table, column)
    case .convert(let table, let column, let kind, let values):
      sentence(
        "Column {column} is converted to {name}: {count} values change", table, column, count: values,
        name: kind.rawValue)
    case .fill(let table, let column, let records):
      sentence("Column {column} gets its default in {count} records without a value", table, column, count: records)
    case .fillFromHistory(let table, let column, let records):
      sentence(
        "Column {column} gets what the history says of {count} records, as far as it is kept", table, column,
        count: records)
    case .fillNumbers(let table, let column, let records, let first, let last):
      sentence(
        "Column {column} gets numbers in {count} records without one: {name}", table, column, count: records,
        name: first == last ? first : first + " … " + last)
    case .addUnique(let table, let columns):
      sentence("Column {column} becomes unique", table, columns.joined(separator: ", "))
    case .dropUnique(let table, let columns):
      sentence("Column {column} is no longer unique", table, columns.joined(separator: ", "))
    case .moveLinks(let table, let column, let join, let links):
      sentence("{count} links of column {column} move to table {name}", table, column, count: links, name: join)
    case .moveJoin(let table, let join, let links):
      sentence("{count} links of table {table} move to table {name}", table, count: links, name: join)
    case .archiveColumn(let table, let column, let values):
      sentence("Column {column} is removed; {count} values are kept in an archive", table, column, count: values)
    case .archiveTable(let table, let records):
      sentence("Table {table} is removed; {count} rows are kept in an archive", table, count: records)
    case .restoreColumn(let table, let column, let values):
      sentence("Column {column} gets {count} values back from the archive", table, column, count: values)
    case .restoreTable(let table, let records):
      sentence("Table {table} gets {count} rows back from the archive", table, count: records)
    case .rebuild(let table, let records):
      sentence("Table {table} is written anew: {count} records", table, count: records)
    case .runStep(let name): sentence("Step {name} runs", "", name: name)
    }
  }

  private func sentence(
    _ key: String, _ table: String, _ column: String? = nil, count: Int? = nil, name: String? = nil
  ) -> Phrase {
    var arguments: [String: Phrase.Argument] = ["table": .text(table)]
    if let column { arguments["column"] = .text("\(table).\(column)") }
    if let count { arguments["count"] = .count(count) }
    if let name { arguments["name"] = .text(name) }
    return Phrase(key, arguments)
  }
}

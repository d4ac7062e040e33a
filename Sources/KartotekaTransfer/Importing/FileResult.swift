import KartotekaModel

/// The result of one file.
public struct FileResult: Sendable {
  /// The file's name.
  public let file: String
  /// The entity, by its plural: `orders`.
  public let entity: String
  /// Rows that were read.
  public internal(set) var read = 0
  /// Rows that became new records.
  public internal(set) var inserted = 0
  /// Rows that changed a record.
  public internal(set) var updated = 0
  /// Rows that a record equals already.
  public internal(set) var unchanged = 0
  /// Rows that were loaded, but without a reference whose target doesn't exist.
  public internal(set) var unresolved = 0
  /// How many rows could not be loaded.
  public internal(set) var rejected = 0
  /// Rows that could not be loaded, in the order of their lines: the first ``ImportOptions/rejectLimit`` of an import.
  public internal(set) var rejects: [Reject] = []
  /// The records that were loaded without a reference; in an import of several transactions, those of the last one.
  var left: [UnresolvedReference: [RecordID]] = [:]
  /// The headings of columns that were left out.
  public let ignored: [String]
  /// How many characters of the file could not be read and became U+FFFD.
  public let replacedCharacters: Int

  /// What people call the records.
  let nouns: Nouns
  let headers: [String]
  let dialect: CSVDialect?

  init(_ plan: FilePlan) {
    file = plan.name
    entity = plan.entity.plural
    nouns = plan.entity.nouns
    ignored = plan.ignored.map(\.header)
    replacedCharacters = plan.replacedCharacters
    headers = plan.columns.map(\.header)
    dialect = plan.dialect
  }
}

extension FileResult {
  /// The line that tells a person: `orders.csv → orders: 830 rows read, 828 added, 2 rejected`.
  public var phrase: Phrase {
    let counts = [
      ("{count} rows read", read, true), ("{count} added", inserted, false), ("{count} changed", updated, false),
      ("{count} unchanged", unchanged, false), ("{count} rejected", rejected, false),
      ("{count} without the record they refer to", unresolved, false),
    ]
    let parts = counts.filter { $0.1 > 0 || $0.2 }.map { Phrase($0.0, ["count": .count($0.1)]) }
    let list = parts.dropFirst().reduce(parts[0]) { list, next in
      Phrase("{first}, {next}", ["first": .phrase(list), "next": .phrase(next)])
    }
    return Phrase(
      "{file} → {entity}: {counts}",
      ["file": .text(file), "entity": .text(entity), "counts": .phrase(list)])
  }

  /// What a person should know besides, a sentence each: columns left out, characters lost.
  public var remarks: [Phrase] {
    var remarks: [Phrase] = []
    if !ignored.isEmpty {
      remarks.append(
        Phrase(
          "Left out, because {entities} have no such columns: {headers}",
          ["entities": .phrase(Phrase(nouns.many)), "headers": .text(ignored.prefix(40).joined(separator: ", "))]))
    }
    if replacedCharacters > 0 {
      remarks.append(Phrase("{count} characters could not be read", ["count": .count(replacedCharacters)]))
    }
    if rejected > rejects.count {
      remarks.append(
        Phrase("Of the rejected rows, the first {count} are kept", ["count": .count(rejects.count)]))
    }
    return remarks
  }

  /// Writes what `kartoteka import --json` prints of the file.
  public func write(to json: inout JSONWriter) {
    json.beginObject()
    json.key("file")
    json.string(file)
    json.key("entity")
    json.string(entity)
    let counts = [
      ("read", read), ("inserted", inserted), ("updated", updated), ("unchanged", unchanged),
      ("rejected", rejected), ("unresolved", unresolved),
    ]
    for (name, count) in counts {
      json.key(name)
      json.int(count)
    }
    json.endObject()
  }
}

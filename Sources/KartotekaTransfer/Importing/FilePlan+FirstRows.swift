import KartotekaModel

extension FilePlan {
  /// The file's first rows as text, with a value for each of ``columns``; missing values are empty.
  public func firstRows(_ count: Int) -> [[String]] {
    switch format {
    case .csv: firstRecords(count)
    case .json: firstObjects(count)
    }
  }

  /// The readings of a column's first values, as a person reads them; empty if they equal the values or the column has no
  /// notation.
  package func firstReadings(of column: ColumnMatch, in say: Localizer, limit: Int = 3) -> [String] {
    guard case .column(let name) = column.target, let attribute = entity.attribute(name),
      attribute.behavior is any NotationDependentKind
    else { return [] }
    let texts = firstRows(limit).map { $0[column.number - 1] }.filter { !$0.isEmpty }
    let readings = texts.map { text -> String in
      guard let value = try? attribute.behavior.read(text, for: attribute, in: column.notation.valid) else {
        return "–"
      }
      if attribute.behavior.isNumber {
        // Without grouping marks, which would be ambiguous again.
        return attribute.behavior.text(value, for: attribute).replacing(".", with: say.language.decimalMark)
      }
      return attribute.behavior.display(value, for: attribute, in: say)
    }
    return readings == texts ? [] : readings
  }

  private func firstRecords(_ count: Int) -> [[String]] {
    var reader = CSVReader(text, dialect: dialect)
    var rows: [[String]] = []
    // The import reports unreadable files.
    guard (try? reader.next()) == true else { return [] }
    while rows.count < count, (try? reader.next()) == true {
      rows.append(columns.map { $0.number <= reader.fieldCount ? reader.text(of: $0.number - 1) : "" })
    }
    return rows
  }

  private func firstObjects(_ count: Int) -> [[String]] {
    guard var reader = try? JSONRecordReader(text) else { return [] }
    var rows: [[String]] = []
    while rows.count < count, (try? reader.next()) == true {
      rows.append(columns.map { Self.text(of: reader.record[$0.header]) })
    }
    return rows
  }

  private static func text(of value: JSONValue?) -> String {
    switch value {
    case nil, .null?: return ""
    case .string(let text)?: return text
    case let value?:
      var json = JSONWriter()
      json.value(value)
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }
}

extension CSVReader {
  // A picture may be a million characters long.
  fileprivate func text(of index: Int) -> String {
    String(decoding: self[index].prefix(400), as: UTF8.self).trimmingSpaces()
  }
}

import KartotekaModel

// The first rows of a file as the records will be.
extension ProposedTable {
  /// The number of rows that are shown.
  private static let shownRows = 5
  /// The number of characters of a value that are shown.
  private static let longest = 120

  /// Compares the fields with the first values of their columns, and keeps the first rows.
  /// - Parameter values: the values of each column; empty ones for rows without.
  package mutating func look(at values: [[String]]) {
    let evidences = columns.indices.map { place in
      columns[place].isTyped == true || !values.indices.contains(place)
        ? NotationEvidences() : NotationEvidences(values[place])
    }
    let told = NotationEvidences(of: evidences)
    let file = NotationEvidences(notation).or(told)
    for place in columns.indices where values.indices.contains(place) {
      let isTyped = columns[place].isTyped == true
      let own = evidences[place].or(told)
      columns[place].look(
        at: values[place], in: isTyped ? .lenient : evidences[place].notation(else: file),
        isDecided: isTyped || (columns[place].isOfDays ? own.hasOrder : own.hasMark),
        isHalf: columns.contains { $0.meaning == .longitude(place) })
    }
    let count = values.map(\.count).max() ?? 0
    sampled = count
    firstValues = (0..<min(count, Self.shownRows)).map { row in
      values.map { row < $0.count ? String($0[row].prefix(Self.longest)) : "" }
    }
  }

  /// The question that the values leave open about numbers or days, with both readings of a value.
  package func question(about subject: NotationQuestion.Subject) -> NotationQuestion? {
    columns.lazy.filter { $0.meaning == .field }.compactMap { $0.digest?.question }.first { $0.subject == subject }
  }

  /// The first question that nobody has answered.
  package var openQuestion: NotationQuestion? {
    let numbers = notation?.decimalMark == nil ? question(about: .decimalMark) : nil
    return numbers ?? (notation?.dateOrder == nil ? question(about: .dateOrder) : nil)
  }

  /// The columns that become something, as the first records have them.
  package func firstRecords(in say: Localizer) -> (headings: [(label: String, isNumber: Bool)], rows: [[String]]) {
    let shown = columns.indices.filter { place in
      switch columns[place].meaning {
      case .nothing, .longitude: false
      case .number, .field, .one, .several, .tags: true
      }
    }
    let headings = shown.map { place -> (label: String, isNumber: Bool) in
      let column = columns[place]
      let isNumber = column.meaning == .field && [.integer, .decimal, .real].contains(column.field.kind)
      let label = column.meaning == .number ? say("Number") : column.label.isEmpty ? column.heading : say(column.label)
      return (label, isNumber)
    }
    let rows = (firstValues ?? []).map { row in
      shown.map { place in
        let longitude = columns.firstIndex { $0.meaning == .longitude(place) }
        let text = longitude.map { PositionColumns.text(row[place], row[$0]) } ?? row[place]
        return columns[place].reading(of: text, in: say) ?? "–"
      }
    }
    return (headings, rows)
  }
}

extension ProposedColumn {
  fileprivate var isOfDays: Bool { [.date, .timestamp].contains(field.kind) }

  /// The reading of a value of the file, as people read it; nil for one that doesn't fit.
  package func reading(of text: String, in say: Localizer) -> String? {
    guard meaning == .field, var notation = digest?.notation else { return text }
    if text.isEmpty || text == "NULL" || Placeholders.concern(field) && Placeholders.contains(text) { return "" }
    notation.timeZone = say.timeZone
    notation.dropsTime = true
    let behavior = field.behavior
    guard let value = try? behavior.read(text, for: field, in: notation), behavior.fault(in: value, for: field) == nil
    else { return nil }
    return field.isBytes ? "…" : behavior.display(value, for: field, in: say)
  }

  /// The summary of the first values.
  package var remarks: [Phrase] {
    guard meaning == .field, let digest else { return [] }
    var remarks: [Phrase] = []
    if let least = digest.least, let greatest = digest.greatest {
      remarks.append(Phrase("from {least} to {greatest}", ["least": .text(least), "greatest": .text(greatest)]))
    }
    if digest.empty > 0 { remarks.append(Phrase("{count} without a value", ["count": .count(digest.empty)])) }
    if digest.placeholders > 0 {
      remarks.append(
        Phrase(
          "{count} such as {text} read as empty",
          ["count": .count(digest.placeholders), "text": .text(digest.placeholder)]))
    }
    if !digest.odd.isEmpty {
      remarks.append(Phrase("unlike the others: {values}", ["values": .text(digest.odd.joined(separator: " · "))]))
    }
    return remarks
  }
}

import KartotekaModel

/// Hashes of what makes records duplicates. Records with no hash in common are no duplicates of each other.
package struct DuplicateMarks {
  /// The hashes of the title, and of each text that lacks one of its letters.
  package let title: Set<UInt64>
  /// The hash of each identifying attribute that has a value.
  package let values: [String: UInt64]

  /// The marks of a record.
  package init(of record: AnyRecord) {
    var (words, slips, title) = (TitleWords(), TitleSlips(), Set<UInt64>())
    for attribute in record.entity.titleAttributes where attribute.isText {
      guard case .text(let text) = record[attribute.name] else { continue }
      Array(Self.key(text, attribute).utf8).withUnsafeBytes { words.append($0) }
    }
    if !words.bytes.isEmpty { title.insert(TextHash.mixed(words.unorderedHash)) }
    slips.hashes(of: words.bytes) { title.insert($0) }
    self.title = title
    values = record.entity.identifyingAttributes.reduce(into: [:]) { values, attribute in
      guard case .text(let text) = record[attribute.name] else { return }
      values[attribute.name] = TextHash.of(Self.key(text, attribute).utf8)
    }
  }

  // As the search's keys are, so that equal numbers are equal however they are written.
  private static func key(_ text: String, _ attribute: AttributeDescription) -> String {
    SortKeyTable.key(of: text, in: .attribute(attribute), .root)
  }
}

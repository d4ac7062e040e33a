extension AnyRecord {
  /// The last part of the record's address, without percent-encoding where it is one key or a number; nil for a new record
  /// without a key.
  public var address: String? {
    guard let source = entity.source, !source.key.isEmpty else { return id.map(String.init) }
    let parts = keyTexts(source)
    return parts.isEmpty ? nil : parts.joined(separator: ",")
  }

  // The texts of the key's values.
  private func keyTexts(_ source: EntitySource) -> [String] {
    source.key.compactMap { name in
      entity.columns.firstIndex { source.column($0.column) == name }.map { position in
        let value = keys[position] ?? values[position]
        return entity.keyText(value, at: position)
      }
    }
  }

  /// The parts of the record's key; empty for a record that is addressed by its id.
  package var keyParts: [String] { entity.source.map(keyTexts) ?? [] }
}

extension EntityDescription {
  /// The text of a key's value in addresses.
  fileprivate func keyText(_ value: Value, at position: Int) -> String {
    switch value {
    case .null: ""
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(let text): text
    case .blob(let blob): BlobFile.name(of: (try? blob.bytes()) ?? blob.head)
    }
  }
}

extension RelationshipDescription {
  /// Whether the related records may have any number as their id, as those of another program's file do.
  package var hasAnyNumber: Bool { source != nil }
}

extension Value {
  /// A key as text, which distinguishes a reference that is to be looked up from the id of a record.
  package var asKey: Value {
    switch self {
    case .integer(let integer): .text(String(integer))
    case .real(let real): .text(String(real))
    case .null, .text, .blob: self
    }
  }
}

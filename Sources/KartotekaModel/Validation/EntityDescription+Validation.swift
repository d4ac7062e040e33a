import Foundation

extension EntityDescription {
  /// The errors in a record by the rules of its attributes; empty for none.
  ///
  /// The store checks rules that need other records: uniqueness and the existence of related ones.
  public func faults(in record: AnyRecord) -> [FieldFault] {
    columns.indices.compactMap { fault(at: $0, in: record) }
  }

  /// The errors in the numbers that a record has; empty for none.
  package func numberFaults(in record: AnyRecord) -> [FieldFault] {
    columns.indices.compactMap { position in
      guard case .attribute(let attribute) = columns[position], attribute.behavior.isNumber else { return nil }
      return record.values[position].isNull ? nil : fault(at: position, in: record)
    }
  }

  /// The error in one of a record's values by the rules of its column; nil for none.
  public func fault(at position: Int, in record: AnyRecord) -> FieldFault? {
    if isFilled(position, in: record) || isFollowing(position, in: record) || isComputed(position, in: record) {
      return nil
    }
    let column = columns[position]
    return column.fault(in: record.values[position]).map { fault in
      // The derived value is missing because of an error in its source.
      record.faultOfFollowed(at: position) ?? FieldFault(column.name, fault)
    }
  }

  /// Whether a new record without a value here gets one derived from another of its values.
  package func isFollowing(_ position: Int, in record: AnyRecord) -> Bool {
    record.id == nil && record.values[position].isNull && record.following(at: position) != nil
  }

  /// Whether a new record that is given nothing here gets the value of a formula.
  package func isComputed(_ position: Int, in record: AnyRecord) -> Bool {
    record.id == nil && record.values[position].isNull && columns[position].defaultFormula != nil
      && !record.emptied.contains(position)
  }

  /// Whether a new record without a value here gets one from a related record.
  package func isFilled(_ position: Int, in record: AnyRecord) -> Bool {
    guard record.id == nil, record.values[position].isNull, case .attribute(let attribute) = columns[position],
      case .related(let relationship, _)? = attribute.defaultSource, !record[relationship].isNull
    else { return false }
    return attribute.isRequired || filledTogether(by: relationship).allSatisfy { record.values[$0.position].isNull }
  }

  /// The attributes that one relationship fills together if none of them is given: their positions, and the attributes
  /// of the related record.
  package func filledTogether(by relationship: String) -> [(position: Int, source: String)] {
    attributes.indices.compactMap { position in
      guard !attributes[position].isRequired,
        case .related(relationship, let source)? = attributes[position].defaultSource
      else { return nil }
      return (position, source)
    }
  }
}

extension ColumnDescription {
  /// The error in a value of this column; nil for none.
  public func fault(in value: Value) -> Phrase? {
    switch self {
    case .attribute(let attribute): attribute.fault(in: value)
    case .toOne(let relationship): relationship.fault(in: value)
    }
  }
}

extension RelationshipDescription {
  fileprivate func fault(in value: Value) -> Phrase? {
    switch value {
    // The store looks up a key.
    case .integer where hasAnyNumber, .text where keyed != nil: nil
    case .null: isRequired ? "This can't be empty" : nil
    case .integer(let id) where id > 0: nil
    default: "This has to be a record's number"
    }
  }
}

extension AttributeDescription {
  /// The error in a value by the rules of the attribute and its kind; nil for none.
  public func fault(in value: Value) -> Phrase? {
    if value.isNull { return isRequired ? "This can't be empty" : nil }
    // The file's own rules decide.
    if source != nil { return nil }
    guard isStorable(value) else { return storageFault(value) }
    switch value {
    case .null: return nil
    case .text(let text): return textFault(text) ?? behavior.fault(in: value, for: self)?.phrase
    case .blob(let blob): return sizeFault(blob.count)
    case .integer, .real: return rangeFault(value) ?? behavior.fault(in: value, for: self)?.phrase
    }
  }

  // SQLite stores a whole number in a REAL column as a real; a foreign file may contain an integer.
  private func isStorable(_ value: Value) -> Bool {
    value.storage == behavior.storage || value.storage == .integer && behavior.storage == .real
  }

  private func storageFault(_ value: Value) -> Phrase {
    if let fault = behavior.fault(in: value, for: self) { return fault.phrase }
    return switch behavior.storage {
    case .integer, .real: "This has to be a number"
    case .text: "This has to be text"
    case .blob: "These bytes have to be written in Base64"
    }
  }

  private func textFault(_ text: String) -> Phrase? {
    if isRequired && text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      return "This can't be empty"
    }
    // Unicode scalars, as SQLite's length() counts in the CHECK clause: a flag is one visible character and two
    // scalars. The byte count decides nearly all cases faster.
    if text.utf8.count > maximumLength, text.unicodeScalars.count > maximumLength {
      return Phrase("This can have at most {count} characters", ["count": .count(maximumLength)])
    }
    if minimumLength > 1, text.unicodeScalars.count < minimumLength {
      return Phrase("This has to have at least {count} characters", ["count": .count(minimumLength)])
    }
    if let pattern {
      switch Patterns.match(text, pattern) {
      case .yes: break
      case .no: return patternHint.map { Phrase($0) } ?? "This isn't written as it has to be"
      case .unknown: return "This takes too long to compare with the field's pattern"
      }
    }
    if barcode == .article, let fault = ArticleNumber.fault(in: text) { return fault }
    return rangeFault(.text(text))
  }

  private func sizeFault(_ count: Int) -> Phrase? {
    if count > maximumLength {
      return Phrase("This can have at most {count} bytes", ["count": .count(maximumLength)])
    }
    if count < minimumLength {
      return Phrase("This has to have at least {count} bytes", ["count": .count(minimumLength)])
    }
    return nil
  }

  private func rangeFault(_ value: Value) -> Phrase? {
    if !minimum.isNull, value.isLess(than: minimum) {
      return Phrase(
        "This has to be at least {minimum}", ["minimum": .text(behavior.text(minimum, for: self))])
    }
    if !maximum.isNull, maximum.isLess(than: value) {
      return Phrase("This has to be at most {maximum}", ["maximum": .text(behavior.text(maximum, for: self))])
    }
    return nil
  }
}

extension Value {
  /// Whether this is less than another number or text, in SQLite's order.
  func isLess(than other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let one), .integer(let two)): one < two
    case (.real(let one), .real(let two)): one < two
    case (.integer(let one), .real(let two)): Double(one) < two
    case (.real(let one), .integer(let two)): one < Double(two)
    case (.text(let one), .text(let two)): one.utf8.lexicographicallyPrecedes(two.utf8)
    default: false
    }
  }
}

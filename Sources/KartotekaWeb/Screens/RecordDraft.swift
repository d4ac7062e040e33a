import KartotekaModel
import KartotekaStore

/// A record as a form shows it: what is stored, what was typed, and what is wrong with that.
struct RecordDraft: Sendable {
  /// The record as it was when the form was made.
  let base: AnyRecord
  /// The version that the form was made from; nil for a new record.
  let fingerprint: String?
  /// The record with everything typed that can be read.
  private(set) var record: AnyRecord
  /// What the fields show, by name.
  private(set) var texts: [String: String]
  /// The pictures and files that were chosen or taken away, by name.
  private(set) var chosen: [String: ChosenFile] = [:]
  /// What is wrong, by name, in words.
  var errors: [String: String] = [:]

  /// A form that nobody has typed into.
  init(_ record: AnyRecord, _ say: Localizer) {
    base = record
    self.record = record
    fingerprint = record.id == nil ? nil : record.fingerprint
    texts = Self.texts(of: record)
  }

  /// A form that was sent: its texts over the record it was made from, whose texts it brings along.
  /// - Parameter related: the related records that texts mean which are more than numbers, by the column's name.
  init(
    _ form: SubmittedForm, over stored: AnyRecord, related: [String: RelatedLookup.Result] = [:], _ say: Localizer
  ) {
    fingerprint = form["_etag"]
    base = Self.base(form["_base"], stored)
    record = base
    texts = Self.texts(of: base)
    for (index, column) in stored.entity.columns.enumerated()
    where column.writability.allows(isNew: stored.id == nil) && !column.isBytes {
      guard let text = form[column.name] ?? Self.unchecked(column, form) else { continue }
      texts[column.name] = text
      switch related[column.name] {
      case .nothing: record.values[index] = .null
      case .record(let id): record.values[index] = .integer(id)
      case .fault(let reason): errors[column.name] = reason
      case nil:
        if let fault = record.read(text: text, at: index) { errors[column.name] = say(fault.phrase) }
      }
    }
    chosen = form.chosen
    for (name, file) in chosen {
      switch file {
      case .chosen(let blob, _, _): record[name] = .blob(blob)
      case .removed: record[name] = .null
      case .refused(let reason): errors[name] = say(reason)
      }
    }
    for fault in stored.entity.faults(in: record) where errors[fault.field] == nil {
      errors[fault.field] = say(fault.phrase)
    }
  }

  /// Chooses a related record.
  mutating func choose(_ id: RecordID, _ relationship: String) {
    record[relationship] = .integer(id)
    texts[relationship] = String(id)
    errors[relationship] = nil
  }

  /// The names of the columns that were changed here.
  var changed: Set<String> { Set(record.differences(from: base)) }

  /// The names of the columns that were changed here and, to something else, by somebody who saved meanwhile.
  func clashes(with stored: AnyRecord) -> [String] {
    guard fingerprint != stored.fingerprint else { return [] }
    let theirs = Set(stored.differences(from: base))
    return changed.intersection(theirs).filter { record[$0] != stored[$0] }.sorted()
  }

  /// What was changed here, over the record as somebody else may have saved it meanwhile.
  func merged(onto stored: AnyRecord) -> AnyRecord {
    var merged = stored
    for name in changed { merged[name] = record[name] }
    return merged
  }

  /// What the form brings along so that nothing is lost when somebody else saves meanwhile.
  var hidden: [(name: String, value: String)] {
    guard let fingerprint else { return [] }
    var json = JSONWriter()
    json.beginObject()
    for (name, text) in Self.texts(of: base).sorted(by: { $0.key < $1.key }) {
      json.key(name)
      json.string(text)
    }
    json.endObject()
    return [("_etag", fingerprint), ("_base", String(decoding: json.bytes, as: UTF8.self))]
  }

  /// What a form brings along in place of the files that were chosen.
  var hiddenFiles: [(name: String, value: String)] {
    chosen.sorted { $0.key < $1.key }.compactMap { $1.hidden($0) }
  }

  /// The fields of a form for it.
  /// - Parameters:
  ///   - titles: what people call the records that it leads to, by relationship.
  ///   - takesFiles: whether the form brings pictures and files along.
  func fields(
    prefix: String, titles: [String: String] = [:], takesFiles: Bool = false, _ say: Localizer
  ) -> [FormField] {
    record.entity.columns.enumerated().map { index, column in
      var field = FormField(column: column, id: prefix + column.name, text: texts[column.name] ?? "")
      field.error = errors[column.name]
      field.title = titles[column.name]
      let stored = column.isBytes ? "" : base.text(at: index)
      if stored != field.text, fingerprint != nil { field.stored = stored }
      if case .attribute(let attribute) = column, attribute.isBytes {
        field.file = takesFiles ? file(of: attribute, at: index, say) : nil
      }
      if !column.writability.allows(isNew: record.id == nil) {
        field.display = field.title ?? field.file?.size ?? field.text
        field.file = nil
      }
      return field
    }
  }

  private func file(of attribute: AttributeDescription, at index: Int, _ say: Localizer) -> FileField {
    var file = FileField()
    if !base.values[index].isNull {
      file.size = attribute.behavior.display(base.values[index], for: attribute, in: say)
    }
    switch chosen[attribute.name] {
    case .chosen(_, let name, let token): file.chosen = (name, token)
    case .removed: file.isRemoved = true
    case .refused, nil: break
    }
    return file
  }

  // Bytes are no text: they stay where they are.
  private static func texts(of record: AnyRecord) -> [String: String] {
    Dictionary(
      record.entity.columns.enumerated().filter { !$1.isBytes }.map { ($1.name, record.text(at: $0)) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func base(_ json: String?, _ stored: AnyRecord) -> AnyRecord {
    guard let json, case .object(let object)? = try? JSONParser.parse(json) else { return stored }
    var base = stored
    for (index, column) in stored.entity.columns.enumerated() {
      if case .string(let text)? = object[column.name] { _ = base.read(text: text, at: index) }
    }
    return base
  }

  // A box that is not ticked sends nothing, which means no.
  private static func unchecked(_ column: ColumnDescription, _ form: SubmittedForm) -> String? {
    guard case .attribute(let attribute) = column, attribute.kind == .boolean else { return nil }
    return "false"
  }
}

extension ColumnDescription {
  /// Whether its values are bytes.
  var isBytes: Bool { if case .attribute(let attribute) = self { attribute.isBytes } else { false } }
}

extension AttributeDescription.Writability {
  /// Whether a person may write here.
  func allows(isNew: Bool) -> Bool {
    switch self {
    case .always: true
    case .onInsert: isNew
    case .never: false
    }
  }
}

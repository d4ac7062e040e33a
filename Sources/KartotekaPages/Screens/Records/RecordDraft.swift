import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// A record in a form: the stored version, the input and its faults.
struct RecordDraft: Sendable {
  /// The record when the form was made.
  private(set) var base: AnyRecord
  /// The version that the form was made from; nil for a new record.
  private(set) var fingerprint: String?
  /// The time zone of times in the form.
  private let timeZone: TimeZone
  /// The digests of bytes when the form was made, by name.
  private var baseMarks: [String: String]
  /// The record with all valid input.
  private(set) var record: AnyRecord
  /// The displayed texts by name.
  private(set) var texts: [String: String]
  /// The chosen and removed pictures and files, by name.
  private(set) var chosen: [String: ChosenFile] = [:]
  /// The tokens of chosen files that can't be read at the moment, by name.
  private(set) var unread: [String: String] = [:]
  /// The faults by name.
  var errors: [String: String] = [:]
  /// The name of the field that has the focus: the one whose sheet was closed, so that the keyboard goes on there.
  var focus: String?
  /// The faulty parts of texts, as a script counts, by name.
  var faultyParts: [String: Range<Int>] = [:]
  /// The input of fields that do not exist any more.
  private(set) var lost: [String] = []
  /// The names of columns that had the value of a formula in the form of a new record.
  private(set) var begun: Set<String> = []
  /// The token of the form of a new record.
  private var once: String?
  /// The request that a repeated form of a new record is recognised by; nil for others.
  private(set) var repetition: IdempotentRequest?
  /// The records that a new record is linked to when it is saved.
  var ticked: [NewLinks] = []
  /// The several pictures and files that a new record can have.
  var galleries: [Gallery] = []
  /// The tags of the form; nil where they were not read yet.
  var tags: [TagsInput]?
  /// Links to the cause of faults, by name.
  var links: [String: (title: String, href: URLPath)] = [:]

  /// A form without input.
  init(_ record: AnyRecord, _ say: Localizer) {
    base = record
    baseMarks = Self.marks(of: record)
    self.record = record
    fingerprint = record.id == nil ? nil : record.fingerprint
    timeZone = say.timeZone
    texts = Self.texts(of: record)
  }

  /// A submitted form. It contains the texts of the record that it was made from.
  /// - Parameter related: the related records for texts that are not numbers, by the column's name.
  init(
    _ form: SubmittedForm, over stored: AnyRecord, related: [String: RelatedLookup.Result] = [:], _ say: Localizer
  ) {
    let form = form.renamed(for: stored.entity)
    var message = FormMessage(form)
    message.base = message.base.map { SubmittedForm($0).renamed(for: stored.entity).texts }
    lost = form.lost(of: stored.entity, base: message.base)
    once = message.once
    repetition = stored.id == nil ? IdempotentRequest(form, of: stored.entity) : nil
    fingerprint = message.version
    if [.edit, .cancel].contains(message.intent) { focus = message.choosing }
    // The form is read in the time zone in which it was shown.
    timeZone = message.timeZone.flatMap(TaskTimeZone.named) ?? say.timeZone
    var notation = ValueNotation(typedBy: say)
    notation.timeZone = timeZone
    base = Self.base(message.base, stored)
    baseMarks = Self.marks(of: stored).reduce(into: [:]) { marks, mark in
      marks[mark.key] = message.base.map { $0[mark.key] ?? "" } ?? mark.value
    }
    record = base
    texts = Self.texts(of: base)
    for (index, column) in stored.entity.columns.enumerated()
    where column.writability.allows(isNew: stored.id == nil) && !column.isBytes {
      // A column without a field keeps its value. A switch that is off sends a hidden "false".
      guard let text = form[column.name] else { continue }
      texts[column.name] = text
      switch related[column.name] {
      case .nothing: record.values[index] = .null
      case .record(let id): record.values[index] = .integer(id)
      case .fault(let reason): errors[column.name] = reason
      case nil:
        if let fault = record.read(text: text, at: index, in: notation) {
          errors[column.name] = say(fault.phrase)
        }
      }
    }
    // Only what had a value can have been emptied. What had none yet, and all of other forms, is left to the store.
    let begun = FollowScreen.begun(in: form)
    self.begun = begun
    record.emptied = record.emptied.filter { begun.contains(stored.entity.columns[$0].name) }
    chosen = form.chosen
    for (name, file) in chosen {
      // A thumbnail belongs to the picture that was chosen with it: where another person's picture stays, theirs stays.
      if let picture = stored.entity.attribute(name)?.thumbnailOf {
        guard case .chosen? = chosen[picture], case .chosen = file else { continue }
      }
      switch file {
      case .chosen(let blob, _, _): record[name] = .blob(blob)
      case .removed: record[name] = .null
      case .refused(let reason):
        errors[name] = say(reason)
        unread[name] = form[FormName.file(name)]
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

  /// The label of a field that can't be changed any more, and that a form changes all the same; nil if there is none.
  func fixedColumn(in form: SubmittedForm) -> String? {
    for (index, column) in base.entity.columns.enumerated() where column.writability != .always && !column.isBytes {
      if let text = form[column.name], text.trimmingSpaces() != base.text(at: index).trimmingSpaces() {
        return column.label
      }
    }
    return nil
  }

  /// Sets a value from a related record.
  mutating func take(_ value: Value, at position: Int) {
    let name = record.entity.columns[position].name
    record.values[position] = value
    texts[name] = record.text(at: position)
    errors[name] = nil
  }

  /// The fault about texts that no field takes any more; nil if there are none.
  func lostFault(_ say: Localizer) -> String? {
    lost.isEmpty
      ? nil
      : say(
        "Fields have been removed meanwhile. This was typed in them and is not saved: {texts}",
        ["texts": .text(lost.joined(separator: " · "))])
  }

  /// The names of changed columns.
  var changed: Set<String> { Set(record.differences(from: base)) }

  /// The names of columns that were changed concurrently to different values.
  func clashes(with stored: AnyRecord) -> [String] {
    guard fingerprint != stored.fingerprint else { return [] }
    let marks = Self.marks(of: stored)
    let theirs = Set(stored.differences(from: base)).union(marks.keys.filter { marks[$0] != baseMarks[$0] })
    return changed.intersection(theirs)
      .filter { record[$0] != stored[$0] && stored.entity.attribute($0)?.thumbnailOf == nil }.sorted()
  }

  /// The changes applied to a concurrently saved version.
  func merged(onto stored: AnyRecord) -> AnyRecord {
    var merged = stored
    for name in changed { merged[name] = record[name] }
    return merged
  }

  /// The draft based on a concurrently saved version. The input is kept, and the next submission overwrites that version.
  func rebased(onto stored: AnyRecord) -> RecordDraft {
    var copy = self
    let typed = changed.union(errors.keys)
    copy.record = merged(onto: stored)
    copy.base = stored
    copy.baseMarks = Self.marks(of: stored)
    copy.fingerprint = stored.fingerprint
    copy.texts = Self.texts(of: stored).merging(texts.filter { typed.contains($0.key) }) { $1 }
    return copy
  }

  /// The hidden fields with the original version, for merging concurrent changes.
  var message: FormMessage {
    guard let fingerprint else { return FormMessage(once: record.id == nil ? once ?? IdempotentRequest.newToken : nil) }
    var message = FormMessage(
      version: fingerprint, base: Self.texts(of: base).merging(baseMarks, uniquingKeysWith: { $1 }))
    for input in tags ?? [] { message.base?[input.relationship.name] = TagText.text(input.base) }
    if base.entity.attributes.contains(where: { $0.kind == .timestamp }) { message.timeZone = timeZone.identifier }
    return message
  }

  /// The texts that the form was made from, by name.
  var baseTexts: [String: String] { Self.texts(of: base) }

  /// All input, for a form that shows none of it.
  var carried: [(name: String, value: String)] {
    texts.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 } + hiddenFiles + ticked.map(\.field) + carriedTags
  }

  /// The tags of the form, for one that shows them not.
  var carriedTags: [(name: String, value: String)] { (tags ?? []).map(\.carried) }

  /// The fields of the tags.
  func tagFields(prefix: String, isFixed: Bool = false) -> [FormField] {
    (tags ?? []).map { $0.field(prefix: prefix, error: errors[$0.relationship.name], isFixed: isFixed) }
  }

  /// A chosen or removed file beside the stored one: the form values and texts of both.
  func versions(
    ofFile name: String, stored: AnyRecord, _ say: Localizer
  ) -> (name: String, mine: (text: String, display: String), theirs: (text: String, display: String))? {
    guard let file = chosen[name], let hidden = file.hidden(name), let position = record.entity.position(of: name)
    else { return nil }
    func display(_ record: AnyRecord) -> String {
      record.entity.columns[position].display(record.values[position], in: say)
    }
    var mine = display(record)
    if case .chosen(_, let title, _) = file { mine = title + " · " + mine }
    return (hidden.name, (hidden.value, mine), ("", display(stored)))
  }

  /// The hidden fields of chosen files.
  var hiddenFiles: [(name: String, value: String)] {
    chosen.sorted { $0.key < $1.key }.compactMap { name, file in
      file.hidden(name) ?? unread[name].map { (name: FormName.file(name), value: $0) }
    }
  }

  /// The fields of a form.
  /// - Parameters:
  ///   - titles: the titles of related records, by relationship.
  ///   - takesFiles: whether the form uploads pictures and files.
  ///   - isFixed: whether nothing can be changed.
  func fields(
    prefix: String, titles: [String: String] = [:], takesFiles: Bool = false, isFixed: Bool = false,
    _ say: Localizer
  ) -> [FormField] {
    record.entity.columns.enumerated().map { index, column in
      var field = FormField(column: column, id: prefix + column.name, text: texts[column.name] ?? "")
      field.error = errors[column.name]
      field.faultyPart = faultyParts[column.name]
      field.errorLink = links[column.name]
      field.title = titles[column.name]
      field.timeZone = timeZone
      field.hasFocus = column.name == focus
      let stored = column.isBytes ? "" : base.text(at: index)
      if stored != field.text { field.stored = stored }
      if case .attribute(let attribute) = column, attribute.isBytes {
        field.file = takesFiles ? file(of: attribute, at: index, say) : nil
      }
      if isFixed, case .attribute(let attribute) = column, attribute.isBytes, !base.values[index].isNull {
        field.file?.isFixed = true
      } else if isFixed || !column.writability.allows(isNew: record.id == nil) {
        field.display = field.title ?? field.file?.size ?? column.fixedText(record.values[index], field.text, say)
        field.file = nil
      }
      return field
    }
  }

  private func file(of attribute: AttributeDescription, at index: Int, _ say: Localizer) -> FileField {
    var file = FileField()
    switch base.values[index] {
    case .null: break
    case .blob(let blob): file.size = say.size(blob.count)
    case let value: file.size = attribute.behavior.display(value, for: attribute, in: say)
    }
    if let thumbnail = record.entity.thumbnail(of: attribute.name), thumbnail.writability != .never {
      file.thumbnail = (thumbnail.name, nil)
      if case .chosen(_, _, let token)? = chosen[thumbnail.name] { file.thumbnail?.token = token }
    }
    switch chosen[attribute.name] {
    case .chosen(_, let name, let token): file.chosen = (name, token)
    case .removed: file.isRemoved = true
    case .refused, nil:
      // Its name is not known here.
      if let token = unread[attribute.name] { file.chosen = (say(attribute.label), token) }
    }
    return file
  }

  // Bytes have no text.
  private static func texts(of record: AnyRecord) -> [String: String] {
    Dictionary(
      record.entity.columns.enumerated().filter { !$1.isBytes }.map { ($1.name, record.text(at: $0)) },
      uniquingKeysWith: { first, _ in first })
  }

  // The first digits of the digests of bytes, which distinguish versions.
  private static func marks(of record: AnyRecord) -> [String: String] {
    record.entity.columns.enumerated().reduce(into: [:]) { marks, column in
      guard column.element.isBytes else { return }
      if case .blob(let blob) = record.values[column.offset] {
        marks[column.element.name] = String(blob.fingerprint.prefix(16))
      } else {
        marks[column.element.name] = ""
      }
    }
  }

  // The record that a form was made from. A missing text is empty.
  private static func base(_ texts: [String: String]?, _ stored: AnyRecord) -> AnyRecord {
    guard let texts else { return stored }
    var base = stored
    for (index, column) in stored.entity.columns.enumerated() where !column.isBytes {
      _ = base.read(text: texts[column.name] ?? "", at: index)
    }
    return base
  }
}

extension ColumnDescription {
  /// A fixed value as people read it: a day in words, yes and no, a number with its groups.
  fileprivate func fixedText(_ value: Value, _ text: String, _ say: Localizer) -> String {
    guard case .attribute = self else { return text }
    return display(value, in: say)
  }

  /// Whether its values are bytes.
  var isBytes: Bool { if case .attribute(let attribute) = self { attribute.isBytes } else { false } }
}

extension AttributeDescription.Writability {
  /// Whether the column can be written.
  func allows(isNew: Bool) -> Bool {
    switch self {
    case .always: true
    case .onInsert: isNew
    case .never: false
    }
  }
}

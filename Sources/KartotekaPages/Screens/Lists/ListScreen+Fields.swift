import KartotekaHTML
import KartotekaModel
import KartotekaScreens

// The layout of a record's form.
extension ListScreen {
  /// The fields in their declared groups; others are in the first card.
  func arranged(_ fields: [FormField], _ say: Localizer) -> [FormField] {
    let fields = fields.filter { !unseen.contains($0.column.name) && !$0.isUnseen }
    guard !list.fieldGroups.isEmpty else { return fields }
    let named = Set(list.fieldGroups.flatMap(\.fields))
    var (result, shown): ([FormField], Set<String>) = ([], [])
    for (index, group) in list.fieldGroups.enumerated() {
      // A form has a field once, also where a description has it in two groups.
      var members = group.fields.filter { shown.insert($0).inserted }.compactMap { name in
        fields.first { $0.column.name == name }
      }
      if index == 0 { members += fields.filter { !named.contains($0.column.name) } }
      if !members.isEmpty, let title = group.title { members[0].heading = say(title) }
      result += members
    }
    return result
  }

  // Attributes that are set by choices or by adding a picture.
  private var unseen: Set<String> {
    let thumbnails = Set(entity.attributes.filter { $0.thumbnailOf != nil }.map(\.name))
    return thumbnails.union(attributesSetByChoice)
  }

  /// A new record with the relationships, choices, days and moments in the address, such as `new?category=1` or
  /// `new?starts=2026-11-24T09:00`.
  func begun(_ request: ScreenRequest) -> AnyRecord {
    var record = AnyRecord(entity)
    record.begin(with: request)
    fill(&record, from: request)
    return record
  }

  /// The fields of a stored record, with links to related records.
  func fields(of draft: RecordDraft, _ request: ScreenRequest) async throws -> [FormField] {
    let titles = try await screens.titles(draft, request.say)
    let trail = request.trail(from: draft.base)
    let isFixed = !screens.mayChange(draft.base)
    let all = draft.fields(prefix: "f-", titles: titles, takesFiles: true, isFixed: isFixed, request.say)
    let shown = (all + draft.tagFields(prefix: "f-", isFixed: isFixed))
      .filter { !list.card.omitted.contains($0.column.name) }
    let fields = shown.map { field in
      var field = field
      if field.file != nil {
        field.file?.href = screens.bytes(field.column.name, of: draft.base)
        // The picture of the card's head is not shown twice.
        field.file?.isPicture =
          field.column.name != list.picture && screens.picture(field.column.name, of: draft.base) != nil
        field.file?.look = look(at: field.column.name, of: draft.base, request)
        field.file?.preview = screens.preview(field.column.name, of: draft.base)
      }
      guard case .toOne(let relationship) = field.column, field.title != nil, let id = RecordID(field.text),
        let target = screens.description.model.entity(named: relationship.target), screens.screen(of: target) != nil
      else { return field }
      field.follow = screens.path(of: target).appending(id).with("via", trail)
      field.place = RecordOrigin.place(of: id, target)
      return field
    }
    return arranged(fields, request.say)
  }

  /// The computed fields of a record.
  func computedFields(_ computed: ComputedValues?, _ say: Localizer) -> [FormField] {
    guard computed != nil else { return [] }
    // The count of a section is shown above it.
    return entity.computed.filter { list.valueNouns == nil || $0.name != list.value }.map { value in
      var field = FormField(column: .attribute(value.attribute), id: "f-" + value.name, text: "")
      field.display = entity.display(value.name, of: computed, in: say) ?? ""
      return field
    }
  }
}

extension AnyRecord {
  /// Takes over the relationships, choices, days and moments in an address, such as `new?category=1`.
  mutating func begin(with request: ScreenRequest) {
    var notation = ValueNotation(typedBy: request.say)
    notation.timeZone = request.say.timeZone
    for (index, column) in entity.columns.enumerated() where !ScreenRequest.parameters.contains(column.name) {
      guard column.writability != .never, let text = request.query[column.name] else { continue }
      switch column {
      case .attribute(let attribute):
        if [.date, .timestamp, .choice].contains(attribute.kind) { _ = read(text: text, at: index, in: notation) }
      case .toOne: if let id = RecordID(text), id > 0 { values[index] = .integer(id) }
      }
    }
  }
}

extension FormField {
  /// Whether a form leaves the field out. One with a fault is shown, so that it can be mended.
  var isUnseen: Bool { attribute?.isHiddenInForms == true && error == nil }
}

extension RecordDraft {
  /// The values that a new record has got otherwise in fields that its form leaves out, such as the column of a board.
  var unseenInput: [(name: String, value: String)] {
    guard record.id == nil else { return [] }
    let blank = AnyRecord(record.entity)
    return record.entity.columns.enumerated().compactMap { position, column in
      guard case .attribute(let attribute) = column, attribute.isHiddenInForms, !attribute.isBytes,
        attribute.writability != .never, errors[attribute.name] == nil, let text = texts[attribute.name],
        text != blank.text(at: position)
      else { return nil }
      return (attribute.name, text)
    }
  }
}

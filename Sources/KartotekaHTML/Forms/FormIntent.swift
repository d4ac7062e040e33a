import KartotekaModel

/// The intent of a button of a form.
package enum FormIntent: Hashable, Sendable {
  /// The form is complete: the record is saved, the action is run.
  case save
  /// The row for a new record above a table is complete: the record is saved.
  case addRow
  /// Shows the form again with all that was typed.
  case edit
  /// Closes a sheet above the form, and restores the earlier choice.
  case cancel
  /// Searches in a sheet, or shows more of its rows.
  case find
  /// Ends a choice of several records.
  case done
  /// Takes what is shown off the list: a rejected row, an import.
  case discard
  /// Imports although there is a warning.
  case insist
  /// Opens, or searches, the sheet in which the record of a relationship is chosen.
  case choose(String)
  /// Opens the sheet for a new record of a relationship, makes the record, or leaves the sheet.
  case beginNew(String)
  case createNew(String)
  case leaveNew(String)
  /// Adds a line of an item.
  case addLine(RecordID)
  /// Removes the line at a place, or changes its quantity by one.
  case removeLine(Int)
  case increaseLine(Int)
  case decreaseLine(Int)
  /// Takes a related record out.
  case unlink(RecordID)

  /// The name under which a button sends it.
  package var name: String {
    if case .unlink = self { FormName.unlink } else { FormName.intent }
  }

  /// The value that a button sends under that name.
  package var value: String {
    switch self {
    case .save: "save"
    case .addRow: "row"
    case .edit: "edit"
    case .cancel: "cancel"
    case .find: "find"
    case .done: "done"
    case .discard: "discard"
    case .insist: "insist"
    case .choose(let relationship): "choose:" + relationship
    case .beginNew(let relationship): "new:" + relationship
    case .createNew(let relationship): "create:" + relationship
    case .leaveNew(let relationship): "leave:" + relationship
    case .addLine(let item): "add:\(item)"
    case .removeLine(let place): "remove:\(place)"
    case .increaseLine(let place): "more:\(place)"
    case .decreaseLine(let place): "less:\(place)"
    case .unlink(let id): String(id)
    }
  }

  /// Whether the form is shown again and nothing is saved yet.
  package var isDraft: Bool { self == .edit || self == .cancel }

  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      let plain: [FormIntent] = [.save, .addRow, .edit, .cancel, .find, .done, .discard, .insist]
      guard let known = plain.first(where: { $0.value == text }) else { return nil }
      self = known
      return
    }
    let (object, number) = (parts[1], Int64(parts[1]))
    switch (parts[0], number) {
    case ("choose", _): self = .choose(object)
    case ("new", _): self = .beginNew(object)
    case ("create", _): self = .createNew(object)
    case ("leave", _): self = .leaveNew(object)
    case ("add", let item?): self = .addLine(item)
    case ("remove", let place?): self = .removeLine(Int(place))
    case ("more", let place?): self = .increaseLine(Int(place))
    case ("less", let place?): self = .decreaseLine(Int(place))
    default: return nil
    }
  }
}

import KartotekaModel

/// The names of fields that components write themselves.
package enum FormName {
  static let intent = "_deed"
  static let unlink = "_remove"
  static let version = "_etag"
  static let base = "_base"
  static let once = "_once"
  static let timeZone = "_zone"
  static let lineVersions = "_lines"
  static let listSearch = "_search"
  static let listNarrowing = "_only"
  static let listShape = "_shape"
  static let trail = "_via"
  static let screen = "_on"
  static let choosing = "_choosing"
  static let chosenBefore = "_was"
  static let added = "_added"
  static let removed = "_removed"
  static let shown = "_shown"
  static let chosen = "_chosen"
  static let sheetRows = "_limit"
  static let confirmed = "_confirmed"
  static let group = "_group"
  static let carried = "draft."

  /// The search field of a sheet.
  package static let sheetSearch = "_find"
  /// The search field for items of lines.
  package static let itemSearch = "_item"
  /// A sheet's button for more rows; its value is their number.
  package static let moreRows = "_more"
  /// A field that only scripts read: the form differs from what is stored.
  package static let isTyped = "_typed"
  /// A stepper's buttons; their value is the setting's name.
  static let (stepDown, stepUp) = ("_less", "_more")
  /// The field that the button of a question sends.
  package static let confirmation = (name: confirmed, value: "yes")

  /// What is moved among the records of a section, its neighbours, and whether the section shows all.
  package static let (moved, before, behind, more) = ("moved", "before", "behind", "more")

  /// The box that means all records of a list, where several are changed.
  package static let severalAll = "_all"
  /// The field that several records get a value in.
  package static let severalField = "_field"
  /// The relationship by which several records are linked.
  package static let severalLink = "_link"
  /// The action that is run on several records.
  package static let severalAction = "_action"
  /// The field that says that the records were ticked in their list, to which one goes back.
  package static let severalList = "_list"
  /// The fields with the step on several records, and with the number of records for which it was confirmed.
  package static let (severalStep, severalCount) = ("_step", "_count")

  /// The steps that can be taken with several records.
  package enum SeveralStep: String {
    case set, delete, link, unlink, act, merge, labels
    /// Scripts know by the beginning of the value that a file comes, and no page.
    case export
    case spreadsheet = "export-xlsx"
  }

  /// The box of a record that can be ticked.
  package static func tick(_ id: RecordID) -> String { "tick-\(id)" }

  /// The field of a record that is not meant, while all others of its list are.
  package static func untick(_ id: RecordID) -> String { "untick-\(id)" }
  /// A field of the line at a place.
  package static func line(_ field: LineField, _ place: Int) -> String { "line-\(place)-\(field)" }
  /// The field with the known data of a file that was chosen and is not stored yet.
  package static func file(_ column: String) -> String { "_file-" + column }
  /// The field of several pictures or files of a record that is not saved yet.
  package static func items(_ section: String) -> String { "items-" + section }
  /// The field of their thumbnails, each of which is called by the place of its picture.
  package static func smallItems(_ section: String) -> String { "small-" + section }
  /// The name of one of them, as of the bytes of a field: places sort as texts do.
  package static func item(_ section: String, _ place: Int) -> String {
    section + "/" + String(repeating: "0", count: max(0, 4 - String(place).count)) + String(place)
  }
  /// The place in such a name; a form that a browser did not send may have any.
  package static func place(ofItem item: String, _ section: String) -> Int {
    min(Int(item.dropFirst(section.count + 1).prefix { $0.isNumber }) ?? 0, 9_000)
  }
  /// The section of such fields; nil for other fields.
  package static func section(ofItems name: String) -> String? {
    for prefix in [items(""), smallItems("")] where name.hasPrefix(prefix) {
      return String(name.dropFirst(prefix.count))
    }
    return nil
  }
  /// The section of one that waits for a form to be saved, by the name of its hidden field; nil for other fields.
  package static func section(ofWaiting name: String) -> String? {
    guard name.hasPrefix(file("")) else { return nil }
    let item = name.dropFirst(file("").count)
    return item.contains("/") ? String(item.prefix { $0 != "/" }) : nil
  }
  /// The same of its thumbnail.
  package static func smallItem(_ item: String) -> String { item + "/small" }
  /// The ids of the records of a section that a new record is linked to when it is saved.
  package static func links(_ section: String) -> String { "_links-" + section }
  /// The box that removes stored bytes.
  package static func fileRemoval(_ column: String) -> String { "_remove-" + column }

  /// The fields of a line.
  package enum LineField: String, CustomStringConvertible {
    case item, id, title, quantity, percent, price

    package var description: String { rawValue }
  }
}

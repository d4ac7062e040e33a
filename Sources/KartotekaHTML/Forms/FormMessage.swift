import KartotekaModel

/// The message of a form beside the record's values: the intent of the pressed button, the version on which it is based, and
/// where it was opened. ``fields`` encodes it, ``init(_:)`` decodes it.
///
/// ``FormName`` has the names of these fields. They begin with an underscore, names of columns with a letter.
package struct FormMessage: Sendable {
  /// The most letters of a search.
  package static let longestSearch = 200
  /// The most letters of what a list is narrowed down to.
  package static let longestNarrowing = 200
  /// The most letters of a list's shape.
  package static let longestShape = ListShape.longest

  /// The intent of the pressed button. Buttons send it (``FormIntent/name``, ``FormIntent/value``), not ``fields``.
  package internal(set) var intent = FormIntent.save
  /// The fingerprint of the record that the form was made from; nil for a new record.
  package var version: String?
  /// The texts of that record by column name, without those that are empty; nil for a new record.
  package var base: [String: String]?
  /// The token of a form for a new record: of two forms with one token and one content, the second makes no record.
  package var once: String?
  /// The most letters of such a token.
  package static let longestToken = 64
  /// The time zone in which the form shows moments; nil for a form without any.
  package var timeZone: String?
  /// The versions of the lines that the form was made from; nil for a form without lines.
  package var lineVersions: String?
  /// The search text among the items of lines.
  package var itemSearch: String?

  /// The search of the list that the form was opened from.
  package var listSearch = ""
  /// The filter of that list, see ``ListNarrowing``.
  package var listNarrowing = ""
  /// The shape of that list, see `ListShape.text`.
  package var listShape = ""
  /// The way by which the record was reached, see ``RecordTrail``; nil where the form says nothing of it.
  package var trail: String?
  /// The path of the tab that the form is on, or ``listScreen`` for the rows of a list; nil where the form says nothing of it.
  package var screen: String?
  /// The value of ``screen`` that the rows of a list send.
  package static let listScreen = "list"

  /// The relationship whose sheet was opened from the form.
  package var choosing: String?
  /// The id that the relationship had when the sheet was opened; empty for none.
  package var chosenBefore: String?
  /// The search text in a sheet.
  package var sheetSearch = ""
  /// The number of requested or shown rows of a sheet.
  package var sheetRows: Int?
  /// The ticked choices of a sheet; nil for other forms.
  package var ticks: Ticks?

  /// Whether the question before the action was answered with yes.
  package var isConfirmed = false
  /// The number of the group of settings that is sent.
  package var group: Int?
  /// The setting that one of a stepper's buttons changes, and by how much.
  package internal(set) var step: (setting: String, by: Int64)?

  package init(
    intent: FormIntent = .save, version: String? = nil, base: [String: String]? = nil, once: String? = nil,
    timeZone: String? = nil,
    lineVersions: String? = nil, itemSearch: String? = nil, listSearch: String = "", listNarrowing: String = "",
    listShape: String = "", trail: String? = nil, screen: String? = nil, choosing: String? = nil,
    chosenBefore: String? = nil,
    sheetSearch: String = "", sheetRows: Int? = nil, ticks: Ticks? = nil, isConfirmed: Bool = false, group: Int? = nil,
    step: (setting: String, by: Int64)? = nil
  ) {
    self.intent = intent
    self.version = version
    self.base = base
    self.once = once
    self.timeZone = timeZone
    self.lineVersions = lineVersions
    self.itemSearch = itemSearch
    self.listSearch = listSearch
    self.listNarrowing = listNarrowing
    self.listShape = listShape
    self.trail = trail
    self.screen = screen
    self.choosing = choosing
    self.chosenBefore = chosenBefore
    self.sheetSearch = sheetSearch
    self.sheetRows = sheetRows
    self.ticks = ticks
    self.isConfirmed = isConfirmed
    self.group = group
    self.step = step
  }

  /// The state of a sheet in which several records are ticked.
  package struct Ticks: Sendable {
    /// Records that were ticked, and were not chosen before the sheet was opened.
    package var added: Set<RecordID> = []
    /// Records that were unticked.
    package var removed: Set<RecordID> = []
    /// The records whose rows the sheet showed.
    package var shown: [RecordID] = []
    /// The ids among them that were chosen before the sheet was opened.
    package var chosen: [RecordID] = []
    /// The ids among them whose box was ticked. Boxes send it, not ``FormMessage/fields``.
    package internal(set) var ticked: Set<RecordID> = []

    package init(
      added: Set<RecordID> = [], removed: Set<RecordID> = [], shown: [RecordID] = [], chosen: [RecordID] = [],
      ticked: Set<RecordID> = []
    ) {
      self.added = added
      self.removed = removed
      self.shown = shown
      self.chosen = chosen
      self.ticked = ticked
    }
  }
}

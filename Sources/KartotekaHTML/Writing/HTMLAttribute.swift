import KartotekaModel

/// An attribute of an element: a name from the list below and a value that is escaped when it is written.
///
/// There is no way to make one of any other name: no `style`, no `onclick`, and addresses only of types that
/// are addresses.
struct HTMLAttribute {
  fileprivate enum Value {
    case none
    case token(StaticString)
    case tokens(StaticString, StaticString)
    case text(String)
    case address(String, Reach.Use)
    case number(Int64)
  }

  // With the space before it and, where a value follows, what stands before that: ` id="`.
  private let name: StaticString
  private let value: Value

  fileprivate init(_ name: StaticString, _ value: Value) {
    self.name = name
    self.value = value
  }

  @inline(__always)
  func write(to output: inout OutputBuffer) {
    switch value {
    case .none: output.append(name)
    case .token(let token):
      output.append(name)
      output.append(token)
    case .tokens(let one, let two):
      output.append(name)
      output.append(one)
      output.append(two)
      output.append(UInt8(ascii: "\""))
    case .text(let text), .address(let text, _):
      output.append(name)
      output.appendEscaped(text)
      output.append(UInt8(ascii: "\""))
    case .number(let number):
      output.append(name)
      output.append(number)
    }
  }

  /// The address on this server to which a press leads, and how; nil for other attributes.
  var address: (text: String, use: Reach.Use)? {
    if case .address(let text, let use) = value { (text, use) } else { nil }
  }

  /// Whether it is that of a form that changes something.
  var isPost: Bool { name.description == HTMLAttribute.post.name.description }
}

// A value that is one word of this program's own source needs no quotes: two bytes less, some hundred times a
// page.
extension HTMLAttribute {
  /// One class.
  @inline(__always)
  static func `class`(_ name: StaticString) -> HTMLAttribute { HTMLAttribute(" class=", .token(name)) }

  /// Several classes: those that always apply, and some, with a space before them, that depend.
  @inline(__always)
  static func classes(_ names: StaticString, _ more: StaticString = "") -> HTMLAttribute {
    HTMLAttribute(" class=\"", .tokens(names, more))
  }

  static func id(_ id: String) -> HTMLAttribute { HTMLAttribute(" id=\"", .text(id)) }
  static func title(_ title: String) -> HTMLAttribute { HTMLAttribute(" title=\"", .text(title)) }
  static func language(_ code: String) -> HTMLAttribute { HTMLAttribute(" lang=\"", .text(code)) }
  static var inert: HTMLAttribute { HTMLAttribute(" inert", .none) }
  static var isHidden: HTMLAttribute { HTMLAttribute(" hidden", .none) }
  static var autofocus: HTMLAttribute { HTMLAttribute(" autofocus", .none) }
  static var open: HTMLAttribute { HTMLAttribute(" open", .none) }
  static func tabIndex(_ index: Int64) -> HTMLAttribute { HTMLAttribute(" tabindex=", .number(index)) }
  static func role(_ role: StaticString) -> HTMLAttribute { HTMLAttribute(" role=", .token(role)) }
}

// Forms
extension HTMLAttribute {
  static func name(_ name: String) -> HTMLAttribute { HTMLAttribute(" name=\"", .text(name)) }
  static func value(_ value: String) -> HTMLAttribute { HTMLAttribute(" value=\"", .text(value)) }
  static func type(_ type: StaticString) -> HTMLAttribute { HTMLAttribute(" type=", .token(type)) }
  static func `for`(_ id: String) -> HTMLAttribute { HTMLAttribute(" for=\"", .text(id)) }
  static func form(_ id: StaticString) -> HTMLAttribute { HTMLAttribute(" form=", .token(id)) }
  static func placeholder(_ text: String) -> HTMLAttribute { HTMLAttribute(" placeholder=\"", .text(text)) }
  static func autocomplete(_ hint: StaticString) -> HTMLAttribute { HTMLAttribute(" autocomplete=", .token(hint)) }
  /// Several hints: those that always apply, and some, with a space before them, that depend.
  static func autocomplete(_ hints: StaticString, _ more: StaticString) -> HTMLAttribute {
    HTMLAttribute(" autocomplete=\"", .tokens(hints, more))
  }
  static func autocapitalize(_ how: StaticString) -> HTMLAttribute { HTMLAttribute(" autocapitalize=", .token(how)) }
  static func inputMode(_ mode: StaticString) -> HTMLAttribute { HTMLAttribute(" inputmode=", .token(mode)) }
  static func enterKey(_ hint: StaticString) -> HTMLAttribute { HTMLAttribute(" enterkeyhint=", .token(hint)) }
  /// The most characters that can be saved of a field in which more can be typed.
  static func longest(_ count: Int) -> HTMLAttribute { HTMLAttribute(" data-longest=", .number(Int64(count))) }
  /// The text of a script about a field with too many characters, with `{excess}` for their number.
  static func excess(_ words: String) -> HTMLAttribute { HTMLAttribute(" data-excess=\"", .text(words)) }
  static func step(_ step: StaticString) -> HTMLAttribute { HTMLAttribute(" step=", .token(step)) }
  static func rows(_ count: Int64) -> HTMLAttribute { HTMLAttribute(" rows=", .number(count)) }
  static func largest(_ number: Int) -> HTMLAttribute { HTMLAttribute(" max=", .number(Int64(number))) }
  static func accept(_ types: StaticString) -> HTMLAttribute { HTMLAttribute(" accept=\"", .tokens(types, "")) }
  /// The alternative text of a picture; empty for decoration.
  static func alternative(_ text: String) -> HTMLAttribute { HTMLAttribute(" alt=\"", .text(text)) }
  /// A picture that is asked for when it comes into view.
  static var lazy: HTMLAttribute { HTMLAttribute(" loading=lazy", .none) }
  /// A picture that is drawn when it is ready, and holds nothing up until then.
  static var decodedLater: HTMLAttribute { HTMLAttribute(" decoding=async", .none) }
  static var several: HTMLAttribute { HTMLAttribute(" multiple", .none) }
  /// A form that brings files along.
  static var multipart: HTMLAttribute { HTMLAttribute(" enctype=multipart/form-data", .none) }
  static var post: HTMLAttribute { HTMLAttribute(" method=post", .none) }
  static var dialogMethod: HTMLAttribute { HTMLAttribute(" method=dialog", .none) }
  static var withoutValidation: HTMLAttribute { HTMLAttribute(" novalidate", .none) }
  static var required: HTMLAttribute { HTMLAttribute(" required", .none) }
  static var disabled: HTMLAttribute { HTMLAttribute(" disabled", .none) }
  static var readOnly: HTMLAttribute { HTMLAttribute(" readonly", .none) }
  static var checked: HTMLAttribute { HTMLAttribute(" checked", .none) }
  static var selected: HTMLAttribute { HTMLAttribute(" selected", .none) }
  static var withoutSpelling: HTMLAttribute { HTMLAttribute(" spellcheck=false", .none) }
}

// Tables
extension HTMLAttribute {
  static var columnScope: HTMLAttribute { HTMLAttribute(" scope=col", .none) }
  static var rowScope: HTMLAttribute { HTMLAttribute(" scope=row", .none) }
  static func columns(_ count: Int) -> HTMLAttribute { HTMLAttribute(" colspan=", .number(Int64(count))) }
  /// The sort order of the rows by this column: `ascending` or `descending`.
  static func sorted(_ order: StaticString) -> HTMLAttribute { HTMLAttribute(" aria-sort=", .token(order)) }
  /// The record that a row is about, for scripts.
  static func record(_ id: Int64) -> HTMLAttribute { HTMLAttribute(" data-id=", .number(id)) }
  /// A row's monogram; see ``Monogram``.
  static func face(_ text: String) -> HTMLAttribute { HTMLAttribute(" data-face=\"", .text(text)) }
  /// The field that a cell shows, where it is changed in place.
  static func cell(_ field: String) -> HTMLAttribute { HTMLAttribute(" data-field=\"", .text(field)) }
  /// The address that checks a form by rules before it is saved, for a script.
  static func checks(_ path: URLPath) -> HTMLAttribute { HTMLAttribute(" data-check=\"", .text(path.text)) }
  /// The address that computes the conditions and values of a form's fields while somebody fills it in, for a script.
  static func follows(_ path: URLPath) -> HTMLAttribute { HTMLAttribute(" data-follow=\"", .text(path.text)) }
  /// The field that an answer of formulas is about.
  static func followed(_ field: String) -> HTMLAttribute { HTMLAttribute(" data-followed=\"", .text(field)) }
  /// A field that is not shown while a formula says so. Without scripts it is shown.
  static let unseen = HTMLAttribute(" data-unseen", .none)
  /// A field that is required while a formula says so.
  static let needed = HTMLAttribute(" data-needed", .none)
  /// An answer for a field that is required only while a formula says so.
  static let conditional = HTMLAttribute(" data-conditional", .none)
  /// The text that a field of a new record has by its formula, unless a person types another one.
  static func begins(_ text: String) -> HTMLAttribute { HTMLAttribute(" data-begins=\"", .text(text)) }
  /// The field that a rule finds a fault with.
  static func faulty(_ field: String) -> HTMLAttribute { HTMLAttribute(" data-rule=\"", .text(field)) }
  /// A line with the records that look like the one that is being typed.
  static let alike = HTMLAttribute(" data-alike", .none)
  /// The text that is copied from a cell, if it is not the shown one.
  static func copied(_ text: String) -> HTMLAttribute { HTMLAttribute(" data-value=\"", .text(text)) }
  /// The heading of a column for phones, which show its values without headings.
  static func heading(_ label: String) -> HTMLAttribute { HTMLAttribute(" data-label=\"", .text(label)) }
}

// Suggestions while one types
extension HTMLAttribute {
  /// The element that holds them.
  static var takesNames: HTMLAttribute { HTMLAttribute(" data-names", .none) }
  /// The faulty part of a text, which a script selects.
  static func faultyFrom(_ place: Int) -> HTMLAttribute { HTMLAttribute(" data-from=", .number(Int64(place))) }
  static func faultyTo(_ place: Int) -> HTMLAttribute { HTMLAttribute(" data-to=", .number(Int64(place))) }
  static var takesWords: HTMLAttribute { HTMLAttribute(" data-words", .none) }
  static func suggestions(_ id: String) -> HTMLAttribute { HTMLAttribute(" list=\"", .text(id)) }
  /// The address at which a script finds them; the typed text is appended.
  static func suggests(_ path: URLPath) -> HTMLAttribute { HTMLAttribute(" data-suggest=\"", .text(path.text)) }
  /// The attributes that make up a title, with spaces between.
  static func titles(_ names: String) -> HTMLAttribute { HTMLAttribute(" data-titles=\"", .text(names)) }
}

// Addresses
extension HTMLAttribute {
  static func href(_ path: URLPath) -> HTMLAttribute { HTMLAttribute(" href=\"", .address(path.text, .link)) }
  static func href(_ url: ExternalURL) -> HTMLAttribute { HTMLAttribute(" href=\"", .text(url.text)) }
  /// A link that opens a window of its own.
  static var newWindow: HTMLAttribute { HTMLAttribute(" target=_blank", .none) }
  /// A link whose target does not learn from which page it was followed, nor reach that page's window.
  static var withoutReferrer: HTMLAttribute { HTMLAttribute(" rel=noreferrer", .none) }
  static func source(_ path: URLPath) -> HTMLAttribute { HTMLAttribute(" src=\"", .text(path.text)) }
  static func action(_ path: URLPath) -> HTMLAttribute { HTMLAttribute(" action=\"", .address(path.text, .form)) }
  static func formAction(_ path: URLPath) -> HTMLAttribute {
    HTMLAttribute(" formaction=\"", .address(path.text, .post))
  }

  /// The relation of the linked page: `next`, `prev`, `stylesheet`.
  static func relation(_ relation: StaticString) -> HTMLAttribute { HTMLAttribute(" rel=", .token(relation)) }
  /// The link leads to another site.
  static var external: HTMLAttribute { HTMLAttribute(" rel=external", .none) }
  static var download: HTMLAttribute { HTMLAttribute(" download", .none) }
  static func download(as name: String) -> HTMLAttribute { HTMLAttribute(" download=\"", .text(name)) }
}

// Attributes for assistive technology
extension HTMLAttribute {
  static func label(_ text: String) -> HTMLAttribute { HTMLAttribute(" aria-label=\"", .text(text)) }
  static func labelledBy(_ id: StaticString) -> HTMLAttribute { HTMLAttribute(" aria-labelledby=", .token(id)) }
  static func describedBy(_ id: String) -> HTMLAttribute { HTMLAttribute(" aria-describedby=\"", .text(id)) }
  static var decorative: HTMLAttribute { HTMLAttribute(" aria-hidden=true", .none) }
  static var invalid: HTMLAttribute { HTMLAttribute(" aria-invalid=true", .none) }
  static func least(_ number: Int64) -> HTMLAttribute { HTMLAttribute(" aria-valuemin=", .number(number)) }
  static func greatest(_ number: Int64) -> HTMLAttribute { HTMLAttribute(" aria-valuemax=", .number(number)) }
  static func now(_ number: Int64) -> HTMLAttribute { HTMLAttribute(" aria-valuenow=", .number(number)) }
  /// Whether a switch is on.
  static func isOn(_ isOn: Bool) -> HTMLAttribute { HTMLAttribute(" aria-checked=", .token(isOn ? "true" : "false")) }
  static func isSelected(_ isSelected: Bool) -> HTMLAttribute {
    HTMLAttribute(" aria-selected=", .token(isSelected ? "true" : "false"))
  }
  /// Whether a button that stays pressed is.
  static func isPressed(_ isPressed: Bool) -> HTMLAttribute {
    HTMLAttribute(" aria-pressed=", .token(isPressed ? "true" : "false"))
  }
  static var isDisabled: HTMLAttribute { HTMLAttribute(" aria-disabled=true", .none) }
  static var isExpanded: HTMLAttribute { HTMLAttribute(" aria-expanded=true", .none) }
  static var completesByList: HTMLAttribute { HTMLAttribute(" aria-autocomplete=list", .none) }
  static func controls(_ id: StaticString) -> HTMLAttribute { HTMLAttribute(" aria-controls=", .token(id)) }
  static var modal: HTMLAttribute { HTMLAttribute(" aria-modal=true", .none) }
  /// This one of a set: `true`, or `page` in navigation.
  static func current(_ kind: StaticString) -> HTMLAttribute { HTMLAttribute(" aria-current=", .token(kind)) }
}

// Attributes for styles and scripts
extension HTMLAttribute {
  static func hue(_ hue: Int) -> HTMLAttribute { HTMLAttribute(" data-hue=", .number(Int64(hue))) }
  /// One of the colours of people.
  static func personColour(_ colour: Int) -> HTMLAttribute { HTMLAttribute(" data-who=", .number(Int64(colour))) }
  /// Typed text is written in this way: `phone`.
  static func format(_ format: StaticString) -> HTMLAttribute { HTMLAttribute(" data-format=", .token(format)) }
  /// The stored value of a field that shows another one.
  static func stored(_ text: String) -> HTMLAttribute { HTMLAttribute(" data-stored=\"", .text(text)) }
  /// A form whose button wakes up: `new` when all is filled in, `stored` when something differs too.
  static func edits(_ what: StaticString) -> HTMLAttribute { HTMLAttribute(" data-edits=", .token(what)) }
  /// A form whose unsaved texts a script keeps and restores, and the words above a form that was restored.
  static func restorable(_ words: String) -> HTMLAttribute { HTMLAttribute(" data-restored=\"", .text(words)) }
  /// The address to which a script sends unsaved texts for the person's other devices.
  static func drafts(_ path: URLPath) -> HTMLAttribute { HTMLAttribute(" data-drafts=\"", .text(path.text)) }
  /// The message that a script shows above a form when another person has changed fields that are being
  /// edited, with `{fields}` for their labels.
  static func overtaken(_ words: String) -> HTMLAttribute { HTMLAttribute(" data-overtaken=\"", .text(words)) }
  /// The message that a script shows above a form when another person has deleted the record.
  static func gone(_ words: String) -> HTMLAttribute { HTMLAttribute(" data-gone=\"", .text(words)) }
  /// The role of an element for a script: `new`, `cancel`.
  static func part(_ part: StaticString) -> HTMLAttribute { HTMLAttribute(" data-part=", .token(part)) }
  /// The title of the page that this column belongs to.
  static func pageTitle(_ title: String) -> HTMLAttribute { HTMLAttribute(" data-title=\"", .text(title)) }
  /// Words that a script says: of a button that deletes a row, with `{title}` where the record's title goes.
  static func deletes(_ sentence: String) -> HTMLAttribute { HTMLAttribute(" data-delete=\"", .text(sentence)) }
  /// The words for the number of ticked records, and for the number of those that are not in view.
  static func counting(_ words: String) -> HTMLAttribute { HTMLAttribute(" data-count=\"", .text(words)) }
  static func others(_ words: String) -> HTMLAttribute { HTMLAttribute(" data-others=\"", .text(words)) }
  /// The address of the change stream for a script.
  static func changes(_ path: URLPath) -> HTMLAttribute { HTMLAttribute(" data-changes=\"", .text(path.text)) }
  /// The entities whose changes a script has to show.
  static func shownEntities(_ names: [String]) -> HTMLAttribute {
    HTMLAttribute(" data-entities=\"", .text(names.joined(separator: " ")))
  }
  /// The address from which a script gets the question to the browser for a passkey.
  static func options(_ path: URLPath) -> HTMLAttribute { HTMLAttribute(" data-options=\"", .text(path.text)) }
  /// The id of a field of another form, whose value a script sends as this form's field of the same name.
  static func typed(_ id: String) -> HTMLAttribute { HTMLAttribute(" data-typed=\"", .text(id)) }
  /// Words that a script says when the browser has used no passkey.
  static func cancelled(_ words: String) -> HTMLAttribute { HTMLAttribute(" data-cancelled=\"", .text(words)) }
  /// Words that a script says when the device has a passkey already.
  static func known(_ words: String) -> HTMLAttribute { HTMLAttribute(" data-known=\"", .text(words)) }
  /// The page answers a form.
  static var answer: HTMLAttribute { HTMLAttribute(" data-answer", .none) }
  /// Shortcuts of a single key do nothing.
  static var shortcutsOff: HTMLAttribute { HTMLAttribute(" data-shortcuts=off", .none) }
  /// The time zone of the page's moments.
  static func timeZone(_ name: String) -> HTMLAttribute { HTMLAttribute(" data-zone=\"", .text(name)) }
  /// The message that a script shows when the server does not respond.
  static func unreachable(_ text: String) -> HTMLAttribute { HTMLAttribute(" data-unreachable=\"", .text(text)) }
  /// The message that a script shows while changes of others are not shown.
  static func stale(_ text: String) -> HTMLAttribute { HTMLAttribute(" data-stale=\"", .text(text)) }
  /// The text of the service worker above a page that it has kept, with a place for `{time}`.
  static func offline(_ text: String) -> HTMLAttribute { HTMLAttribute(" data-offline=\"", .text(text)) }
}

// The attribute for the script that puts rows into another order
extension HTMLAttribute {
  /// The name of a row where others are moved before it.
  static func place(_ name: String) -> HTMLAttribute { HTMLAttribute(" data-place=\"", .text(name)) }
}

// Attributes for the script that sends pictures
extension HTMLAttribute {
  /// The most bytes of one.
  static func limit(_ count: Int) -> HTMLAttribute { HTMLAttribute(" data-limit=", .number(Int64(count))) }
  /// The text about a file that is too large, with `{file}` for its name.
  static func tooLarge(_ sentence: String) -> HTMLAttribute { HTMLAttribute(" data-large=\"", .text(sentence)) }
  /// The address of what a script shows in a frame.
  static func framed(_ path: URLPath) -> HTMLAttribute { HTMLAttribute(" data-frame=\"", .text(path.text)) }
  /// The field for a thumbnail of each file.
  static func thumbnail(_ field: String) -> HTMLAttribute { HTMLAttribute(" data-thumbnail=\"", .text(field)) }
  /// The text during an upload, with `{percent}` for the progress.
  static func sending(_ sentence: String) -> HTMLAttribute { HTMLAttribute(" data-sending=\"", .text(sentence)) }
}

// The position of a record in a calendar: CSS can't compute with these values everywhere yet, see ``Style/sheet(of:hues:)``.
extension HTMLAttribute {
  /// The day of a part of a calendar.
  static func day(_ iso: String) -> HTMLAttribute { HTMLAttribute(" data-day=\"", .text(iso)) }
  /// The stored start of a record that can be moved.
  static func start(_ text: String) -> HTMLAttribute { HTMLAttribute(" data-start=\"", .text(text)) }
  /// The time at which a record begins.
  static func time(_ text: String) -> HTMLAttribute { HTMLAttribute(" data-time=\"", .text(text)) }
  /// The value that records have after they are moved to a column of a board.
  static func movedTo(_ value: String) -> HTMLAttribute { HTMLAttribute(" data-to=\"", .text(value)) }
  /// The address to which a script sends records that are moved.
  static func moves(_ path: URLPath) -> HTMLAttribute { HTMLAttribute(" data-moves=\"", .text(path.text)) }
  /// The number of hours that a calendar shows.
  static func hours(_ count: Int) -> HTMLAttribute { HTMLAttribute(" data-hours=", .number(Int64(count))) }
  static func placeHours(_ count: Int) -> HTMLAttribute { HTMLAttribute(" data-h=", .number(Int64(count))) }
  static func placeMinutes(_ count: Int) -> HTMLAttribute { HTMLAttribute(" data-m=", .number(Int64(count / 5 * 5))) }
  static func lengthHours(_ count: Int) -> HTMLAttribute { HTMLAttribute(" data-lh=", .number(Int64(count))) }
  static func lengthMinutes(_ count: Int) -> HTMLAttribute { HTMLAttribute(" data-lm=", .number(Int64(count / 5 * 5))) }
  static func lane(_ place: Int) -> HTMLAttribute { HTMLAttribute(" data-lane=", .number(Int64(place))) }
  static func lanes(_ count: Int) -> HTMLAttribute { HTMLAttribute(" data-lanes=", .number(Int64(count))) }
}

// Attributes for the script that adds up a form of lines while one types
extension HTMLAttribute {
  /// The price of one, in its smallest unit.
  static func price(_ amount: Int64) -> HTMLAttribute { HTMLAttribute(" data-price=", .number(amount)) }
  /// The written form of a large amount, and of one with four digits before the point.
  static func moneyLarge(_ text: String) -> HTMLAttribute { HTMLAttribute(" data-large=\"", .text(text)) }
  static func moneyFew(_ text: String) -> HTMLAttribute { HTMLAttribute(" data-few=\"", .text(text)) }
  /// The name of the field with the tax rate in percent.
  static func taxField(_ name: String) -> HTMLAttribute { HTMLAttribute(" data-tax=\"", .text(name)) }
  /// The number of decimal places.
  static func scale(_ digits: Int) -> HTMLAttribute { HTMLAttribute(" data-scale=", .number(Int64(digits))) }
}

// The head of a page
extension HTMLAttribute {
  /// The page is asked for again after that many seconds.
  static func refresh(_ seconds: Int) -> HTMLAttribute {
    HTMLAttribute(" http-equiv=refresh content=", .number(Int64(seconds)))
  }
  static var module: HTMLAttribute { HTMLAttribute(" type=module blocking=render", .none) }
}

// Drawings
extension HTMLAttribute {
  /// A length in a drawing: of the drawing's width, or in pixels.
  enum Length {
    case percent(Double)
    case pixels(Double)

    fileprivate var text: String {
      switch self {
      case .percent(let number): Self.digits(number) + "%"
      case .pixels(let number): Self.digits(number)
      }
    }

    // Two digits after the point are finer than anything on a screen.
    private static func digits(_ number: Double) -> String {
      let hundredths = Int64(clampingNearest: number * 100)
      let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
      let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
      return (hundredths < 0 ? "-" : "") + String(whole) + fraction
    }
  }

  /// The part of the map that a drawing shows.
  static func viewBox(x: Double, y: Double, width: Double, height: Double) -> HTMLAttribute {
    let numbers = [x, y, width, height].map { Length.pixels($0).text }
    return HTMLAttribute(" viewBox=\"", .text(numbers.joined(separator: " ")))
  }
  /// The same, for a script.
  static func region(_ region: MapRegion) -> HTMLAttribute { box(" data-region=\"", region) }
  /// The countries with finer outlines, for a script.
  static func fineOutlines(_ countries: [CountryCode]) -> HTMLAttribute {
    HTMLAttribute(" data-fine=\"", .text(countries.map(\.code).joined(separator: " ")))
  }
  /// The address of finer outlines for a script.
  static func outlines(_ path: URLPath) -> HTMLAttribute { HTMLAttribute(" data-outlines=\"", .text(path.text)) }
  /// The whole of what a map can show, for a script.
  static func whole(_ region: MapRegion) -> HTMLAttribute { box(" data-whole=\"", region) }
  private static func box(_ name: StaticString, _ region: MapRegion) -> HTMLAttribute {
    let numbers = [region.x, region.y, region.width, region.height].map { Length.pixels($0).text }
    return HTMLAttribute(name, .text(numbers.joined(separator: " ")))
  }
  /// The units of a map that a pixel covers where its pins lie apart, for a script.
  static func units(_ count: Double) -> HTMLAttribute {
    HTMLAttribute(" data-units=\"", .text(Length.pixels(count).text))
  }
  /// A drawing within another one is as wide and high as its place.
  static var stretched: HTMLAttribute { HTMLAttribute(" preserveAspectRatio=none", .none) }
  static func middle(x: Length) -> HTMLAttribute { HTMLAttribute(" cx=\"", .text(x.text)) }
  static func middle(y: Length) -> HTMLAttribute { HTMLAttribute(" cy=\"", .text(y.text)) }
  static func radius(_ pixels: Int) -> HTMLAttribute { HTMLAttribute(" r=", .number(Int64(pixels))) }
  /// The shape of a path.
  static func shape(_ data: String) -> HTMLAttribute { HTMLAttribute(" d=\"", .text(data)) }
  static func x(_ length: Length) -> HTMLAttribute { HTMLAttribute(" x=\"", .text(length.text)) }
  static func y(_ length: Length) -> HTMLAttribute { HTMLAttribute(" y=\"", .text(length.text)) }
  static func width(_ length: Length) -> HTMLAttribute { HTMLAttribute(" width=\"", .text(length.text)) }
  static func height(_ length: Length) -> HTMLAttribute { HTMLAttribute(" height=\"", .text(length.text)) }
  /// A line from left to right.
  static func across(_ y: Length) -> [HTMLAttribute?] {
    [HTMLAttribute(" x2=\"100%\" y1=\"", .text(y.text)), HTMLAttribute(" y2=\"", .text(y.text))]
  }
  /// Rounded corners.
  static func rounded(_ radius: Int) -> HTMLAttribute { HTMLAttribute(" rx=", .number(Int64(radius))) }
  /// Text whose middle stands at its place.
  static var centered: HTMLAttribute { HTMLAttribute(" text-anchor=middle", .none) }
  /// Text that ends at its place.
  static var endingThere: HTMLAttribute { HTMLAttribute(" text-anchor=end", .none) }
  /// The id of the element's label, if it is made with the page.
  static func labelled(by id: String) -> HTMLAttribute { HTMLAttribute(" aria-labelledby=\"", .text(id)) }
}

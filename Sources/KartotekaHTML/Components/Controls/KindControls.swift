import Foundation
import KartotekaModel

// The controls with which values of each kind are edited in a form.

extension BlobKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    FileControl(choose: html.say("Choose file"), accepted: nil).write(field, to: &html)
  }
}

/// A switch where there is a value in any case; yes, no or nothing to choose from where there may be none, and in
/// rows of a table.
extension BooleanKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    guard field.attribute?.isRequired == true, field.form == nil, !field.isInTable else {
      return html.select(
        field, emptyName: field.attribute?.isRequired == true ? nil : "–",
        options: [("true", html.say("Yes")), ("false", html.say("No"))])
    }
    // A switch that is off sends nothing: the hidden "false" stands for it, and when it is on, the last one
    // counts.
    html.hidden(field.column.name, "false")
    html.void(
      .input, .class("switch"), .type("checkbox"), .role("switch"), .id(field.id), .name(field.column.name),
      .value("true"), field.text == "true" ? .checked : nil,
      more: [field.stored.map { .stored($0) }, field.hasFocus ? .autofocus : nil] + field.faultAttributes)
  }
}

extension ChoiceKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    guard let attribute = field.attribute else { return }
    html.select(
      field, emptyName: attribute.isRequired ? nil : "–",
      options: attribute.choices.map { ($0.value, html.say($0.label)) })
  }
}

extension CoordinateKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    html.void(
      .input, .type("text"), .value(field.text), .withoutSpelling,
      .placeholder(field.attribute?.placeholder.map { html.say($0) } ?? "52.2297,21.0122"),
      more: field.attributes)
  }
}

/// Text with all countries to choose from, which are called what the person's language calls them.
extension CountryKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    let (list, language) = (field.id + "-l", html.say.language)
    var field = field
    field.text = Self.edited(field.text, language)
    field.stored = field.stored.map { Self.edited($0, language) }
    html.input(field, type: "text", .suggestions(list), .withoutSpelling, .autocomplete("off"))
    html.element(.datalist, .id(list)) { html in
      for name in Self.names(language) { html.element(.option, text: name) }
    }
  }

  package func edited(_ text: String, of field: FormField, _ say: Localizer) -> String {
    Self.edited(text, say.language)
  }

  /// The edited form of a country code: the country's name. Other text stays unchanged.
  private static func edited(_ text: String, _ language: Language) -> String {
    guard let country = CountryCode(text), country.code == text else { return text }
    return country.name(in: language)
  }

  private static func names(_ language: Language) -> [String] {
    let collation = Collation(language)
    return CountryCode.all.map { $0.name(in: language) }.map { (collation.key($0), $0) }.sorted { $0 < $1 }.map(\.1)
  }
}

extension DateKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    // Text that is no date would vanish from a date field; it stays to be mended.
    let isDate = field.text.isEmpty || CalendarDate(iso: field.text) != nil
    html.input(field, type: isDate ? "date" : "text")
  }
}

extension DecimalKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    let isNegative = field.attribute.map { $0.minimum.isNull || $0.minimum.isNegative } ?? true
    guard let attribute = field.attribute, let sign = Self.sign(attribute, html.say) else {
      return html.input(
        field, type: "text", value: Self.clear(field.text, html.say), .inputMode(isNegative ? "text" : "decimal"))
    }
    let text = Self.edited(field.text, attribute, html.say)
    // Rows of a table have the sign in their other rows.
    let sides = field.form == nil ? [sign.isBefore, !sign.isBefore] : [false, false]
    html.element(.span, .class("money")) { html in
      if sides[0] { html.element(.span, .class("dim"), .decorative, text: sign.text) }
      html.input(field, type: "text", value: text, .inputMode(isNegative ? "text" : "decimal"))
      if sides[1] { html.element(.span, .class("dim"), .decorative, text: sign.text) }
    }
  }

  package func edited(_ text: String, of field: FormField, _ say: Localizer) -> String {
    guard let attribute = field.attribute, Self.sign(attribute, say) != nil else { return Self.clear(text, say) }
    return Self.edited(text, attribute, say)
  }

  /// The sign beside the digits, and whether it stands before them; nil for numbers without one.
  private static func sign(_ attribute: AttributeDescription, _ say: Localizer) -> (text: String, isBefore: Bool)? {
    attribute.form == .percent ? ("%", false) : attribute.currency.map { say.currencySign($0) }
  }

  /// A number with the language's decimal mark where its point could be taken for a mark between groups. Other text stays
  /// unchanged.
  package static func clear(_ text: String, _ say: Localizer) -> String {
    guard say.language.isPointUnclear, text.wholeMatch(of: #/-?[0-9]+\.[0-9]+/#) != nil else { return text }
    return text.replacing(".", with: say.language.decimalMark)
  }

  /// The edited form of an amount of money or a percentage, with the language's decimal mark. Other text stays unchanged.
  static func edited(_ text: String, _ attribute: AttributeDescription, _ say: Localizer) -> String {
    if attribute.form == .percent {
      let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
      guard digits.count(where: { $0 == "." }) == 1 else { return String(digits) }
      return digits.split(separator: ".", omittingEmptySubsequences: false).joined(separator: say.language.decimalMark)
    }
    let digits = text.split(separator: ".", omittingEmptySubsequences: false)
    guard attribute.currency != nil, digits.count == 2, digits[1].count == attribute.scale
    else { return text }
    return digits.joined(separator: say.language.decimalMark)
  }
}

// Not `type=number`: that hides from the server what it does not take for a number, so nothing could be said
// about it.
/// A rating is chosen: by its digit, by the arrows or from the phone's own list.
extension IntegerKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    if let attribute = field.attribute, let stars = attribute.stars, Self.canBeChosen(field.text, stars) {
      return html.select(
        field, emptyName: attribute.isRequired ? nil : "–",
        options: stars.map { (String($0), $0 == 0 ? "0" : "\($0) " + String(repeating: "★", count: Int($0))) })
    }
    if field.attribute?.form == .duration {
      let example = field.attribute?.placeholder.map { html.say($0) } ?? field.placeholder ?? "1:30"
      return html.void(
        .input, .type("text"), .value(field.text), .autocomplete("off"), .placeholder(example), more: field.attributes)
    }
    // Keyboards for whole numbers have no minus.
    let isNegative = field.attribute.map { $0.minimum.isNull || $0.minimum.isNegative } ?? true
    html.input(field, type: "text", .inputMode(isNegative ? "text" : "numeric"))
  }
}

extension IntegerKind {
  // What was typed and is no number of stars stays to be mended.
  private static func canBeChosen(_ text: String, _ stars: ClosedRange<Int64>) -> Bool {
    text.isEmpty || Int64(text).map(stars.contains) ?? false
  }
}

extension Value {
  /// Whether it is a number below zero.
  var isNegative: Bool {
    switch self {
    case .integer(let integer): integer < 0
    case .real(let real): real < 0
    default: false
    }
  }
}

extension MailKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    html.input(
      field, type: "email", .inputMode("email"), .autocapitalize("off"), .withoutSpelling, field.limit,
      field.excess(html.say))
  }
}

/// The script writes the number while it is typed as ``PhoneFormatter`` would.
extension PhoneKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    html.input(field, type: "tel", .format("phone"))
  }
}

extension PictureKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    FileControl(
      choose: html.say("Choose picture"), accepted: "image/png,image/jpeg,image/gif,image/webp,image/bmp"
    ).write(field, to: &html)
  }
}

extension RealKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    let isNegative = field.attribute.map { $0.minimum.isNull || $0.minimum.isNegative } ?? true
    html.input(
      field, type: "text", value: DecimalKind.clear(field.text, html.say), .inputMode(isNegative ? "text" : "decimal"))
  }

  package func edited(_ text: String, of field: FormField, _ say: Localizer) -> String {
    DecimalKind.clear(text, say)
  }
}

extension StoredMomentKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) { html.input(field, type: "text") }
}

extension StoredJSONKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    TextKind.write(field, hasLines: !field.isInTable, to: &html)
  }
}

extension StoredKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) { TextKind().writeControl(field, to: &html) }
}

// Names and titles are no words of a dictionary: no red lines below them.
extension TextKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    Self.write(field, hasLines: field.attribute?.multiline ?? false, to: &html)
  }

  fileprivate static func write(_ field: FormField, hasLines: Bool, to html: inout HTMLWriter) {
    guard let attribute = field.attribute, hasLines || field.wraps else {
      return html.input(
        field, type: "text", field.limit, field.excess(html.say),
        field.attribute.map { $0.isTitle || $0.barcode != nil || $0.series != nil } == true ? .withoutSpelling : nil,
        field.attribute?.formatter == .uppercase ? .autocapitalize("characters") : nil,
        field.attribute?.barcode == .article ? .inputMode("numeric") : nil)
    }
    html.element(
      .textarea, .rows(hasLines ? 3 : 1), field.limit, field.excess(html.say),
      attribute.isTitle ? .withoutSpelling : nil, attribute.placeholder.map { .placeholder(html.say($0)) },
      more: field.withoutOffers.attributes
    ) { html in
      // HTML drops a line end right behind the start, and a value may begin with one.
      html.text("\n" + field.text)
    }
  }
}

extension FormField {
  /// The most characters of a text of one line that stands in one line.
  private static let longestLine = 120

  /// The most characters that a phone shows in one line.
  private static let widestLine = 28

  /// Whether it is a text of one line that is or may be too long for the width of a phone and is shown in several.
  fileprivate var wraps: Bool {
    // Browsers offer names and words in fields of one line alone. A longer formula is shown whole, in several lines.
    guard !isInTable, names == nil, let attribute, !attribute.multiline, attribute.formatter == nil,
      attribute.barcode == nil, attribute.series == nil
    else { return false }
    if words != nil { return text.count > Self.longestLine }
    return attribute.maximumLength > Self.longestLine || text.count > Self.widestLine
  }

  /// The field without names and words to offer, which browsers do not in fields of several lines.
  fileprivate var withoutOffers: FormField {
    var field = self
    (field.names, field.words) = (nil, nil)
    return field
  }

  /// The most characters that can be saved. More can be typed and pasted, since browsers would cut them off unnoticed.
  fileprivate var limit: HTMLAttribute? { attribute.map { .longest($0.maximumLength) } }

  /// The number of characters above the limit, which a script shows while a person types.
  fileprivate func excess(_ say: Localizer) -> HTMLAttribute? {
    attribute.map { .excess($0.maximumLength, say) }
  }
}

extension HTMLAttribute {
  /// The text of a script about a field with too many characters, for the limit.
  static func excess(_ most: Int, _ say: Localizer) -> HTMLAttribute {
    .excess(
      say(
        "{excess} more than the {count} characters that fit", ["excess": .text("{excess}"), "count": .count(most)]))
  }
}

/// A moment is shown, and what is typed is read, in the person's time zone.
extension TimestampKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    let zone = field.timeZone ?? html.say.timeZone
    let text = Self.local(field.text, in: zone)
    var field = field
    field.stored = field.stored.map { Self.local($0, in: zone) ?? $0 }
    if field.stored == text ?? field.text { field.stored = nil }
    guard let text else {
      return html.input(field, type: field.text.isEmpty ? "datetime-local" : "text", .step("1"))
    }
    html.input(field, type: "datetime-local", value: text, .step("1"))
  }

  package func edited(_ text: String, of field: FormField, _ say: Localizer) -> String {
    Self.local(text, in: field.timeZone ?? say.timeZone) ?? text
  }

  /// A moment as browsers write it: `2026-11-21T09:12`, seconds only where there are some; nil for what is no moment.
  package static func local(_ text: String, in zone: TimeZone) -> String? {
    guard let moment = Timestamp.date(text, in: zone) else { return nil }
    var text = Timestamp.local(moment, in: zone)[...]
    if text.hasSuffix(".000") { text = text.dropLast(4) }
    if text.hasSuffix(":00"), text.utf8.count == 19 { text = text.dropLast(3) }
    return String(text)
  }
}

extension URLKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    html.input(field, type: "url", .inputMode("url"), .autocapitalize("off"), .withoutSpelling)
  }
}

import KartotekaModel
import KartotekaScreens

/// Writes HTML that is well formed and escaped, whatever is put into it.
///
/// ```swift
/// var html = HTMLWriter(say)
/// html.element(.a, .class("row"), .href(path)) { html in
///   html.element(.span, .class("t"), text: title)
/// }
/// let bytes = html.withBytes { Array($0) }
/// ```
/// Names of elements and attributes come from `Tag` and `HTMLAttribute` only; text and values are escaped. Addresses are
/// ``URLPath`` or `ExternalURL`, which can't contain scripts. `unescaped(trustedHTML:)` accepts string literals only.
///
/// The writer also has the page's language, and collects the symbols that were drawn.
public struct HTMLWriter: ~Copyable {
  /// The words of the language the page is in.
  public let say: Localizer
  /// The symbols that what has been written refers to; see ``sprite()``.
  var symbols = SymbolSet()

  /// The rights of those for whom the page is written; nil where everybody may do everything.
  let reach: Reach?

  private let isLimited: Bool
  private var output: OutputBuffer

  /// A writer for one page or part of a page.
  package init(_ say: Localizer, reach: Reach? = nil, capacity: Int = 32_768) {
    self.say = say
    self.reach = reach
    isLimited = reach?.mayUse != nil
    output = OutputBuffer(capacity: capacity)
  }

  /// Calls `body` with what has been written, as UTF-8, and ends the writer.
  package consuming func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    output.withBytes(body)
  }

  // MARK: Elements

  // Up to eight attributes as optional arguments and not as an array: no allocation, and `condition ? .a :
  // nil` reads well. Form controls have `more`.

  /// An element with what `content` writes inside.
  @inline(__always)
  mutating func element(
    _ tag: Tag, _ a: HTMLAttribute? = nil, _ b: HTMLAttribute? = nil, _ c: HTMLAttribute? = nil,
    _ d: HTMLAttribute? = nil, _ e: HTMLAttribute? = nil, _ f: HTMLAttribute? = nil, _ g: HTMLAttribute? = nil,
    _ h: HTMLAttribute? = nil, more: [HTMLAttribute?] = [], content: (inout HTMLWriter) -> Void
  ) {
    if isLimited, isWithheld(a, b, c, d, e, f, g, h, more) { return }
    start(tag.opening, a, b, c, d, e, f, g, h, more)
    content(&self)
    output.append(tag.closing)
  }

  /// An element with text inside.
  @inline(__always)
  mutating func element(
    _ tag: Tag, _ a: HTMLAttribute? = nil, _ b: HTMLAttribute? = nil, _ c: HTMLAttribute? = nil,
    _ d: HTMLAttribute? = nil, _ e: HTMLAttribute? = nil, _ f: HTMLAttribute? = nil, _ g: HTMLAttribute? = nil,
    _ h: HTMLAttribute? = nil, more: [HTMLAttribute?] = [], text: String
  ) {
    if isLimited, isWithheld(a, b, c, d, e, f, g, h, more) { return }
    start(tag.opening, a, b, c, d, e, f, g, h, more)
    self.text(text)
    output.append(tag.closing)
  }

  /// An element that never has content and no end tag.
  @inline(__always)
  mutating func void(
    _ tag: VoidTag, _ a: HTMLAttribute? = nil, _ b: HTMLAttribute? = nil, _ c: HTMLAttribute? = nil,
    _ d: HTMLAttribute? = nil, _ e: HTMLAttribute? = nil, _ f: HTMLAttribute? = nil, _ g: HTMLAttribute? = nil,
    _ h: HTMLAttribute? = nil, more: [HTMLAttribute?] = []
  ) {
    start(tag.opening, a, b, c, d, e, f, g, h, more)
  }

  @inline(__always)
  private mutating func start(
    _ opening: StaticString, _ a: HTMLAttribute?, _ b: HTMLAttribute?, _ c: HTMLAttribute?, _ d: HTMLAttribute?,
    _ e: HTMLAttribute?, _ f: HTMLAttribute?, _ g: HTMLAttribute?, _ h: HTMLAttribute?, _ more: [HTMLAttribute?]
  ) {
    output.append(opening)
    if let a { a.write(to: &output) }
    if let b { b.write(to: &output) }
    if let c { c.write(to: &output) }
    if let d { d.write(to: &output) }
    if let e { e.write(to: &output) }
    if let f { f.write(to: &output) }
    if let g { g.write(to: &output) }
    if let h { h.write(to: &output) }
    for attribute in more { attribute?.write(to: &output) }
    output.append(UInt8(ascii: ">"))
  }

  // MARK: Links beyond the rights of a person

  @inline(never)
  private func isWithheld(
    _ a: HTMLAttribute?, _ b: HTMLAttribute?, _ c: HTMLAttribute?, _ d: HTMLAttribute?, _ e: HTMLAttribute?,
    _ f: HTMLAttribute?, _ g: HTMLAttribute?, _ h: HTMLAttribute?, _ more: [HTMLAttribute?]
  ) -> Bool {
    var attributes = [a, b, c, d, e, f, g, h]
    attributes += more
    guard let (text, use) = attributes.lazy.compactMap({ $0?.address }).first else { return false }
    let isPost = use == .post || use == .form && attributes.contains { $0?.isPost == true }
    return !mayUse(text, sends: isPost)
  }

  /// Whether links to an address are written.
  func mayUse(_ address: URLPath?) -> Bool { address.map { mayUse($0.text) } ?? true }

  /// Whether links to an address are written, or buttons and forms that send something there.
  func mayUse(_ address: String, sends: Bool = false) -> Bool { reach?.mayUse?(address, sends) ?? true }

  // MARK: Text

  /// Text, escaped.
  mutating func text(_ text: String) { output.appendEscaped(text) }

  /// A number's digits.
  mutating func text(_ number: Int64) { output.append(number) }

  /// A record's address, for the value of an attribute.
  mutating func address(_ entities: URLPath, _ id: RecordID) {
    text(entities.text)
    output.append(UInt8(ascii: "/"))
    if entities.hasMarkedIDs { output.append(UInt8(ascii: "~")) }
    output.append(id)
  }

  /// The words of a key in the page's language, escaped.
  mutating func words(_ key: String) { text(say(key)) }

  /// HTML from this program's source. A `StaticString` can't contain outside text.
  @inline(__always)
  mutating func unescaped(trustedHTML: StaticString) { output.append(trustedHTML) }

  /// The shapes of an own symbol, which ``SVGText`` has rewritten with allowed elements and attributes only.
  mutating func shapes(of drawing: Symbol.Drawing) {
    for byte in (drawing.shapes ?? "").utf8 { output.append(byte) }
  }

  /// The HTML 5 document type.
  mutating func documentType() { output.append("<!DOCTYPE html>\n") }
}

/// A part of a page: plain values, already in words, that write themselves as HTML.
///
/// Components know no store and no request; a page fills them.
package protocol Component {
  func write(to html: inout HTMLWriter)
}

extension HTMLWriter {
  /// Writes a component.
  package mutating func add(_ component: some Component) { component.write(to: &self) }
}

import KartotekaModel

/// The parts of an SVG file, read strictly: what is no plain drawing is a fault.
package struct SVGText {
  /// Why an SVG file is refused.
  package struct Fault: Error, Hashable, Sendable {
    /// The fault, as a sentence for the application's author.
    package let problem: FaultText
  }

  /// A tag or a text between tags.
  enum Part {
    case start(name: String, attributes: [(name: String, value: String)], isEmpty: Bool)
    case end(String)
    case text(String)
  }

  let parts: [Part]

  init(_ text: String) throws(Fault) {
    var reader = Reader(text)
    parts = try reader.parts()
  }

  // MARK: Drawings

  private static let shapes: Set = ["g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"]
  private static let shapeAttributes: Set = [
    "d", "cx", "cy", "r", "rx", "ry", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "points", "transform",
    "fill",
    "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray",
    "stroke-opacity", "opacity", "clip-rule",
  ]
  // Attributes that say nothing about the shape.
  private static let omitted: Set = ["id", "class", "xmlns", "version", "aria-hidden", "role", "viewBox"]

  /// The shapes of a symbol's drawing, rewritten with nothing but them.
  /// - Throws: ``Fault`` for everything else: scripts, references, styles, pictures and texts.
  package static func shapes(of text: String) throws(Fault) -> String {
    var (written, depth) = ("", 0)
    for part in try SVGText(text).parts {
      switch part {
      case .start("svg", let attributes, _):
        guard depth == 0, written.isEmpty else { throw Fault(problem: "It has an svg element within a drawing.") }
        for (name, value) in attributes where name == "viewBox" && value != "0 0 24 24" {
          throw Fault(problem: "Its viewBox is “\(value)”; symbols are drawn on a grid of 24: “0 0 24 24”.")
        }
      case .end("svg"): break
      case .start(let name, let attributes, let isEmpty):
        guard shapes.contains(name) else { throw Fault(problem: "It has the element \(name), which is no shape.") }
        written += "<" + name
        for (name, value) in attributes where !omitted.contains(name) {
          guard shapeAttributes.contains(name) else {
            throw Fault(problem: "It has the attribute \(name), which is none of a shape.")
          }
          guard !value.contains("url("), !value.contains(":"), !value.contains("&") else {
            throw Fault(problem: "Its attribute \(name) refers to something else: “\(value.prefix(40))”.")
          }
          written += " " + name + "=\"" + value.replacing("\"", with: "") + "\""
        }
        written += isEmpty ? "/>" : ">"
        if !isEmpty { depth += 1 }
      case .end(let name):
        written += "</\(name)>"
        depth -= 1
      case .text(let text):
        guard text.allSatisfy(\.isWhitespace) else { throw Fault(problem: "It has text between its shapes.") }
      }
    }
    guard !written.isEmpty else { throw Fault(problem: "It has no shape.") }
    return written
  }

  // MARK: Logos

  private static let elements = Set<String>([
    "svg", "defs", "symbol", "use", "title", "desc", "metadata", "linearGradient", "radialGradient", "stop", "clipPath",
    "mask", "pattern", "text", "tspan", "style", "filter", "feBlend", "feColorMatrix", "feComponentTransfer",
    "feComposite", "feDropShadow", "feFlood", "feGaussianBlur", "feMerge", "feMergeNode", "feOffset",
  ]).union(shapes)

  /// Checks a file that is served as it is: no scripts, and no references to other files.
  /// - Throws: ``Fault``.
  package static func checkFile(_ text: String) throws(Fault) {
    let parts = try SVGText(text).parts
    guard case .start("svg", _, _)? = parts.first(where: { if case .start = $0 { true } else { false } }) else {
      throw Fault(problem: "It begins with no svg element.")
    }
    var isStyle = false
    for part in parts {
      switch part {
      case .start(let name, let attributes, _):
        // Elements of other namespaces, such as those of drawing programs, draw nothing.
        guard elements.contains(name) || name.contains(":") else {
          throw Fault(problem: "It has the element \(name), which a logo doesn't need.")
        }
        isStyle = name == "style"
        for (name, value) in attributes { try check(name, value) }
      case .end: isStyle = false
      case .text(let text):
        if isStyle, text.contains("@import") || hasReference(text) {
          throw Fault(problem: "Its style refers to another file.")
        }
      }
    }
  }

  private static func check(_ name: String, _ value: String) throws(Fault) {
    let lower = value.lowercased()
    if name.lowercased().hasPrefix("on") { throw Fault(problem: "It has the attribute \(name), which runs a script.") }
    // A prefix for the namespace would hide what an element is.
    if name.hasPrefix("xmlns:"), lower.contains("/2000/svg") || lower.contains("/1999/xhtml") {
      throw Fault(problem: "It has a prefix for the elements of SVG or HTML: “\(name)”.")
    }
    let isAddress = name == "href" || name.hasSuffix(":href") || name == "src"
    if isAddress, !value.hasPrefix("#") || lower.contains("script:") || hasReference(value) {
      throw Fault(problem: "Its attribute \(name) refers to another file: “\(value.prefix(40))”.")
    }
    if lower.contains("javascript:") || hasReference(value) {
      throw Fault(problem: "Its attribute \(name) refers to something else: “\(value.prefix(40))”.")
    }
  }

  // Whether a style has an address that doesn't begin with #.
  private static func hasReference(_ text: String) -> Bool {
    let parts = text.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }.split(
      separator: "url(", omittingEmptySubsequences: false)
    return parts.dropFirst().contains { !$0.hasPrefix("#") } || text.contains("\\")
  }
}

/// Reads tags and texts.
private struct Reader {
  private var rest: Substring
  private var open: [String] = []

  init(_ text: String) { rest = text[...] }

  mutating func parts() throws(SVGText.Fault) -> [SVGText.Part] {
    var parts: [SVGText.Part] = []
    if rest.hasPrefix("\u{feff}") { rest.removeFirst() }
    while let next = rest.first {
      if next != "<" {
        let text = rest.prefix { $0 != "<" }
        rest = rest.dropFirst(text.count)
        parts.append(.text(String(text)))
      } else if rest.hasPrefix("<!--") {
        try skip(to: "-->", "a comment")
      } else if rest.hasPrefix("<?xml ") {
        try skip(to: "?>", "the XML declaration")
      } else if rest.hasPrefix("<!") || rest.hasPrefix("<?") {
        throw fault("It has “\(rest.prefix(20))”, which a drawing doesn't need.")
      } else if rest.hasPrefix("</") {
        rest = rest.dropFirst(2)
        let name = word()
        skipSpaces()
        guard rest.first == ">", open.popLast() == name else { throw fault("Its tags aren't in pairs at “\(name)”.") }
        rest = rest.dropFirst()
        parts.append(.end(name))
      } else {
        parts.append(try start())
      }
    }
    guard open.isEmpty else { throw fault("Its element “\(open.last ?? "")” isn't closed.") }
    return parts
  }

  private mutating func start() throws(SVGText.Fault) -> SVGText.Part {
    rest = rest.dropFirst()
    let name = word()
    guard !name.isEmpty else { throw fault("It has a “<” that begins no tag.") }
    var attributes: [(name: String, value: String)] = []
    while true {
      skipSpaces()
      if rest.hasPrefix("/>") {
        rest = rest.dropFirst(2)
        return .start(name: name, attributes: attributes, isEmpty: true)
      }
      if rest.first == ">" {
        rest = rest.dropFirst()
        open.append(name)
        return .start(name: name, attributes: attributes, isEmpty: false)
      }
      let attribute = word()
      skipSpaces()
      guard !attribute.isEmpty, rest.first == "=" else { throw fault("Its element “\(name)” is no XML.") }
      rest = rest.dropFirst()
      skipSpaces()
      guard let quote = rest.first, quote == "\"" || quote == "'" else { throw fault("“\(attribute)” has no quotes.") }
      rest = rest.dropFirst()
      let value = rest.prefix { $0 != quote }
      rest = rest.dropFirst(value.count)
      guard rest.first == quote, !value.contains("<") else { throw fault("“\(attribute)” isn't closed.") }
      rest = rest.dropFirst()
      guard !value.contains("&#") else { throw fault("“\(attribute)” has a character by its number.") }
      attributes.append((attribute, String(value)))
    }
  }

  private mutating func skip(to end: String, _ what: FaultText) throws(SVGText.Fault) {
    guard let range = rest.firstRange(of: end) else { throw fault("It has \(what) without an end.") }
    rest = rest[range.upperBound...]
  }

  private mutating func skipSpaces() { rest = rest.drop { $0.isWhitespace } }

  private mutating func word() -> String {
    let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  private func fault(_ problem: FaultText) -> SVGText.Fault { SVGText.Fault(problem: problem) }
}

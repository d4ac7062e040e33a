/// Text. White space at the ends is removed. Control characters are refused, and so are line ends in one-line text; in
/// longer text they become LF. Characters that change the direction of text are removed. Invisible text is no value.
package struct TextKind: AttributeKind {
  /// The default maximum number of characters, for one line and for several lines.
  package static let longest = (oneLine: 1_000, multiline: 100_000)

  /// `text`.
  package let name = KindName.text
  /// Stored unchanged.
  package let storage = StorageClass.text
  /// Values have an order.
  package let hasRange = true

  /// The kind.
  package init() {}

  /// - Throws: ``ValueFault`` for control characters.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    if let fault = Self.controlFault(text, multiline: attribute.multiline) { throw fault }
    let seen = text.withoutInvisible()
    let written = attribute.written(seen)
    return written.isEmpty ? .null : .text(Self.withPlainLineEnds(written))
  }

  // A form sends CRLF for a stored LF; unchanged text must stay the same.
  private static func withPlainLineEnds(_ text: String) -> String {
    guard text.utf8.contains(0x0d) else { return text }
    return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  /// Text without control characters, if only the length is restricted.
  package func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? {
    guard attribute.hasOnlyLength, attribute.formatter == nil else { return nil }
    let (multiline, lengths) = (attribute.multiline, CanonicalBytes.Lengths(attribute))
    return { bytes in
      let (isText, isASCII) = CanonicalBytes.isText(bytes, multiline: multiline)
      return isText && lengths.allow(bytes.count, isASCII: isASCII)
        && (isASCII || !CanonicalBytes.mayBeInvisible(bytes))
    }
  }

  /// An error for control characters, and for line ends in one-line text.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .text(let text) = value else { return nil }
    return Self.controlFault(text, multiline: attribute.multiline)
  }

  static func controlFault(_ text: String, multiline: Bool) -> ValueFault? {
    for byte in text.utf8 where byte < 0x20 || byte == 0x7f {
      switch byte {
      case 0x09: continue
      case 0x0a, 0x0d:
        if multiline { continue }
        return ValueFault("This has to fit on one line")
      default: return ValueFault("This has a control character in it; please type it again")
      }
    }
    return nil
  }
}

/// The two letters that stand for a record: the first of its title's first word and the first of its last
/// word.
package enum Monogram {
  /// `Ingrid Kaczmarek-Wiśniewska` becomes `IW`; a single word one letter; a title without letters or digits
  /// becomes nothing.
  package static func text(for title: String) -> String { text(forParts: CollectionOfOne(title)) }

  /// The same for a title in parts, none of which ends within a word.
  package static func text(forParts parts: some Sequence<String>) -> String {
    var first: Unicode.Scalar?
    var last: Unicode.Scalar?
    for part in parts {
      var beginsWord = true
      for scalar in part.unicodeScalars {
        if scalar == " " || scalar == "-" || scalar == "\u{a0}" {
          beginsWord = true
        } else if beginsWord, isLetterOrNumber(scalar) {
          if first == nil { first = scalar } else { last = scalar }
          beginsWord = false
        }
      }
    }
    return (first.map(capital) ?? "") + (last.map(capital) ?? "")
  }

  private static func isLetterOrNumber(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: !scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
  }

  private static func capital(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "A"..."Z", "0"..."9": String(scalar)
    case "a"..."z": String(Unicode.Scalar(UInt8(ascii: scalar) & 0xdf))
    default: scalar.properties.uppercaseMapping
    }
  }
}

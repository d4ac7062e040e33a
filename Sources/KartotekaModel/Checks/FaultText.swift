/// A sentence of a check, as English text with values in it. The catalogues know it by its text with the places `{a}`, `{b}`
/// and so on in the order of the values.
///
/// ```swift
/// let text: FaultText = "There is no kind “\(name)”."   // "There is no kind “{a}”." in the catalogues
/// ```
package struct FaultText: Hashable, Sendable, Codable, CustomStringConvertible, ExpressibleByStringInterpolation {
  /// The sentence for a ``Localizer``.
  package let phrase: Phrase

  /// A sentence without values.
  package init(stringLiteral value: String) { phrase = Phrase(value) }

  /// A sentence with values.
  package init(stringInterpolation: StringInterpolation) {
    phrase = Phrase(stringInterpolation.key, stringInterpolation.arguments)
  }

  /// The sentence of a phrase.
  package init(_ phrase: Phrase) { self.phrase = phrase }

  /// The sentence in English.
  package var description: String { Localizer.english(phrase) }

  /// The parts of a sentence, as Swift collects them.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var arguments: [String: Phrase.Argument] = [:]

    /// An empty sentence.
    package init(literalCapacity: Int, interpolationCount: Int) { key.reserveCapacity(literalCapacity) }

    /// Appends text of the sentence itself.
    package mutating func appendLiteral(_ literal: String) { key += literal }

    /// Appends a place for a value, such as a name or a number, that is shown as it is.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      append(.text(value.description))
    }

    /// Appends a place for another sentence or a part of one.
    package mutating func appendInterpolation(_ part: FaultText) { append(.phrase(part.phrase)) }

    /// Appends a place for a phrase.
    package mutating func appendInterpolation(_ phrase: Phrase) { append(.phrase(phrase)) }

    /// Appends a place for the name of a type.
    package mutating func appendInterpolation(_ type: any Any.Type) { append(.text("\(type)")) }

    private mutating func append(_ argument: Phrase.Argument) {
      let name = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(arguments.count)))
      key += "{\(name)}"
      arguments[name] = argument
    }
  }
}

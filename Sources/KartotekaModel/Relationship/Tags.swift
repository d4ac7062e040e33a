import Foundation

extension EntityDescription {
  /// The text by which a record of the entity is known as a tag: its title, unique and on one line, beside which a new record
  /// needs nothing. Nil for an entity whose records are no tags.
  package var tagName: AttributeDescription? {
    guard !isDerived, source == nil, notesOwner == nil, titleAttributes.count == 1, titleRelationships.isEmpty,
      let name = titleAttributes.first, name.kind == .text, name.code == nil, !name.multiline, name.stamp == nil,
      name.isUnique, name.writability != .never,
      !attributes.contains(where: { $0.name != name.name && $0.lacksDefault }),
      !relationships.contains(where: { $0.isRequired || $0.minimumCount > 0 })
    else { return nil }
    return name
  }

  /// Why a name makes no record of the entity as a tag; nil for a name that does.
  package func tagFault(_ name: String) -> Phrase? {
    guard let attribute = tagName else { return "This can't be changed" }
    do throws(ValueFault) {
      let value = try attribute.behavior.value(text: TagText.written(name), for: attribute)
      return value.isNull ? "This can't be empty" : attribute.fault(in: value)
    } catch {
      return error.phrase
    }
  }

  /// The choice that is the colour of a record's title where others lead to it; nil without one.
  package var colour: AttributeDescription? { attributes.first(where: \.isColour) }

  /// The relationships whose related records are typed by their names.
  package var tags: [RelationshipDescription] { manyToMany.filter(\.isTags) }
}

extension AnyRecord {
  /// The colour in which others show the record; nil without one.
  package var tone: StateDescription.Tone? {
    guard let colour = entity.colour, case .text(let text) = self[colour.name] else { return nil }
    return StateDescription.Tone(rawValue: text)
  }
}

extension StateDescription.Tone {
  /// The tones of a colour field, with their labels.
  package static let colours = [
    Choice("plain", "Grey"), Choice("good", "Colour of the application"), Choice("care", "Amber"), Choice("bad", "Red"),
  ]
}

extension AttributeOption where Value: ChoiceValue {
  /// Shows titles of these records in the colour of the value where others lead to them. The cases are names of
  /// `StateDescription.Tone`: `plain`, `good`, `care`, `bad`, `void`.
  public static var colour: Self { Self { $0.isColour = true } }
}

/// Names of tags in a text: `urgent, to do; garden`.
package enum TagText {
  /// The names, in the order of the text and each once. Commas, semicolons and line ends part them, but for those in quotation
  /// marks around a name, in which a doubled mark stands for one.
  package static func names(_ text: String) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    func add(_ name: String) {
      let name = written(name)
      if !name.isEmpty, seen.insert(key(name)).inserted { names.append(name) }
    }
    var rest = text[...]
    while !rest.isEmpty {
      rest = rest.drop { $0.isWhitespace }
      if rest.first == "\"", let quoted = quoted(&rest) {
        add(quoted)
        rest = rest.drop { !isSeparator($0) }.dropFirst()
      } else {
        let end = rest.firstIndex(where: isSeparator) ?? rest.endIndex
        add(String(rest[..<end]))
        rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
      }
    }
    return names
  }

  /// The text of names, which ``names(_:)`` reads.
  package static func text(_ names: [String]) -> String {
    names.map { name in
      name.contains(where: isSeparator) || name.hasPrefix("\"")
        ? "\"" + name.replacing("\"", with: "\"\"") + "\"" : name
    }.joined(separator: ", ")
  }

  /// A name as it is stored: with single spaces, in the composed form of Unicode.
  package static func written(_ name: String) -> String {
    name.withoutInvisible().precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// The key of a name: two that differ in case, spaces or Unicode's form alone are one tag. Letters stay what they are: й is
  /// not и, and ł is not l.
  package static func key(_ name: String) -> String { written(name).lowercased() }

  private static func isSeparator(_ letter: Character) -> Bool { letter == "," || letter == ";" || letter.isNewline }

  // A name in quotation marks, which end before a separator or the end; nil where they don't, so that the mark is a letter.
  private static func quoted(_ rest: inout Substring) -> String? {
    var (name, tail) = ("", rest.dropFirst())
    while let mark = tail.firstIndex(of: "\"") {
      name += tail[..<mark]
      tail = tail[tail.index(after: mark)...]
      if tail.first == "\"" {
        name += "\""
        tail = tail.dropFirst()
        continue
      }
      let next = tail.first { !$0.isWhitespace || $0.isNewline }
      guard next.map(isSeparator) ?? true else { return nil }
      rest = tail
      return name
    }
    return nil
  }
}

extension KindName: DocumentValue {
  package static var shape: Shape<KindName> {
    let words = (AttributeKinds.all + AttributeKinds.reflected).map(\.name.rawValue)
    return Shape(
      write: { .string($0.rawValue) },
      read: { json, reader in
        guard case .string(let text) = json else { return reader.mismatch("the name of a kind") }
        guard words.contains(text) else {
          let offered = AttributeKinds.all.map(\.name.rawValue).joined(separator: ", ")
          reader.fault("“\(text.prefix(80))” is no kind of value. There are \(offered).")
          return nil
        }
        return KindName(rawValue: text)
      },
      schema: { _ in ["enum": .array(words.map { .string($0) })] })
  }
}

extension ValueFormatter: DocumentValue {}
extension NumberForm: DocumentValue {}
extension BarcodeForm: DocumentValue {}
extension FieldWidth: DocumentValue {}
extension AttributeDescription.Stamp: DocumentValue {}
extension AttributeDescription.Writability: DocumentValue {}
extension DeleteRule: DocumentValue {}

extension Choice: DocumentValue {
  /// The value alone if the label is the same, else both.
  package static var shape: Shape<Choice> {
    let whole = Shape<Choice>.object("Choice", Choice("")) {
      Member.needed("value", \.value, "What is stored, exported and used in the API.")
      Member.derived("label", \.label, "What people read; the value unless given.") { $0.value }
      Member.optional("aliases", \.aliases, "Other words for it in files.")
    }
    return Shape(
      write: { $0.label == $0.value && $0.aliases.isEmpty ? .string($0.value) : whole.write($0) },
      read: { json, reader in
        if case .string = json {
          String.shape.read(json, &reader).map { Choice($0) }
        } else {
          whole.read(json, &reader)
        }
      },
      schema: { ["anyOf": [["type": "string"], whole.schema(&$0)]] })
  }
}

extension AttributeDescription.DefaultSource: DocumentValue {
  package static var shape: Shape<AttributeDescription.DefaultSource> {
    .oneOf("DefaultSource") {
      Variant.of("today", daysAfterToday, { $0 == 0 ? .today : .later(days: $0) }) {
        switch $0 {
        case .today: 0
        case .later(let days): days
        default: nil
        }
      }
      Variant.of("now", Bool.shape, { _ in .now }) { if case .now = $0 { true } else { nil } }
      Variant.of("attribute", String.shape, { .attribute($0) }) {
        if case .attribute(let name) = $0 { name } else { nil }
      }
      Variant.of("formula", Formula.shape, { .formula($0) }) {
        if case .formula(let formula) = $0 { formula } else { nil }
      }
      Variant.of("related", SearchPath.shape, { .related(relationship: $0.relationship, attribute: $0.attribute) }) {
        if case .related(let relationship, let attribute) = $0 { SearchPath(relationship, attribute) } else { nil }
      }
    }
  }

  // True for the current day, else a number of days.
  private static var daysAfterToday: Shape<Int> {
    Shape(
      write: { $0 == 0 ? .bool(true) : Int.shape.write($0) },
      read: { json, reader in if case .bool = json { 0 } else { Int.shape.read(json, &reader) } },
      schema: { ["anyOf": [Bool.shape.schema(&$0), Int.shape.schema(&$0)]] })
  }
}

extension Closing: DocumentValue {
  package static var shape: Shape<Closing> {
    .object("Closing", Closing(reason: "", action: "", reopening: nil, isSealing: false)) {
      Member.needed("reason", \.reason, "Why a closed record stays as it is.")
      Member.needed("action", \.action, "The action that closes a record.")
      Member.optional("reopening", \.reopening, "The action that opens it again.")
      Member.optional("seals", \.isSealing, "Whether people can't change the record's own values either.")
    }
  }
}

extension AttributeDescription.Translation: DocumentValue {
  package static var shape: Shape<AttributeDescription.Translation> {
    .object("Translation", AttributeDescription.Translation(of: "", to: .english)) {
      Member.needed("of", \.attribute, "The attribute that is translated.")
      Member.needed("language", \.language, "The language's code.")
    }
  }
}

extension KindCode: DocumentValue {
  /// Its name. A document that is read has no code.
  package static var shape: Shape<KindCode> {
    Shape(
      write: { .string($0.name.rawValue) },
      read: { json, reader in
        String.shape.read(json, &reader).map { KindCode(name: KindName(rawValue: $0)) }
      },
      schema: { _ in ["type": "string"] })
  }
}

extension AttributeDescription {
  // The kind that a description has without code.
  fileprivate var plainKind: KindName {
    get { code == nil ? kind : .text }
    set { kind = newValue }
  }
}

extension AttributeDescription: DocumentValue {
  package static var shape: Shape<AttributeDescription> {
    .object("Attribute", AttributeDescription(name: "", label: "", kind: .text)) {
      Member.needed("name", \.name, "The name in JSON and in Swift, in camel case: lastName.")
      Member.derived("label", \.label, "What people read; the name in words unless given.") { Naming.words($0.name) }
      Member.optional("kind", \.plainKind, "The kind of value; text unless given.")
      Member.optional("code", \.code, "Its kind in the application's code; a description alone makes text of it.")
      Member.derived("column", \.column, "The column in the database; the name in snake case unless given.") {
        Naming.snakeCase($0.name)
      }
      Member.optional("formerNames", \.formerNames, "Earlier names: the values stay, under the new name.")
      Member.optional("required", \.isRequired, "Whether a record needs a value.")
      Member.optional("requiredIf", \.requiredIf, "A formula that is yes where a record needs a value.")
      Member.optional(
        "shownIf", \.shownIf, "A formula that is yes where forms show it; what is hidden keeps its value.")
      Member.optional(
        "series", \.series,
        "The pattern of the numbers that new records get: {year}-{0000} has the year and a counter of 4 digits or more."
      )
      Member.derived("unique", \.isUnique, "Whether no two records have the same value; true for a series.") {
        $0.series != nil
      }
      Member.optional("sequence", \.isSequence, "Whether the values are numbers without gaps.")
      Member.optional(
        "placeIn", \.placeIn,
        "The to-one relationship within whose record the values are the places 1, 2, 3 …, which the store keeps without gaps."
      )
      Member.optional("title", \.isTitle, "Whether the value is part of the record's title.")
      Member.optional("searched", \.isSearched, "Whether the search field looks here, beside what lists search.")
      Member.optional("sorted", \.isSorted, "Whether an index keeps records in this order, beside what tables sort by.")
      Member.optional("choices", \.choices, "The values of a choice.")
      Member.optional(
        "colour", \.isColour, "Whether a choice is the colour of the record's title where others lead to it.")
      Member.optional("scale", \.scale, "How many digits a decimal has after the point.")
      Member.optional("currency", \.currency, "The currency of an amount of money: its ISO 4217 code.")
      Member.optional(
        "form", \.form,
        "How people read the number: a decimal as a percentage, a whole number as hours and minutes, as stars or as a year."
      )
      Member.optional(
        "barcode", \.barcode, "Which bar codes the texts are, as labels print them: any, or numbers of articles.")
      Member.optional("multiline", \.multiline, "Whether text has several lines.")
      Member.value("default", \.defaultValue, "What a new record has.")
      Member.optional("defaultFrom", \.defaultSource, "Where a new record's value comes from.")
      Member.value("min", \.minimum, "The least value.")
      Member.value("max", \.maximum, "The greatest value.")
      Member.optional("minLength", \.minimumLength, "The fewest characters.")
      Member.derived("maxLength", \.maximumLength, "The most characters.") {
        $0.multiline
          ? TextKind.longest.multiline
          : AttributeDescription(name: "", label: "", kind: $0.kind).maximumLength
      }
      Member.optional("pattern", \.pattern, "A regular expression that the whole text has to match.")
      Member.optional("patternHint", \.patternHint, "What is said where the pattern doesn't match.")
      Member.derived("format", \.formatter, "How a text is written, whoever writes it.") {
        $0.kind == .phone ? .phone : nil
      }
      Member.optional("thumbnailOf", \.thumbnailOf, "The picture attribute that this one shows small, for lists.")
      Member.optional("translation", \.translation, "Which attribute's text this one is in another language.")
      Member.optional("placeholder", \.placeholder, "An example in the empty field.")
      Member.optional("help", \.help, "What is said below the field in forms, and in the API's description.")
      Member.optional(
        "hidden", \.isHiddenInForms, "Whether forms leave it out; lists, exports, formulas and the API have it.")
      Member.optional("width", \.width, "The part of a line that it takes in forms at a desk; all of it unless given.")
      Member.optional("aliases", \.aliases, "Other headings that files have for it.")
      Member.optional(
        "stamp", \.stamp, "When or by whom the record was made or changed: the store alone writes it.")
      Member.derived("writable", \.writability, "When people may write it; never for a stamp unless given.") {
        $0.stamp == nil ? .always : .never
      }
      Member.optional("closing", \.closing, "What follows for the record from a value here.")
      Member.optional("setBy", \.settingAction, "The action by which alone people set it.")
    }
  }
}

extension Member where Object == AttributeDescription {
  // A value in the API's form, which depends on the kind.
  fileprivate static func value(
    _ key: String, _ path: any WritableKeyPath<AttributeDescription, Value> & Sendable, _ about: String
  ) -> Member {
    .dependent(
      key, about,
      write: { attribute in
        let value = attribute[keyPath: path]
        if value.isNull { return nil }
        var json = JSONWriter()
        attribute.behavior.write(value, to: &json, for: attribute)
        return try? JSONParser.parse(json.bytes)
      },
      read: { json, reader, attribute in
        if json == .null { return }
        do throws(ValueFault) {
          attribute[keyPath: path] = try attribute.behavior.value(json: json, for: attribute)
        } catch {
          reader.fault(FaultText(error.phrase))
        }
      },
      schema: [:])
  }
}

extension RelationshipDescription.Cardinality: DocumentValue {}

extension RelationshipDescription.JoinColumns: DocumentValue {
  package static var shape: Shape<RelationshipDescription.JoinColumns> {
    .object("JoinColumns", .init(own: "", related: "")) {
      Member.needed("own", \.own, "The column with the id of the record whose relationship it is.")
      Member.needed("related", \.related, "The column with the id of the related record.")
    }
  }
}

extension RelationshipDescription: DocumentValue {
  package static var shape: Shape<RelationshipDescription> {
    .object("Relationship", RelationshipDescription(name: "", label: "", cardinality: .toOne, target: "")) {
      Member.needed("name", \.name, "The name in JSON and in Swift, in camel case: teacher.")
      Member.derived("label", \.label, "What people read; the name in words unless given.") { Naming.words($0.name) }
      Member.optional("kind", \.cardinality, "How many records it leads to; one unless given.")
      Member.needed("to", \.target, "The entity that it leads to.")
      Member.optional("inverse", \.inverse, "The relationship of that entity that leads back.")
      Member.optional("required", \.isRequired, "Whether a record needs a related one.")
      Member.optional("requiredIf", \.requiredIf, "A formula that is yes where a record needs a related one.")
      Member.optional("shownIf", \.shownIf, "A formula that is yes where forms show it; what is hidden stays.")
      Member.optional("unique", \.isUnique, "Whether a related record belongs to one record only.")
      Member.optional("atLeast", \.minimumCount, "The fewest related records that are saved with a record.")
      Member.optional("onDelete", \.deleteRule, "What deleting the related record does.")
      Member.optional("writable", \.writability, "When people may write it.")
      Member.optional(
        "tags", \.isTags, "Whether the names of related records are typed, and new names make new records.")
      Member.optional("placeholder", \.placeholder, "What stands there while nothing is chosen.")
      Member.optional("aliases", \.aliases, "Other headings that files have for it.")
      Member.optional("formerNames", \.formerNames, "Earlier names: the links stay, under the new name.")
      Member.derived("column", \.column, "The column in the database.") { Naming.snakeCase($0.name) + "_id" }
      Member.optional("joinTable", \.joinTable, "The table of a many-to-many relationship.")
      Member.optional("joinColumns", \.joinColumns, "The columns of that table.")
    }
  }
}

/// The kind of a value type of an application's own (``OwnValue``).
package struct OwnKind<V: OwnValue>: AttributeKind, OwnKindCode {
  package var name: KindName { V.kind }
  package let storage = StorageClass.text
  package var identifies: Bool { V.identifies }
  package let hasKeyText = true

  package init() {}

  package func keyText(_ text: String, _ collation: Collation) -> String { V.searchText(text) }

  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    .text(try V(parsing: text).text)
  }

  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .text(let text) = value else { return "" }
    // Another program may have written what is no value.
    return (try? V(parsing: text).display(in: say)) ?? text
  }

  /// An error for text that is no value, or not in the normal form.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .text(let text) = value else { return nil }
    do throws(ValueFault) {
      let normal = try V(parsing: text).text
      return normal == text
        ? nil : ValueFault(Phrase("This has to be written as {text}", ["text": .text(normal)]))
    } catch {
      return error
    }
  }

  package var type: Any.Type { V.self }
  package var example: String { V.example }
  package var pattern: String? { V.pattern }
  package var summary: String? { V.summary }
  package var input: InputHints { V.input }
  package func sample(_ number: Int) -> String { V.sample(number) }
}

/// The requirements of other layers on an ``OwnKind`` of any value type.
package protocol OwnKindCode: AttributeKind {
  /// The value type.
  var type: Any.Type { get }
  /// ``OwnValue/example``.
  var example: String { get }
  /// ``OwnValue/pattern``.
  var pattern: String? { get }
  /// ``OwnValue/summary``.
  var summary: String? { get }
  /// ``OwnValue/input``.
  var input: InputHints { get }
  /// ``OwnValue/sample(_:)``.
  func sample(_ number: Int) -> String
}

/// The kind of an attribute that is code: a description of the application in a file has only its name.
public struct KindCode: Hashable, Sendable, Codable {
  /// The kind's name.
  package let name: KindName
  /// The kind; nil where the program lacks the code.
  package let behavior: (any OwnKindCode)?

  package init(_ behavior: any OwnKindCode) {
    self.name = behavior.name
    self.behavior = behavior
  }

  package init(name: KindName) {
    self.name = name
    behavior = nil
  }

  /// Whether the names are the same.
  public static func == (one: KindCode, other: KindCode) -> Bool { one.name == other.name }
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  /// A code of that name.
  public init(from decoder: any Decoder) throws { self.init(name: try KindName(from: decoder)) }
  /// Encodes the name.
  public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}

extension AttributeDescription {
  /// Makes it an attribute of text where its kind is code.
  package mutating func leaveOutCode() {
    guard code != nil else { return }
    (kind, code) = (.text, nil)
  }
}

extension ModelDescription {
  /// The kinds of the application's own, each once.
  package var ownKinds: [any OwnKindCode] {
    var seen: Set<KindName> = []
    return entities.flatMap(\.attributes).compactMap { attribute in
      attribute.code?.behavior.flatMap { seen.insert($0.name).inserted ? $0 : nil }
    }
  }
}

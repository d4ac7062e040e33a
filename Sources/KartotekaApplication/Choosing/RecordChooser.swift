import KartotekaModel
import KartotekaScreens
import KartotekaServices
import KartotekaStore

/// A source of new records of an entity: a register, a gazetteer, a service. A sheet with a search field and suggestions
/// takes the place of the empty form.
///
/// `App(choosers:)` declares it, at most one for an entity. API, imports and the command line add records without it.
public protocol RecordChooser: Sendable {
  /// The entity of the records.
  associatedtype Chosen: Entity

  /// The attributes that only a choice sets, by name. Forms leave them out.
  var attributes: Set<String> { get }

  /// The suggestions of a search, the best first.
  /// - Throws: `StoreError`; `CancellationError`.
  func suggestions(for search: ChoiceSearch) async throws -> Suggestions

  /// The record that a suggestion stands for.
  /// - Parameters:
  ///   - value: the suggestion's value. A client may send any other text.
  ///   - search: what was typed, and who asks.
  /// - Throws: `StoreError`; `CancellationError`.
  func record(chosen value: String, in search: ChoiceSearch) async throws -> ChosenRecord

  /// The question before a chosen or typed record is saved on a screen; nil saves it at once.
  /// - Parameters:
  ///   - record: the record that is to be saved.
  ///   - stored: the stored record before the change; nil for a new one.
  ///   - search: what was typed, and who asks.
  /// - Throws: `StoreError`; `CancellationError`.
  func question(
    about record: Record<Chosen>, over stored: Record<Chosen>?, in search: ChoiceSearch
  ) async throws -> Phrase?
}

extension RecordChooser {
  /// No attributes.
  public var attributes: Set<String> { [] }

  /// No question.
  public func question(
    about record: Record<Chosen>, over stored: Record<Chosen>?, in search: ChoiceSearch
  ) async throws -> Phrase? { nil }

  /// The name of the entity.
  package var entity: String { Chosen.name }

  /// The question before an untyped record is saved; nil saves it at once.
  package func question(
    before record: AnyRecord, over stored: AnyRecord?, in search: ChoiceSearch
  ) async throws -> Phrase? {
    try await question(about: Record<Chosen>(record), over: stored.map { Record<Chosen>($0) }, in: search)
  }
}

/// A search for suggestions.
public struct ChoiceSearch: Sendable {
  /// The application's records.
  public let store: Store
  /// The application's services on the internet.
  public let services: Services
  /// The words of the person's language.
  public let say: Localizer
  /// The typed text, without spaces around it; empty before anything is typed.
  public let text: String
  /// Whether all suggestions are requested, after those that ``Suggestions/hasMore`` left out.
  public let wantsAll: Bool
  /// The related record to which the new one is added; nil if it is not decided.
  public let owner: AnyRecord?

  package init(
    _ store: Store, _ services: Services, _ say: Localizer, text: String = "", wantsAll: Bool = false,
    owner: AnyRecord? = nil
  ) {
    (self.store, self.services, self.say) = (store, services, say)
    (self.text, self.wantsAll, self.owner) = (text, wantsAll, owner)
  }
}

/// The result of a search for suggestions. Its texts are in the person's language.
public struct Suggestions: Sendable {
  /// The text of the empty search field.
  public var placeholder: String
  /// The suggestions.
  public var suggestions: [Suggestion] = []
  /// The sentence below the suggestions; nil says their number to screen readers.
  public var message: String?
  /// The line about their origin; nil for none.
  public var note: String?
  /// Whether there are more: a button requests all of them.
  public var hasMore = false
  /// Whether records that are not suggested can be typed, or placed on the application's map.
  public var offersForm = false
  /// Whether they depend on anything beside the store. They are then not cached.
  public var areFromOutside = false
  package var reference: (title: String, setting: String)?

  /// A result without suggestions.
  public init(placeholder: String) { self.placeholder = placeholder }

  /// Adds a link to the setting that explains the suggestions.
  public mutating func refer<V>(to setting: Setting<V>, title: String) { reference = (title, setting.description.name) }
}

/// A record that can be added, or exists.
public struct Suggestion: Sendable {
  package let value: String
  package let title: String
  package let detail: String?
  package let record: AnyRecord?

  /// Makes a suggestion.
  /// - Parameters:
  ///   - value: the value that the press of its button sends.
  ///   - title: the first line.
  ///   - detail: the second line; nil for none.
  ///   - record: the existing record, which is opened instead of added; nil if there is none.
  public init(_ value: String, title: String, detail: String? = nil, record: AnyRecord? = nil) {
    (self.value, self.title, self.detail, self.record) = (value, title, detail, record)
  }
}

/// The record of a choice.
public enum ChosenRecord: Sendable {
  /// An existing record, which is opened.
  case existing(AnyRecord)
  /// A new record, and what stores it.
  case new(AnyRecord, insert: @Sendable (Transaction, AnyRecord) throws -> AnyRecord)
  /// No record, with a sentence for the person.
  case refused(Phrase)
}

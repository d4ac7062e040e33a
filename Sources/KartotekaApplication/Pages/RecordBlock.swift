import KartotekaModel
import KartotekaScreens

/// A block of an application's own on the page of each record of an entity, below the fields.
///
/// ```swift
/// let load = RecordBlock(on: Author.self, title: "Load") { call, author in
///   guard let id = author.id else { return nil }
///   let lent = try await call.store.count(Book.all.where(\.author == id && \.isLent == true))
///   return Markup { html in html.paragraph(String(lent)) }
/// }
/// ```
/// It changes with the records that it reads, as the page does.
public struct RecordBlock: Sendable {
  /// The name of the entity.
  package let entity: String
  /// The heading, a key into the catalogue.
  package let title: String
  package let content: @Sendable (OwnPage.Call, AnyRecord) async throws -> Markup?

  /// A block.
  /// - Parameters:
  ///   - title: the heading, a key into the catalogue.
  ///   - content: reads what the block shows on a stored record, and returns what writes it; nil for no block there.
  public init<E: Entity>(
    on entity: E.Type, title: String,
    content: @escaping @Sendable (OwnPage.Call, Record<E>) async throws -> Markup?
  ) {
    self.entity = E.name
    self.title = title
    self.content = { call, record in try await content(call, Record<E>(record)) }
  }
}

import KartotekaModel

/// Records that others lead to, grouped by an attribute of those, each with how many lead there:
///
/// ```swift
/// Groups(Course.self, by: \.subject, showing: \.teacher, as: Nouns("teacher", "teachers"))
/// ```
/// shows everyone who teaches under each subject that they teach, with the number of their courses.
public struct Groups<Source: Entity>: Screen {
  private let groups: GroupsDescription

  /// The screen as data.
  public var description: ScreenDescription { .groups(groups) }

  /// Groups by an attribute of an entity, of the records that one of its relationships leads to.
  /// - Parameters:
  ///   - source: the entity that has both.
  ///   - attribute: the attribute whose values are the groups.
  ///   - relationship: leads to the records of a group.
  ///   - nouns: the nouns of those records here.
  public init<V, T>(
    _ source: Source.Type, by attribute: KeyPath<Source, Attribute<V>>, showing relationship: KeyPath<Source, ToOne<T>>,
    as nouns: Nouns
  ) {
    groups = GroupsDescription(
      entity: T.name, source: Source.name, relationship: Source.name(of: relationship),
      attribute: Source.name(of: attribute), nouns: nouns)
  }
}

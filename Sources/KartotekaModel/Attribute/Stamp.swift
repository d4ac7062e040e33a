import Foundation

extension AttributeDescription {
  /// When or by whom a record was made or last changed. The store writes it with every change, whoever makes that; nothing else
  /// sets it.
  public enum Stamp: String, Sendable, Codable, CaseIterable {
    /// The moment when the record was made.
    case createdAt
    /// The name that the person who made it had then.
    case createdBy
    /// The moment of the last change of the record's own values.
    case changedAt
    /// The name that the person who made that change had then.
    case changedBy

    /// The kind of its values.
    package var kind: KindName { isMoment ? .timestamp : .text }

    /// Whether it is a moment, and not a person.
    package var isMoment: Bool { self == .createdAt || self == .changedAt }

    /// Whether each change of a record renews it.
    package var isOfChange: Bool { self == .changedAt || self == .changedBy }
  }
}

extension AttributeOption where Value == Date {
  /// The store sets the moment when the record was made.
  public static var createdAt: Self { Self { $0.become(.createdAt) } }
  /// The store sets the moment of the last change of the record's own values.
  public static var changedAt: Self { Self { $0.become(.changedAt) } }
}

extension AttributeOption where Value == String {
  /// The store sets the name of the person who made the record, as it was then.
  public static var createdBy: Self { Self { $0.become(.createdBy) } }
  /// The store sets the name of the person who made the last change of the record's own values, as it was then.
  public static var changedBy: Self { Self { $0.become(.changedBy) } }
}

extension AttributeDescription {
  /// Makes the store alone write the attribute.
  package mutating func become(_ stamp: Stamp) { (self.stamp, writability) = (stamp, .never) }
}

extension ColumnDescription {
  /// Whether forms leave the column out.
  package var isHiddenInForms: Bool {
    if case .attribute(let attribute) = self { attribute.isHiddenInForms } else { false }
  }

  /// The stamp that the store writes here; nil for other columns.
  package var stamp: AttributeDescription.Stamp? {
    if case .attribute(let attribute) = self { attribute.stamp } else { nil }
  }
}

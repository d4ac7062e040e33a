/// An option of a to-one relationship's declaration, spelled as an attribute's:
/// `ToOne<Owner>("Owner", .required, .onDelete(.cascade), .aliases("Keeper"))`.
public struct RelationshipOption: Sendable {
  let apply: @Sendable (inout RelationshipDescription) -> Void

  /// Requires a related record.
  public static var required: Self { Self { $0.isRequired = true } }
  /// Lets a record be related to one record only.
  public static var unique: Self { Self { $0.isUnique = true } }
  /// The effect of the deletion of the related record on this one. Without it the deletion is refused.
  public static func onDelete(_ rule: DeleteRule) -> Self { Self { $0.deleteRule = rule } }
  /// Allows a value only when the record is created.
  public static var readOnlyAfterInsert: Self { Self { $0.writability = .onInsert } }
  /// The text shown while nothing is chosen: a catalogue key.
  public static func placeholder(_ text: String) -> Self { Self { $0.placeholder = text } }
  /// Adds other headings that identify this column in files.
  public static func aliases(_ aliases: String...) -> Self { Self { $0.aliases = aliases } }
  /// Names the relationship or its column in earlier versions of the model. The migration keeps the links.
  public static func renamed(from names: String...) -> Self { Self { $0.formerNames = names } }
  /// Names the column; by default it is the relationship's name in snake case with `_id`.
  public static func column(_ name: String) -> Self { Self { $0.column = name } }
  /// Shows the relationship in forms only while a formula with the names of attributes is yes.
  public static func shown(if formula: String) -> Self { Self { $0.shownIf = Formula(formula) } }
  /// Requires a related record while a formula is yes and the relationship is shown.
  public static func required(if formula: String) -> Self { Self { $0.requiredIf = Formula(formula) } }
}

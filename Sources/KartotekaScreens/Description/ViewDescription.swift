import KartotekaModel

/// A view of a list as a part of an overview, as data: its first records, its chart, or one number of it.
public struct ViewDescription: Sendable, Codable, Hashable {
  /// The part of the view that is shown.
  public enum Form: String, Sendable, Codable, CaseIterable {
    /// The first records.
    case list
    /// The chart that the view is, else that which its records have first.
    case chart
    /// The first of the view's figures, else the number of its records.
    case figure
  }

  /// The title: a key into the catalogue.
  package var title: String
  /// The entity whose list it is.
  package var entity: String
  /// The parameters of the list's address, without percent-encoding: `where=stage:eq:open&layout=chart:month:day`. Empty for the
  /// list as it is.
  package var view: String
  /// The part of it that is shown.
  package var form: Form
  /// Whether it takes the whole width of a desk.
  package var isWide = false

  /// A part of half the width.
  package init(_ title: String, of entity: String, view: String = "", form: Form = .list) {
    (self.title, self.entity, self.view, self.form) = (title, entity, view, form)
  }

  /// The view's parameters.
  package var shape: ListShape { ListShape(text: view) }

  /// The chart that is shown; nil for other forms, and where the records have none.
  package func chart(of entity: EntityDescription) -> ListChart? {
    form == .chart ? shape.layout.chart ?? ListChart(of: entity) : nil
  }
}

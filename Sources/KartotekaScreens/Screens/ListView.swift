import KartotekaModel

/// A tab's view of a list that another tab declares: some of its records, in an order, in groups, as a board or a table.
///
/// ```swift
/// Tab("Overdue", symbol: .alert) { ListView(overdue).sorted(by: \.due) }
/// Tab("By voice", symbol: .people) { ListView(Singer.self).grouped(by: \.voice) }
/// Tab("Board", symbol: .list) { ListView(Score.self).board(by: \.voicing) }
/// ```
/// Its rows, search and records' pages are those of the list.
public struct ListView<E: Entity>: Screen {
  private var subset: SubsetDescription?
  private var shape = ListShape()

  /// The screen as data.
  public var description: ScreenDescription {
    .view(ListViewDescription(of: E.name, view: shape.text, subset: subset))
  }

  /// A view of all records.
  public init(_ entity: E.Type) {}

  /// A view of the records in a subset.
  public init(_ subset: Subset<E>) { self.subset = subset.description }

  /// The order, in place of the list's own; after what it is sorted by already.
  public func sorted<P: ListedProperty>(by path: KeyPath<E, P>) -> ListView {
    with { $0.sort.append(FetchSort(E.name(ofListed: path))) }
  }

  /// The order, greatest first.
  public func sorted<P: ListedProperty>(descendingBy path: KeyPath<E, P>) -> ListView {
    with { $0.sort.append(FetchSort(E.name(ofListed: path), ascending: false)) }
  }

  /// Records with the same value stand together, below it and their number.
  public func grouped<P: ListedProperty>(by path: KeyPath<E, P>) -> ListView {
    with { $0.group = ListGroup(E.name(ofListed: path)) }
  }

  /// Records of the same day, week, month, quarter or year stand together.
  public func grouped<P: DayProperty>(by path: KeyPath<E, P>, each unit: DayUnit) -> ListView {
    with { $0.group = ListGroup(E.name(ofListed: path), by: unit) }
  }

  /// A column of cards for each value of a choice, or for each record of a to-one relationship.
  public func board<P: ColumnProperty>(by path: KeyPath<E, P>) -> ListView {
    with { $0.layout = .board(E.name(of: path)) }
  }

  /// A table with these columns, in their order.
  public func table<each P: ListedProperty>(columns: repeat KeyPath<E, each P>) -> ListView {
    var names: [String] = []
    for path in repeat each columns { names.append(E.name(ofListed: path)) }
    return with { [names] in
      $0.layout = .table
      $0.columns = names
    }
  }

  private func with(_ change: (inout ListShape) -> Void) -> ListView {
    var copy = self
    change(&copy.shape)
    return copy
  }
}

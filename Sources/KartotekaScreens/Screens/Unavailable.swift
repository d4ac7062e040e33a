import KartotekaModel

// Spellings that can't be, for a message at the argument in place of the compiler's.

extension List {
  /// A form has no computed values.
  @available(
    *, unavailable,
    message: "A form has no computed values: a record's page shows them below its fields, a row by showing(_:)."
  )
  public func withFields<each P: ListedProperty>(
    _ title: String? = nil, _ paths: repeat KeyPath<E, each P>
  ) -> List { self }

  /// A form has no computed values.
  @available(*, unavailable, message: "A stored record's page always shows computed values: leave them out here.")
  public func withoutFields<each P: ListedProperty>(_ paths: repeat KeyPath<E, each P>) -> List { self }
}

extension List {
  /// A line is made of properties.
  @available(
    *, unavailable, message: "Lines are made of properties: List(Score.self, title: \\.title, subtitle: \\.year)."
  )
  public init(_ entity: E.Type, title: String, subtitle: String...) { self.init(entity) }

  /// A search looks in texts.
  @available(
    *, unavailable,
    message: "A search looks in texts: name that of the related record, .searching(\\.composer, \\.name)."
  )
  public func searching<T>(_ path: KeyPath<E, ToOne<T>>) -> List { self }

  /// A relationship has no order of its own.
  @available(
    *, unavailable,
    message: "A list is sorted by values: declare one that is computed, .of(\\.composer, \\.name), and sort by it."
  )
  public func sorted<T>(by path: KeyPath<E, ToOne<T>>) -> List { self }

  /// Rows end with a value.
  @available(
    *, unavailable, message: "Rows end with a value: title and subtitle show the titles of related records."
  )
  public func showing<T>(_ path: KeyPath<E, ToOne<T>>) -> List { self }

  /// One record is no section.
  @available(
    *, unavailable, message: "A section shows a ToMany or ManyToMany: a ToOne is a field, which withFields places."
  )
  public func withSection<T>(_ path: KeyPath<E, ToOne<T>>, offersNew: Bool = false) -> List { self }

  /// A condition is a subset.
  @available(*, unavailable, message: "A chip shows a subset: Subset(\"late\", \"Late\", where: …).")
  public func narrowing(to condition: Condition<E>) -> List { self }
}

extension OverviewBuilder {
  /// A screen is no part of another one.
  @available(
    *, unavailable, message: "An overview has figures, charts and records to watch: give a screen a tab of its own."
  )
  public static func buildExpression<S: Screen>(_ screen: S) -> [any OverviewPart] { [] }
}

extension TabsBuilder {
  /// A screen stands in a tab.
  @available(*, unavailable, message: "A screen stands in a tab: Tab(\"Scores\", symbol: .book) { … }.")
  public static func buildExpression<S: Screen>(_ screen: S) -> [Tab] { [] }
}

extension Watch {
  /// A condition is a subset.
  @available(*, unavailable, message: "What is watched is a subset: Subset(\"late\", \"Late\", where: …).")
  public init(
    _ title: String, _ condition: Condition<E>, subtitle: String? = nil,
    earliest date: KeyPath<E, Attribute<CalendarDate>>
  ) {
    self.init(title, Subset("", title, where: condition), subtitle: subtitle, earliest: date)
  }
}

extension Tab {
  /// A tab has one screen.
  @available(*, unavailable, message: "A tab has one screen, such as a List: give each screen a tab of its own.")
  public init(_ title: String, symbol: Symbol, path: String? = nil, _ screens: () -> Void) {
    self.init(title, symbol: symbol, path: path, describedBy: "")
  }
}

extension Figure {
  /// A series has a latest month.
  @available(*, unavailable, message: "A series is a figure by latestMonthOf: name its calculation for a sum.")
  public init(_ title: String, sum series: Series<E>) { self.init(title, latestMonthOf: series) }

  /// A condition is a subset.
  @available(*, unavailable, message: "A figure counts a subset: Subset(\"late\", \"Late\", where: …).")
  public init(_ title: String, counting condition: Condition<E>, tone: FigureDescription.Tone = .plain) {
    self.init(title, counting: Subset("", title, where: condition), tone: tone)
  }
}

extension ListView {
  /// A condition is a subset.
  @available(*, unavailable, message: "A view shows a subset: Subset(\"late\", \"Late\", where: …).")
  public init(_ condition: Condition<E>) { self.init(Subset("", "", where: condition)) }
}

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

import KartotekaModel

/// What people do can be undone for a day at least, and its images have some space.
struct HistoryKept: AppRule {
  let id = "history-kept"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.history.days >= 1 && app.history.bytes >= 1_000_000
      ? []
      : [
        fault(
          "The history is kept for \(app.history.days) days and \(app.history.bytes) bytes.",
          hint: "Use a day and a megabyte or more.")
      ]
  }
}

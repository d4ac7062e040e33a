import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer

// Columns of a file for which a designed application has no field yet.
extension FilePlanScreen {
  /// The choice of a column that becomes a field.
  static let newField = "new"
  /// The number of rows from which a field's kind is guessed.
  private static let sample = 2_000

  /// Adds a field for each column that becomes one, with the kind of its first values, and stores the choices.
  /// - Returns: the page of all files; nil if no column becomes a field.
  /// - Throws: ``ScreenFault`` where the fields can't be added.
  func addFields(to pending: PendingImport, _ plan: FilePlan, _ form: SubmittedForm) async throws -> ScreenDocument? {
    let columns = plan.columns.filter { form["column-\($0.number)"] == Self.newField }
    guard let shape, !columns.isEmpty else { return nil }
    var document = shape.document
    var changed = pending
    changed.files[number - 1].entity = plan.entity.plural
    let rows = plan.firstRows(Self.sample)
    do {
      for column in columns {
        let guess = ColumnGuess.attribute(of: rows.map { $0[column.number - 1] }, heading: column.header)
        guard let field = FieldShape(guess) else { continue }
        let name = try document.addField(field, to: plan.entity.name)
        changed.files[number - 1].columns[column.number] = .column(name)
      }
      try await shape.make(document, isDryRun: false, filePath)
    } catch let fault as ShapeFault {
      throw ScreenFault.refused(fault.phrase, filePath)
    }
    guard let app = try shape.site.site.app(document.name) else { throw ScreenFault.noSuchPage }
    // The file is read again as one of the application with the new fields.
    let renewed = ImportScreens(
      AppScreens(app: app, for: screens.screens.access, place: 0, assets: screens.screens.assets))
    changed.files[number - 1].understood = nil
    changed = await renewed.understanding.understanding(changed)
    try await renewed.folder.save(changed)
    return .seeOther(path)
  }
}

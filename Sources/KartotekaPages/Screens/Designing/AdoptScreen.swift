import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The adoption of an opened file: what is kept beside it moves into it, or out of it again.
struct AdoptScreen: Sendable {
  private let overview: ShapeOverview
  private let opened: OpenedShapeState

  private var shape: ShapeScreens { overview.shape }
  private var path: URLPath { shape.path.appending("adopt") }

  init(_ overview: ShapeOverview, _ opened: OpenedShapeState) { (self.overview, self.opened) = (overview, opened) }

  /// The row that leads here; nil for a file that can't be adopted.
  func row(_ say: Localizer) -> LinkRow? {
    if opened.isAdopted {
      return LinkRow(
        title: say("Take the adoption back"), detail: say("What the program has added moves beside the file again"),
        symbol: .undo, href: path)
    }
    guard opened.canBeAdopted else { return nil }
    return LinkRow(
      title: say("Adopt this file"), detail: say("Everything in one file: history, settings and what is changed here"),
      symbol: .box, href: path)
  }

  /// The page that announces the change.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    guard row(request.say) != nil else { throw ScreenFault.noSuchPage }
    return try await overview.page(request, sheet: try await sheet(request.say))
  }

  private func sheet(_ say: Localizer) async throws -> Sheet {
    let names = try await shape.screens.store.platformObjects()
    let list = ["names": Phrase.Argument.text(names.tables.joined(separator: ", "))]
    let others = ["names": Phrase.Argument.text(names.others.joined(separator: ", "))]
    var lines: [Phrase]
    if opened.isAdopted {
      lines = [
        Phrase("These tables move into a file beside this one: {names}", list),
        Phrase("These indices and triggers go with them: {names}", others),
        "The schema of the file is then what it was before. Records stay as they are.",
      ]
    } else {
      lines = [
        "The file is copied first.", Phrase("These tables are added to the file: {names}", list),
        Phrase("These indices and triggers are added to them: {names}", others),
        "They hold the description, the history for undo, settings and saved views, which lie beside the file now.",
        "Its own tables, columns and rules stay as they are, so that fields can't be added here.",
        "All of it can be taken back.",
      ]
    }
    return Sheet.question(
      opened.isAdopted ? say("Take the adoption back") : say("Adopt this file"),
      body: [RowGroup(rows: lines.map { LinkRow(title: say($0), symbol: .check) })],
      verb: opened.isAdopted ? say("Take back") : say("Adopt"), action: path, cancel: shape.path, isDangerous: false,
      hidden: shape.message, confirms: true, say)
  }

  /// Adopts the file, or takes that back.
  func save(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await changing {
      try await shape.site.site.setAdopted(!opened.isAdopted, shape.screens.app.name)
    }
  }

  /// Adds one of the missing indices to an adopted file.
  func addIndex(_ request: ScreenRequest) async throws -> ScreenDocument {
    guard opened.isAdopted, let index = opened.missingIndices.first(where: { $0.id == request.query["of"] }) else {
      throw ScreenFault.noSuchPage
    }
    return try await changing {
      try await shape.site.site.addIndex(index.statementOfAdoption, to: shape.screens.app.name)
    }
  }

  private func changing(_ body: () async throws -> Void) async throws -> ScreenDocument {
    do {
      try await body()
      return .seeOther(shape.path)
    } catch StoreError.descriptionChanged {
      throw ScreenFault.changedMeanwhile(shape.path)
    } catch let error as DesignError {
      throw ScreenFault.refused(
        Phrase("{reason}. {remedy}", ["reason": .phrase(error.phrase), "remedy": .phrase(error.remedy)]), shape.path)
    }
  }

  /// Missing indices, each with its statement; in an adopted file with a button that adds it.
  func indices(_ say: Localizer) -> (any Component)? {
    guard !opened.missingIndices.isEmpty else { return nil }
    func title(_ index: MissingIndex) -> String {
      say("{table}: {column}", ["table": .text(index.table), "column": .text(index.columns.joined(separator: ", "))])
    }
    if opened.isAdopted {
      return ActionBar(
        title: say("Missing indices"),
        buttons: opened.missingIndices.map { index in
          ActionButton(
            title: say(
              "Add an index that speeds up deletion and related records: {name}", ["name": .text(title(index))]),
            symbol: .sort, target: .post(path.appending("indices").with("of", index.id)))
        })
    }
    return RowGroup(
      title: say("Missing indices"),
      rows: opened.missingIndices.map { LinkRow(title: title($0), detail: $0.statement, symbol: .sort) },
      note: say(
        "Without these, deleting a record and showing the records that lead to it reads the whole table. The file is not changed here: another program can run the statements, and in an adopted file a press adds them."
      ))
  }
}

import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The deletion of an application: `/books/shape/delete`. Its file stays, and the first screen brings it back.
struct RemovalScreen: Sendable {
  let overview: ShapeOverview

  private var shape: ShapeScreens { overview.shape }

  /// - Returns: nil for an application whose file does not lie in the data folder.
  init?(_ overview: ShapeOverview) {
    guard let site = try? overview.shape.site.site, site.canRemove(overview.shape.screens.app) else { return nil }
    self.overview = overview
  }

  /// The address.
  static func address(_ screens: AppScreens) -> URLPath { screens.shape.appending("delete") }

  /// The row that leads here.
  static func row(_ screens: AppScreens, _ say: Localizer) -> LinkRow {
    LinkRow(title: say("Delete this application…"), symbol: .trash, href: address(screens), isDangerous: true)
  }

  /// The question, with what would go.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let (say, screens) = (request.say, shape.screens)
    var affected: [LinkRow] = []
    for entity in screens.description.model.entities where !entity.isDerived {
      guard let count = try await screens.store.countIfPossible(entity), count > 0 else { continue }
      affected.append(LinkRow(title: say.counted(count, entity.nouns)))
    }
    let isKept = try shape.site.site.primaries == nil
    let sheet = Sheet.question(
      say("Delete {title}?", ["title": .phrase(Phrase(screens.description.title))]),
      text: isKept
        ? say("The application goes with everything in it. For 30 days the first screen can bring it back.")
        : say("The application goes with everything in it. Only a backup can bring it back."),
      body: affected.isEmpty ? [] : [RowGroup(rows: affected)], verb: say("Delete application"),
      action: Self.address(screens), cancel: shape.path, say)
    return try await overview.page(request, sheet: sheet)
  }

  /// Deletes the application.
  func delete() async throws -> ScreenDocument {
    do {
      _ = try await shape.site.site.remove(shape.screens.app.name)
      return .seeOther(URLPath())
    } catch let error as DesignError {
      throw ScreenFault.refused(
        Phrase("{reason}. {remedy}", ["reason": .phrase(error.phrase), "remedy": .phrase(error.remedy)]), shape.path)
    }
  }
}

/// Brings applications that were deleted back.
enum RemovedApps {
  /// The address.
  static let path = URLPath("apps").appending("deleted")
  /// The maximum number on the first screen. The description of each is read from its file.
  static let limit = 100

  /// The rows of the first screen.
  static func rows(_ site: SiteReference?, _ say: Localizer) -> [HomePage.Removed] {
    let removed = (try? site?.site.removed(limit: limit)) ?? []
    return removed.map { app in
      let title = app.document.map { Localizer(language: say.language, catalogue: $0.catalogue)($0.title) }
      return HomePage.Removed(
        title: title ?? app.name,
        detail: say("Deleted on {date}", ["date": .text(DateText.long(app.date, in: say))]), file: app.file)
    }
  }

  /// Brings the application of the form back.
  static func bringBack(_ form: SubmittedForm, _ site: SiteReference) async throws -> ScreenDocument {
    do {
      return .seeOther(URLPath(try await site.site.bringBack(form["file"] ?? "")))
    } catch DesignError.unknown {
      // Somebody else was quicker.
      return .seeOther(URLPath())
    } catch let error as DesignError {
      throw ScreenFault.refused(
        Phrase("{reason}. {remedy}", ["reason": .phrase(error.phrase), "remedy": .phrase(error.remedy)]), URLPath())
    }
  }
}

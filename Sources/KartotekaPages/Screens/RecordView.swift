import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A tab that shows records of lists in another way, such as a map. The records' pages lead to it, and sheets that were
/// opened there are shown above it.
protocol RecordView: Sendable {
  var tab: TabDescription { get }
  var address: URLPath { get }
  /// The address at which it shows a record; nil for a record that it does not show.
  func address(of record: AnyRecord) async throws -> URLPath?
  /// The section of a record's own page that leads there; nil for none.
  func section(of record: AnyRecord, _ say: Localizer) async throws -> (any Component)?
  /// The page with a sheet above it, at a record if it shows that.
  func page(
    at record: AnyRecord?, _ request: ScreenRequest, status: HTTPResponse.Status, sheet: any Component
  ) async throws -> ScreenDocument
}

extension AppScreens {
  /// The tabs that show records in another way.
  var recordViews: [any RecordView] { description.tabs.compactMap { MapPages(self, $0) } }

  /// The one of them where a request's sheet was opened; nil for a list or a record's page.
  func recordView(of request: ScreenRequest) -> (any RecordView)? {
    request.on.isEmpty ? nil : recordViews.first { $0.tab.path == request.on }
  }
}

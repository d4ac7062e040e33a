import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A tab with another view of lists' records, such as a map or a calendar. The records' pages link to it, and sheets are shown above it.
protocol RecordView: Sendable {
  var tab: TabDescription { get }
  var address: URLPath { get }
  /// The view in trails and forms: the path of its tab, unless a tab has several views.
  var step: String { get }
  /// The address of a record in the view; nil if it is not shown.
  func address(of record: AnyRecord) async throws -> URLPath?
  /// The section of a record's page that links to the view; nil for none.
  func section(of record: AnyRecord, _ say: Localizer) async throws -> (any Component)?
  /// The page with a sheet above it, at a record if the view shows it.
  func page(
    at record: AnyRecord?, _ request: ScreenRequest, status: HTTPResponse.Status, sheet: Sheet
  ) async throws -> ScreenDocument
}

extension RecordView {
  var step: String { tab.path }
}

extension AppScreens {
  /// The other views of records.
  var recordViews: [any RecordView] {
    description.tabs.flatMap { tab -> [any RecordView] in
      if let map = MapPages(self, tab) { return [map] }
      guard let calendar = CalendarPages(self, tab) else { return [] }
      // The declared period first: links from other pages lead there.
      let others = CalendarDescription.View.allCases.filter { $0 != calendar.view }
      return [calendar] + others.compactMap { CalendarPages(self, tab, $0) }
    }
  }

  /// The view where a request's sheet was opened; nil for a list or a record's page.
  func recordView(of request: ScreenRequest) -> (any RecordView)? {
    request.on.isEmpty ? nil : recordViews.first { $0.step == request.on }
  }
}

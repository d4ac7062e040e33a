import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages

@Suite("The changes that a person can undo")
struct UndoStackTests {
  private let app: RunningApp
  private let willi = Author(id: Author.identities.lowerBound, name: "Willi")

  init() async throws { app = try await School.open() }

  /// A request as a device sends it, with the cookie of its last answer.
  private func request(_ cookie: String? = nil) -> Request {
    var headers: HTTPFields = [:]
    headers[.cookie] = cookie
    let head = HTTPRequest(
      method: .post, scheme: "http", authority: "localhost", path: "/school/courses", headerFields: headers)
    return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
  }

  private func asked(_ cookie: String? = nil) -> ScreenRequest {
    ScreenRequest(request(cookie), app: app, catalogue: app.catalogue)
  }

  /// Answers a request after a step.
  private func answer(_ request: ScreenRequest, _ step: UndoStep) {
    var document = ScreenDocument.seeOther(URLPath())
    document.undoStep = step
    let icon = URLPath("icon")
    let screens = AppScreens(app: app, place: 0, assets: Assets(icon: icon, pixels: icon))
    _ = DocumentRenderer(screens: screens).response(to: request, document, Dependencies())
  }

  /// The change sets that the person's next page offers to undo, and to redo.
  private func offered() -> [[Int64]] {
    let stack = UndoStack(of: request(), to: app)
    return [stack.done, stack.undone]
  }

  @Test("Of two devices that act at once none takes the other's change from the list, whichever is answered first")
  func atOnce() async throws {
    let steps: [(first: UndoStep, second: UndoStep, done: [Int64], undone: [Int64])] = [
      (.add(3), .add(4), [4, 3, 2, 1], []), (.undo(2, by: 3), .add(4), [4, 1], []),
      (.add(3), .undo(2, by: 4), [3, 1], [4]), (.undo(2, by: 3), .undo(1, by: 4), [], [4, 3]),
    ]
    for step in steps {
      for isReversed in [false, true] {
        let app = self.app
        Author.$current.withValue(willi) {
          _ = app.recentChanges.update(of: willi.id ?? 0, for: .seconds(900)) { _ in "2.1~~\(app.feed.log)" }
          // Both have begun before one of them is answered.
          let (desk, phone) = (asked(), asked())
          if isReversed { answer(phone, step.second) }
          answer(desk, step.first)
          if !isReversed { answer(phone, step.second) }
          let offered = offered()
          #expect(offered[0] == step.done, "\(step.first), \(step.second), \(isReversed)")
          // An undo that comes late is offered as a redo, beside what was added since.
          #expect(offered[1] == step.undone || isReversed && offered[1] == [3], "\(step.first), \(step.second)")
        }
      }
    }
  }

  @Test("Many changes at once are all in the list, the newest first")
  func many() async throws {
    let log = app.feed.log
    await Author.$current.withValue(willi) {
      await withTaskGroup(of: Void.self) { group in
        for number in Int64(1)...20 {
          let request = asked("undo-school=~~\(log)")
          group.addTask { answer(request, .add(number)) }
        }
      }
    }
    Author.$current.withValue(willi) { #expect(offered()[0] == Array((1...20).reversed())) }
  }

  @Test("A cancelled undo offers its change again, in its old order")
  func cancelled() {
    var stack = UndoStack("9.7.5~~log", log: "log")
    stack.apply(.undo(7, by: 10))
    #expect(stack.done == [9, 5] && stack.undone == [10])
    stack.apply(.cancel(10, of: 7))
    #expect(stack.done == [9, 7, 5] && stack.undone.isEmpty)
    stack.apply(.undo(9, by: 11))
    stack.apply(.redo(11, by: 12))
    #expect(stack.done == [12, 7, 5] && stack.undone.isEmpty)
    stack.apply(.cancel(12, of: 11))
    #expect(stack.done == [7, 5] && stack.undone == [11])
  }
}

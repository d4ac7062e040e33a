import Foundation
import HTTPTypes
import Hummingbird
import KartotekaModel
import Logging
import NIOCore
import Synchronization

@testable import KartotekaServices

/// A server on this machine that answers in the place of services, in the formats that they document.
final class StandIn: Sendable {
  /// What it was asked.
  struct Question: Sendable {
    let path: String
    let query: [String: String]
    let headers: HTTPFields
  }

  private struct State {
    var answers: [Reply] = []
    var questions: [Question] = []
    var underWay = 0
    var mostUnderWay = 0
    var isOpen = true
  }

  let port: Int
  private let state: Mutex<State>

  private init(port: Int, _ answers: [Reply]) {
    self.port = port
    state = Mutex(State(answers: answers))
  }

  /// `http://127.0.0.1:PORT`.
  var address: String { "http://127.0.0.1:\(port)" }

  /// What it was asked, in order.
  var questions: [Question] { state.withLock { $0.questions } }

  /// The most questions that were under way at once.
  var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

  /// Lets answers that wait at the gate go.
  func open() { state.withLock { $0.isOpen = true } }

  /// Waits until so many questions have come.
  func asked(_ count: Int) async {
    while questions.count < count { await Task.yield() }
  }

  /// Runs a stand-in that gives these answers one after the other, the last one again and again.
  @discardableResult
  static func run<Value: Sendable>(
    _ answers: Reply..., isOpen: Bool = true, _ body: @Sendable @escaping (StandIn) async throws -> Value
  ) async throws -> Value {
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let running = Mutex<StandIn?>(nil)
    let application = Application(
      responder: CallbackResponder { request, _ in
        guard let standIn = running.withLock({ $0 }) else { throw HTTPError(.serviceUnavailable) }
        return try await standIn.answer(request)
      } as CallbackResponder<BasicRequestContext>,
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in found.yield(channel.localAddress?.port ?? 0) },
      logger: Logger(label: "stand-in") { _ in SwiftLogNoOpLogHandler() })
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask {
        try await application.run()
        return nil
      }
      defer { group.cancelAll() }
      guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
      let standIn = StandIn(port: port, answers)
      standIn.state.withLock { $0.isOpen = isOpen }
      running.withLock { $0 = standIn }
      return try await body(standIn)
    }
  }

  private func answer(_ request: Request) async throws -> Response {
    let answer = state.withLock { state in
      state.questions.append(
        Question(
          path: request.uri.path,
          query: Dictionary(
            request.uri.queryParameters.map { (String($0.key), String($0.value)) }, uniquingKeysWith: { $1 }),
          headers: request.headers))
      state.underWay += 1
      state.mostUnderWay = max(state.mostUnderWay, state.underWay)
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers.first
    }
    defer { state.withLock { $0.underWay -= 1 } }
    while !state.withLock({ $0.isOpen }) {
      try Task.checkCancellation()
      await Task.yield()
    }
    guard let answer else { return Response(status: .notFound) }
    return try await answer.response(request, at: address)
  }
}

import Foundation
import Hummingbird
import KartotekaModel
import Synchronization

/// Limits the pictures and files that are received at the same time: their number, the number of one client, and their bytes, which
/// together leave half of the free disk. An upload waits a few seconds for its turn and is refused then.
///
/// Loopback addresses have no limit of their own, because a proxy that was not declared may forward the requests of all clients.
package final class UploadLimit: RouterMiddleware {
  private struct Waiting {
    let id: Int
    let client: String
    let bytes: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var clients: [String: Int] = [:]
    var count = 0
    var bytes = 0
    var waiting: [Waiting] = []
    var next = 0
  }

  private let limits: Limits
  private let volume: URL?
  private let state = Mutex(State())

  /// - Parameter folder: the data folder; nil for stores in memory.
  package init(limits: Limits, folder: URL?) { (self.limits, volume) = (limits, folder) }

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard request.method.changesData, context.bringsFiles(request) else { return try await next(request, context) }
    let length = request.headers[.contentLength].flatMap { Int($0) } ?? limits.blob
    // A body longer than any limit is refused by its reader.
    let bytes = min(max(0, length), 1 << 40)
    guard await enter(context.client, bytes) else {
      try Task.checkCancellation()
      var problem = Problem(.tooMany, "Too many files are being uploaded. Try again in a moment.")
      problem.headers = [.retryAfter: "5"]
      throw problem
    }
    defer { leave(context.client, bytes) }
    try Task.checkCancellation()
    return try await next(request, context)
  }

  // The free bytes of the disk with the data folder.
  private var free: Int? {
    guard let path = volume?.path(percentEncoded: false) else { return nil }
    return (try? FileManager.default.attributesOfFileSystem(forPath: path))?[.systemFreeSize] as? Int
  }

  private func hasRoom(_ state: State, for client: String, _ bytes: Int, _ free: Int?) -> Bool {
    guard state.count < limits.uploads else { return false }
    // A single upload is always received, whatever the free space.
    if let free, state.count > 0, state.bytes > free / 2 - bytes { return false }
    return WebContext.isLoopback(client) || client.isEmpty || state.clients[client, default: 0] < limits.uploadsOfClient
  }

  private func enter(_ client: String, _ bytes: Int) async -> Bool {
    let free = free
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isIn = state.withLock { state in
          guard hasRoom(state, for: client, bytes, free) else {
            state.waiting.append(Waiting(id: id, client: client, bytes: bytes, continuation: continuation))
            return false
          }
          Self.add(client, bytes, to: &state)
          return true
        }
        if isIn { return continuation.resume(returning: true) }
        Task { [limits] in
          try? await Task.sleep(for: limits.uploadPatience)
          giveUp(id)
        }
      }
    } onCancel: {
      giveUp(id)
    }
  }

  private static func add(_ client: String, _ bytes: Int, to state: inout State) {
    state.count += 1
    state.bytes += bytes
    state.clients[client, default: 0] += 1
  }

  private func giveUp(_ id: Int) {
    let given = state.withLock { state in
      state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
    }
    given?.continuation.resume(returning: false)
  }

  private func leave(_ client: String, _ bytes: Int) {
    let free = free
    let admitted = state.withLock { state in
      state.count -= 1
      state.bytes -= bytes
      let left = state.clients[client, default: 1] - 1
      state.clients[client] = left == 0 ? nil : left
      var admitted: [Waiting] = []
      for waiting in state.waiting where hasRoom(state, for: waiting.client, waiting.bytes, free) {
        Self.add(waiting.client, waiting.bytes, to: &state)
        admitted.append(waiting)
      }
      state.waiting.removeAll { waiting in admitted.contains { $0.id == waiting.id } }
      return admitted
    }
    for waiting in admitted { waiting.continuation.resume(returning: true) }
  }
}

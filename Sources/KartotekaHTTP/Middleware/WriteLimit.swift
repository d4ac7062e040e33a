import Foundation
import Hummingbird
import KartotekaModel
import KartotekaStore
import NIOCore
import Synchronization

/// Reads the bodies of changes before they wait for the store, and limits the number and total size of waiting changes.
///
/// A slow sender delays no other client: its body is buffered in memory up to ``Limits/bodyInMemory``, then in a temporary
/// file, and counts as waiting only when it is complete. Pictures, files and multipart forms are streamed: their readers
/// write them to disk.
package final class WriteLimit: RouterMiddleware {
  private let limits: Limits
  private let waiting = Mutex((count: 0, bytes: 0))

  package init(limits: Limits = Limits()) { self.limits = limits }

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard request.method.changesData, !context.bringsFiles(request) else {
      return try await next(request, context)
    }
    // Routes that accept larger bodies read them themselves. The others refuse the request by its Content-Length.
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limits.text {
      return try await next(request, context)
    }
    var request = request
    var spool = BodySpool(limits)
    for try await part in request.body {
      guard spool.count + part.readableBytes <= limits.text else { throw Problem.tooLarge(limit: limits.text) }
      try spool.append(part)
    }
    // The body of a cancelled request ends as if it were complete.
    try Task.checkCancellation()
    let count = spool.count
    try enter(count)
    defer { waiting.withLock { $0 = ($0.count - 1, $0.bytes - count) } }
    request.body = RequestBody(buffer: try spool.finish())
    return try await next(request, context)
  }

  private func enter(_ bytes: Int) throws(Problem) {
    let isOpen = waiting.withLock { waiting in
      guard waiting.count < limits.changes, waiting.bytes + bytes <= limits.changedBytes else { return false }
      waiting = (waiting.count + 1, waiting.bytes + bytes)
      return true
    }
    guard !isOpen else { return }
    var problem = Problem(.tooMany, "Too many changes are waiting already. Try again in a moment.")
    problem.headers = [.retryAfter: "1"]
    throw problem
  }
}

/// Buffers a body while it arrives: in memory, and beyond ``Limits/bodyInMemory`` in an unlinked temporary file.
private struct BodySpool {
  private let limits: Limits
  private(set) var count = 0
  private var buffer = ByteBuffer()
  private var file: FileHandle?

  init(_ limits: Limits) { self.limits = limits }

  mutating func append(_ part: ByteBuffer) throws {
    count += part.readableBytes
    buffer.writeImmutableBuffer(part)
    guard buffer.readableBytes > limits.bodyInMemory else { return }
    if file == nil { file = try Self.namelessFile() }
    try file?.write(contentsOf: buffer.readableBytesView)
    buffer.clear(minimumCapacity: 0)
  }

  /// The complete body.
  mutating func finish() throws -> ByteBuffer {
    guard let file else { return buffer }
    try file.seek(toOffset: 0)
    var whole = ByteBuffer()
    whole.reserveCapacity(count)
    while let part = try file.read(upToCount: 1 << 18), !part.isEmpty { whole.writeBytes(part) }
    whole.writeImmutableBuffer(buffer)
    return whole
  }

  private static func namelessFile() throws -> FileHandle {
    var name = Array(FileManager.default.temporaryDirectory.appending(path: "kartoteka-body-XXXXXX").path.utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else {
      throw StoreError.disk(String(cString: strerror(errno)))
    }
    unlink(name)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

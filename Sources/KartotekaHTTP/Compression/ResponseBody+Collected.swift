import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

extension ResponseBody {
  /// The bytes of a body that is in memory.
  package func collected() async throws -> ByteBuffer {
    let collector = Collector()
    try await write(collector)
    return collector.buffer.withLock { $0 }
  }

  private final class Collector: ResponseBodyWriter {
    let buffer = Mutex(ByteBuffer())

    func write(_ part: ByteBuffer) async throws { _ = buffer.withLock { $0.writeImmutableBuffer(part) } }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}

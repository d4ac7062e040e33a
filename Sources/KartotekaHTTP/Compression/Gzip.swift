import CZlib
import NIOCore

/// gzip (RFC 1952), by zlib.
package enum Gzip {
  /// The level for responses, a compromise between time and size.
  package static let fast: CInt = 4
  /// The level for assets, which are compressed once.
  package static let small: CInt = 9

  /// The compressed bytes; nil if zlib can't allocate memory.
  static func compressed(_ bytes: ByteBuffer, level: CInt) -> ByteBuffer? {
    var stream = z_stream()
    guard kartoteka_deflate_begin(&stream, level) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var output = ByteBuffer()
    var code = Z_STREAM_ERROR
    let bound = Int(deflateBound(&stream, uLong(bytes.readableBytes)))
    bytes.withUnsafeReadableBytes { input in
      _ = output.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { space in
        // zlib only reads from it.
        stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: Bytef.self).baseAddress)
        stream.avail_in = uInt(input.count)
        stream.next_out = space.bindMemory(to: Bytef.self).baseAddress
        stream.avail_out = uInt(space.count)
        code = deflate(&stream, Z_FINISH)
        return space.count - Int(stream.avail_out)
      }
    }
    // Copied to the exact size: the output buffer has room for incompressible input.
    return code == Z_STREAM_END ? ByteBuffer(bytes: output.readableBytesView) : nil
  }
}

import Foundation
import KartotekaModel
import Synchronization
import Testing

@Suite("Headers of pictures")
struct PictureHeaderTests {
  /// A header of each format, of a picture of 640 by 480.
  enum Sample: String, CaseIterable, Sendable {
    case png, jpeg, progressive, gif, lossy, lossless, extended, avif, bitmap, oldBitmap, fromTop, wrapped

    var bytes: [UInt8] { Self.bytes(self, 640, 480) }

    static func bytes(_ sample: Sample, _ width: Int, _ height: Int) -> [UInt8] {
      switch sample {
      case .png:
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13, 4) + Array("IHDR".utf8) + big(width, 4)
          + big(height, 4) + [8, 2, 0, 0, 0]
      // A picture of a camera: EXIF data with a small picture in it, which has a frame of its own.
      case .jpeg:
        [0xFF, 0xD8, 0xFF, 0xE1] + big(2 + 300, 2) + jpegFrame(0xC0, 160, 120)
          + [UInt8](repeating: 0, count: 300 - jpegFrame(0xC0, 160, 120).count) + [0xFF, 0xFF, 0xDB] + big(67, 2)
          + [UInt8](repeating: 1, count: 65) + jpegFrame(0xC0, width, height)
      case .progressive: [0xFF, 0xD8, 0xFF, 0xC4, 0, 4, 1, 1] + jpegFrame(0xC2, width, height)
      case .gif: Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0xF0, 0, 0]
      case .lossy:
        riff("VP8 ") + [0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A] + little(width | 0x4000, 2) + little(height, 2)
      case .lossless: riff("VP8L") + [0x2F] + little((width - 1) | (height - 1) << 14, 4)
      case .extended: riff("VP8X") + [0x10, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3)
      case .avif:
        box("ftyp", Array("avif".utf8) + big(0, 4) + Array("avifmif1".utf8))
          + box(
            "meta",
            big(0, 4) + box("hdlr", [UInt8](repeating: 0, count: 20))
              + box(
                "iprp",
                box(
                  "ipco",
                  box("ispe", big(0, 4) + big(64, 4) + big(64, 4)) + box("pixi", [0, 0, 0, 0, 1, 8])
                    + box("ispe", big(0, 4) + big(width, 4) + big(height, 4)))))
      case .bitmap: bitmap(40, little(width, 4) + little(height, 4))
      case .oldBitmap: bitmap(12, little(width, 2) + little(height, 2))
      case .fromTop: bitmap(40, little(width, 4) + little((1 << 32) - height, 4))
      // As databases of Microsoft Access keep it.
      case .wrapped: [0x15, 0x1C, 0x2F, 0x00] + [UInt8](repeating: 9, count: 74) + bytes(.bitmap, width, height) + [1]
      }
    }

    private static func big(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] { big(number, count).reversed() }

    private static func jpegFrame(_ marker: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
      [0xFF, marker] + big(17, 2) + [8] + big(height, 2) + big(width, 2) + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    }

    private static func riff(_ chunk: String) -> [UInt8] {
      Array("RIFF".utf8) + little(1_000, 4) + Array(("WEBP" + chunk).utf8) + little(900, 4)
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
      big(content.count + 8, 4) + Array(type.utf8) + content
    }

    private static func bitmap(_ header: Int, _ size: [UInt8]) -> [UInt8] {
      let rest = little(header, 4) + size + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 40)
      return Array("BM".utf8) + little(14 + rest.count, 4) + little(0, 4) + little(14 + header, 4) + rest
    }
  }

  @Test("TM-7 tells how large a picture is without decoding it", arguments: Sample.allCases)
  func size(sample: Sample) throws {
    let header = try #require(try PictureHeader.read(Blob(sample.bytes)))
    #expect(header.width == 640 && header.height == 480 && !header.hasTooManyPixels)
    #expect(try PictureFault.fault(in: Blob(sample.bytes)) == nil)
  }

  @Test("TM-7 tells that a picture has too many pixels", arguments: [Sample.png, .jpeg, .avif, .bitmap, .gif])
  func bomb(sample: Sample) throws {
    let most = try #require(try PictureHeader.read(Blob(Sample.bytes(sample, 8_000, 8_000))))
    #expect(!most.hasTooManyPixels)
    #expect(try PictureFault.fault(in: Blob(Sample.bytes(sample, 8_000, 8_001))) == .tooManyPixels)
    #expect(try PictureFault.fault(in: Blob(Sample.bytes(sample, 1, 65_535))) == nil)
  }

  @Test("TM-7 tells that the largest numbers a header can hold are too many pixels", arguments: [Sample.png, .avif])
  func largest(sample: Sample) throws {
    let most = Int(UInt32.max)
    #expect(try PictureFault.fault(in: Blob(Sample.bytes(sample, most, most))) == .tooManyPixels)
  }

  @Test("TM-7 takes nothing for a picture that breaks off before it says how large it is", arguments: Sample.allCases)
  func cutOff(sample: Sample) throws {
    let bytes = sample.bytes
    // The last of those bytes may be behind the size; half of them never are.
    for count in 0..<bytes.count / 2 {
      #expect(try PictureHeader.read(Blob(Array(bytes.prefix(count)))) == nil, "\(count)")
    }
  }

  @Test(
    "TM-7 takes nothing for a picture that has no pixels, or is none",
    arguments: [
      Sample.bytes(.png, 0, 480), Sample.bytes(.jpeg, 640, 0), [], Array("%PDF-1.7".utf8),
      Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
      // A marker that says that its segment is shorter than itself, and one without an end.
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 0], [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 5_000),
      // The picture's data before its frame.
      [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 0, 0, 0xFF, 0xC0, 0, 17, 8, 1, 0, 1, 0],
      Array("RIFF1234WEBPXXXX".utf8) + [UInt8](repeating: 1, count: 40),
    ])
  func none(bytes: [UInt8]) throws {
    #expect(try PictureHeader.read(Blob(bytes)) == nil)
    #expect(try PictureFault.fault(in: Blob(bytes)) == .noPicture)
  }

  @Test("TM-7 reads a header that lies deep in a file, and only what it needs of it")
  func inFile() throws {
    let bytes = Sample.jpeg.bytes + [UInt8](repeating: 0, count: 100_000)
    let opened = OpenBytes(bytes)
    let url = URL(filePath: "/nowhere")
    let head = Array(bytes.prefix(Blob.headLength))
    let file = BlobFile(url, digest: [], count: bytes.count, head: head) { _ in opened }
    #expect(try PictureHeader.read(Blob(file)) == PictureHeader.read(Blob(bytes)))
    #expect(opened.count.withLock { $0 } < bytes.count / 10)
    let missing = BlobFile(url, digest: [], count: bytes.count, head: head) { file throws(UnreadableBlob) in
      throw UnreadableBlob("\(file.url) is missing")
    }
    #expect(throws: UnreadableBlob.self) { try PictureHeader.read(Blob(missing)) }
  }
}

/// Bytes instead of an open file, which counts how many are read.
private final class OpenBytes: OpenBlob {
  private let bytes: [UInt8]
  let count = Mutex(0)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func bytes(in range: Range<Int>) throws(UnreadableBlob) -> [UInt8] {
    count.withLock { $0 += range.count }
    return Array(bytes[range])
  }
}

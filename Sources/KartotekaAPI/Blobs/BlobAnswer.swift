import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import NIOCore

/// The response with the bytes of an attribute: with their media type, ranges, and streamed from the file.
struct BlobAnswer {
  // The size of a piece, which fills a connection's buffers.
  private static let atOnce = 65_536

  let blob: Blob
  let attribute: AttributeDescription
  /// The suggested name of a download.
  let fileName: String
  /// Whether the address contains the content's version, so that the response can be cached without expiry.
  let isFixed: Bool
  /// Whether a page of this server shows it in a frame, if it is a PDF file.
  var isPreview = false

  func response(to request: Request) throws -> Response {
    let tag = EntityTag(blob.fingerprint).text
    var headers: HTTPFields = [.eTag: tag, .acceptRanges: "bytes"]
    if isFixed { headers[.cacheControl] = "private, max-age=31536000, immutable" }
    let media = MediaSniffer.media(of: blob)
    let isShown = isPreview && media?.isDocument == true
    // Browsers replace the policy of what they have by that of the answer 304.
    if isShown { headers[.contentSecurityPolicy] = SecurityHeaders.previewPolicy }
    guard !Preconditions(request).isUnchanged(tag) else { return Response(status: .notModified, headers: headers) }
    // Embedded pictures are shown alone. Files are returned unchanged.
    let part = attribute.kind == .picture ? media?.part ?? 0..<blob.count : 0..<blob.count
    let shown = media?.part == part ? media : nil
    headers[.contentType] = shown?.type ?? MediaSniffer.unknown
    // Only pictures are shown, and PDF files where a page asks for them. The type is that of the first bytes.
    headers[.contentDisposition] = shown?.isPicture == true || isShown ? "inline" : Attachment.disposition(fileName)
    switch ByteRange(request, tag: tag, count: part.count) {
    case .whole: return Response(status: .ok, headers: headers, body: try body(part))
    case .part(let range):
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(part.count)"
      let range = part.lowerBound + range.lowerBound..<part.lowerBound + range.upperBound
      return Response(status: .partialContent, headers: headers, body: try body(range))
    case .outside:
      var problem = Problem(.badRange, Phrase("It has {count} bytes.", ["count": .count(part.count)]))
      problem.headers = [.contentRange: "bytes */\(part.count)", .acceptRanges: "bytes"]
      throw problem
    }
  }

  // The file is opened before the head is sent, so that a deletion during the transfer does not interrupt it.
  private func body(_ range: Range<Int>) throws -> ResponseBody {
    do {
      let file = try blob.file?.open()
      return ResponseBody(contentLength: range.count) { [blob] writer in
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.atOnce) {
          let next = start..<min(start + Self.atOnce, range.upperBound)
          try await writer.write(ByteBuffer(bytes: try file?.bytes(in: next) ?? blob.bytes(in: next)))
        }
        try await writer.finish(nil)
      }
    } catch {
      throw Problem(
        .notFound,
        "The file of this picture is missing or damaged on the server. Restore a backup, or replace the picture.")
    }
  }
}

import Hummingbird
import KartotekaHTML
import KartotekaModel

extension Manifest {
  var response: Response {
    var writer = JSONWriter()
    writer.value(json)
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/manifest+json", .cacheControl: "no-cache", .vary: "Cookie, Accept-Language",
      ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
  }
}

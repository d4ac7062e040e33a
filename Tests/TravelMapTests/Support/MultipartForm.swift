import HTTPTypes

/// A form that brings files along.
struct MultipartForm {
  private static let boundary = "between-two-parts"

  let body: [UInt8]
  let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=\(boundary)"]

  init(files: [(field: String, name: String, bytes: [UInt8])]) {
    body =
      files.flatMap { file in
        Array(
          """
          --\(Self.boundary)\r\nContent-Disposition: form-data; name="\(file.field)"; filename="\(file.name)"\r\n\
          Content-Type: image/png\r\n\r\n
          """.utf8) + file.bytes + Array("\r\n".utf8)
      } + Array("--\(Self.boundary)--\r\n".utf8)
  }

  init(file field: String, name: String, _ bytes: [UInt8]) { self.init(files: [(field, name, bytes)]) }
}

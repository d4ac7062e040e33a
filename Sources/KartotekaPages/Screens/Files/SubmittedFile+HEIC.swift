import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaServices

extension SubmittedFile {
  /// A HEIC picture as JPEG if a converter is installed, else the file itself. The JPEG is in the same folder.
  func shown(by converter: HEICConverter?) async throws -> SubmittedFile {
    guard let converter else { return self }
    let handle = try FileHandle(forReadingFrom: content)
    defer { try? handle.close() }
    let head = try handle.read(upToCount: Blob.headLength) ?? Data()
    guard MediaSniffer.isHEIC([UInt8](head)),
      let jpeg = try await converter.jpeg(of: content, in: content.deletingLastPathComponent())
    else { return self }
    let size = try FileManager.default.attributesOfItem(atPath: jpeg.path(percentEncoded: false))[.size] as? Int
    return SubmittedFile(field: field, name: name, type: "image/jpeg", content: jpeg, count: size ?? 0)
  }
}

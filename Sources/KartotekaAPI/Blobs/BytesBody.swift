import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import NIOCore

/// The bytes of an attribute as the body of a request, without a form around them.
struct BytesBody: Sendable {
  let resource: EntityResource
  let attribute: AttributeDescription

  /// The bytes for the store.
  /// - Throws: ``Problem`` for too many bytes, a form, and bytes that are no picture where one is needed.
  func receive(_ request: Request, _ store: Store) async throws -> Blob {
    if request.headers[.contentType]?.hasPrefix("multipart/") == true {
      throw Problem.unsupportedType(MediaSniffer.unknown)
    }
    let limit = min(attribute.maximumLength, resource.limits.blob)
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw Problem.tooLarge(limit: limit)
    }
    let receiver = store.blobReceiver()
    for try await part in request.body {
      guard receiver.count + part.readableBytes <= limit else { throw Problem.tooLarge(limit: limit) }
      try part.withUnsafeReadableBytes { try receiver.append($0) }
    }
    let blob = try receiver.finish()
    guard attribute.kind == .picture else { return blob }
    guard try PictureFault.fault(in: blob) == .heic, let jpeg = try await jpeg(ofHEIC: blob, store) else {
      return try checked(blob)
    }
    guard jpeg.count <= limit else { throw Problem.tooLarge(limit: limit) }
    return try checked(jpeg)
  }

  private func checked(_ picture: Blob) throws -> Blob {
    switch try PictureFault.fault(in: picture) {
    case nil: return picture
    case .noPicture?: throw Problem.noPicture()
    case .heic?: throw Problem.noPicture(.heic)
    case let fault?: throw Problem.invalid([FieldFault(attribute.name, fault.phrase)])
    }
  }

  // A HEIC picture as JPEG; nil if no converter is installed or the conversion fails.
  private func jpeg(ofHEIC picture: Blob, _ store: Store) async throws -> Blob? {
    guard let converter = resource.app.services.heic else { return nil }
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-heic-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appending(path: "picture.heic")
    try Data(picture.bytes()).write(to: source)
    guard let jpeg = try await converter.jpeg(of: source, in: folder) else { return nil }
    let receiver = store.blobReceiver()
    try receiver.append(contentsOf: jpeg)
    return try receiver.finish()
  }
}

extension EntityResource {
  /// The text with the name of the file in an attribute: of a note, and of the several pictures or files of a record; nil for
  /// none.
  func fileName(of attribute: AttributeDescription) -> String? {
    if entity.notesOwner != nil { return NotesEntity.fileName }
    for (_, list, owner) in app.description.lists {
      for section in list.sections {
        guard let gallery = section.gallery, gallery.image == attribute.name,
          owner.relationship(section.name)?.target == entity.name
        else { continue }
        return gallery.fileName
      }
    }
    return nil
  }

  /// The gallery of a relationship whose records are pictures or files; nil for others.
  func gallery(of relationship: RelationshipDescription) -> GalleryDescription? {
    app.description.lists.lazy.filter { $0.entity.name == entity.name }
      .compactMap { $0.list.sections.first { $0.name == relationship.name }?.gallery }.first
  }
}

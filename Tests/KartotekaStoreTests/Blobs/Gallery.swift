import Foundation
import KartotekaModel

@testable import KartotekaStore

struct Painting: Entity {
  let name = Attribute<String>("Name", .required, .title, .searched, .sorted)
  let picture = Attribute<Data>("Picture", as: .picture)
  let frame = ToOne<Frame>("Frame", onDelete: .cascade)
}

struct Frame: Entity {
  let drawing = Attribute<Data>("Drawing", .length(0...1_000_000))
}

/// A store of pictures in a folder that goes with the test. Of more than 1,000 bytes each gets a file.
struct Gallery {
  static let model = ModelDescription([Painting.self, Frame.self])

  let folder: URL
  let store: Store

  var database: URL { folder.appending(path: "gallery.sqlite") }

  init(_ folder: URL? = nil, step: @escaping @Sendable (BlobStep) -> Void = { _ in }) throws {
    self.folder = folder ?? FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    store = try Store(
      Self.model, at: self.folder.appending(path: "gallery.sqlite"), options: Self.options(step))
  }

  static func options(_ step: @escaping @Sendable (BlobStep) -> Void = { _ in }) -> StoreOptions {
    var options = StoreOptions()
    options.largestInside = 1_000
    options.blobStep = step
    return options
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Bytes that begin with others when the number is another one.
  static func bytes(_ count: Int, _ number: Int = 0) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ number) }
  }

  @discardableResult
  func hang(_ name: String, _ bytes: [UInt8]?) async throws -> Record<Painting> {
    var painting = Record<Painting>()
    painting.name = name
    painting.picture = bytes.map { Data($0) }
    try await store.save(&painting)
    return painting
  }

  /// The files beside the database, by their names.
  func files() -> [String] { Self.files(in: folder) }

  static func files(in folder: URL) -> [String] {
    Disk.content(of: folder.appending(path: "gallery.blobs")).flatMap { part in
      Disk.content(of: part).map { part.lastPathComponent + "/" + $0.lastPathComponent }
    }.sorted()
  }
}

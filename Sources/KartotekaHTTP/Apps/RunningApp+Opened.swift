import Foundation
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
@_spi(System) import KartotekaStore

extension RunningApp {
  /// Opens the application of another program's file. A database with what the program keeps about the file is made beside
  /// it, or in the cache where its folder can't be written.
  /// - Throws: `StoreError.unusable`, `StoreError.busy`.
  package init(_ opened: OpenedApp, options: StoreOptions = StoreOptions()) throws {
    var own = options
    own.opened = opened.file
    own.description = .expected(opened.app.shape?.revision ?? 0)
    let store = try Store(opened.app.description.model, at: opened.sideFile, options: own)
    self.init(opened.app, on: store)
    schemaVersion = opened.schemaVersion
    let (file, name) = (opened.file, opened.app.description.name)
    reopen = {
      store.system.leaveLostFile()
      let again = try OpenedApp(file, named: name)
      return try RunningApp(again, options: options)
    }
  }

  /// Whether another program has changed the tables of the opened file, or has put another file in its place.
  package var hasOtherSchema: Bool {
    guard let schemaVersion else { return false }
    if system.isOpenedFileReplaced { return true }
    return system.openedSchemaVersion().map { $0 != schemaVersion } ?? false
  }
}

extension EntityDescription {
  /// The plural as a component of addresses.
  package var pathName: String { URLPath.encoded(plural) }

  /// Whether records are addressed by their keys.
  package var isKeyed: Bool { source?.key.isEmpty == false }
}

extension RelationshipDescription {
  /// The name as a component of addresses.
  package var pathName: String { URLPath.encoded(APIAddress.component(name)) }
}

extension AttributeDescription {
  /// The name as a component of addresses.
  package var pathName: String { URLPath.encoded(APIAddress.component(name)) }
}

extension AnyRecord {
  /// The last component of the record's address: its id, or its key's parts, percent-encoded and joined by commas.
  package var pathAddress: String {
    let parts = keyParts
    if parts.isEmpty || parts.contains("") { return (parts.isEmpty ? "" : "~") + String(id ?? 0) }
    return parts.map { URLPath.encoded($0) }.joined(separator: ",")
  }
}

extension Store {
  /// The id of the record at an address: a number, or the parts of a key.
  /// - Parameter component: the last component of the address, percent-encoded.
  /// - Returns: nil for text that is no address of a record of this entity. A record need not have the number.
  package func id(of entity: EntityDescription, at component: String) async throws -> RecordID? {
    guard let source = entity.source else {
      guard component.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let id = RecordID(component), id > 0 else {
        return nil
      }
      return id
    }
    guard !source.key.isEmpty else { return RecordID(component) }
    let parts =
      source.key.count == 1 ? [component[...]] : component.split(separator: ",", omittingEmptySubsequences: false)
    let key = parts.compactMap { String($0).removingPercentEncoding }
    guard key.count == parts.count else { return nil }
    if let id = try await self.id(of: entity, key: key) { return id }
    return component.hasPrefix("~") ? RecordID(component.dropFirst()) : nil
  }
}

extension Store {
  /// The id of the record at the address of a page: a number, which begins with `~` if records have keys, or the parts of a key.
  /// - Returns: nil for text that is no address of a record of this entity. A record need not have the number.
  package func id(of entity: EntityDescription, atPage component: String) async throws -> RecordID? {
    if entity.isKeyed, component.hasPrefix("~"), let id = RecordID(component.dropFirst()) { return id }
    return try await id(of: entity, at: component)
  }
}

/// Addresses of opened files, whose names may have any characters.
package enum CanonicalPath {
  /// The path with each component in its one percent-encoded form; nil if it has that form.
  package static func of(_ path: Substring) -> String? {
    guard !path.utf8.allSatisfy(isPlain) else { return nil }
    var parts: [String] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      guard let text = String(part).removingPercentEncoding else { return nil }
      // A comma between the parts of a key is no part of them.
      parts.append(
        part.split(separator: ",", omittingEmptySubsequences: false).count > 1
          ? part.split(separator: ",", omittingEmptySubsequences: false).map {
            URLPath.encoded(String($0).removingPercentEncoding ?? "")
          }.joined(separator: ",")
          : URLPath.encoded(text))
    }
    let canonical = parts.joined(separator: "/")
    return canonical == path ? nil : canonical
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}

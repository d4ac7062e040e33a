import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

extension AppScreens {
  /// Where a record's bytes are; nil when it has none. Where the bytes are known, the address is of these very ones, so
  /// that a browser asks for them once.
  func bytes(_ name: String, of record: AnyRecord) -> URLPath? {
    guard case .blob(let blob) = record[name], let id = record.id else { return nil }
    let path = APIAddress.records(record.entity.plural, of: description.name).appending(id).appending(name)
    guard !blob.isOutline else { return path }
    return path.with(APIAddress.version, blob.fingerprint)
  }

  /// Where a record's picture is; nil when it has none that can be shown.
  func picture(_ name: String, of record: AnyRecord) -> URLPath? {
    guard case .blob(let blob) = record[name], MediaSniffer.media(of: blob)?.isPicture == true else { return nil }
    return bytes(name, of: record)
  }

  /// The same for a list: the picture's thumbnail where the record has one.
  func smallPicture(_ name: String, of record: AnyRecord) -> URLPath? {
    record.entity.thumbnail(of: name).flatMap { picture($0.name, of: record) } ?? picture(name, of: record)
  }
}

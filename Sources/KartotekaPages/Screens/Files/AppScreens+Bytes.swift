import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

extension AppScreens {
  /// The address of a record's bytes; nil if it has none. If the bytes are known, the address contains their version, so that
  /// browsers can cache them.
  func bytes(_ name: String, of record: AnyRecord) -> URLPath? {
    guard case .blob(let blob) = record[name], let id = record.id else { return nil }
    let records = APIAddress.records(record.entity.plural, of: description.name)
    let path = (record.entity.isKeyed ? records.withMarkedIDs() : records).appending(id)
      .appending(APIAddress.component(name))
    guard !blob.isOutline else { return path }
    return path.with(APIAddress.version, blob.fingerprint)
  }

  /// The address of a record's picture; nil if it has none that can be shown.
  func picture(_ name: String, of record: AnyRecord) -> URLPath? {
    guard case .blob(let blob) = record[name], MediaSniffer.media(of: blob)?.isPicture == true else { return nil }
    return bytes(name, of: record)
  }

  /// The address of a record's PDF file for a frame of its page; nil for other files.
  func preview(_ name: String, of record: AnyRecord) -> URLPath? {
    guard case .blob(let blob) = record[name], MediaSniffer.media(of: blob)?.isDocument == true else { return nil }
    return bytes(name, of: record)?.with(APIAddress.preview, "1")
  }

  /// The address of the picture for a list: the thumbnail, if there is one.
  func smallPicture(_ name: String, of record: AnyRecord) -> URLPath? {
    record.entity.thumbnail(of: name).flatMap { picture($0.name, of: record) } ?? picture(name, of: record)
  }
}

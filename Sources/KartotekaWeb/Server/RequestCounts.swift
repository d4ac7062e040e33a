import Foundation
import KartotekaAPI
import KartotekaHTTP

/// The counts of a server's requests in progress. They outlive the routes, which are made anew whenever the applications change.
struct RequestCounts {
  let uploads: UploadLimit
  let writes: WriteLimit
  let streams = StreamCount()

  /// - Parameter folder: the data folder; nil for stores in memory.
  init(_ limits: Limits, folder: URL?) {
    uploads = UploadLimit(limits: limits, folder: folder)
    writes = WriteLimit(limits: limits)
  }
}

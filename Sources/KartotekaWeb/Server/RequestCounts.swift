import Foundation
import KartotekaAPI
import KartotekaHTTP

/// What a server counts of requests that are under way. It outlives the routes, which are made anew whenever the applications change.
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

import Foundation

/// The process's limit of open files, which connections count towards (`RLIMIT_NOFILE`).
package enum OpenFiles {
  /// Raises the soft limit, which is 1,024 on most systems, as far as the hard limit allows.
  /// - Parameter wanted: the soft limit to set. A higher one stays.
  /// - Returns: the soft limit that applies then.
  package static func raise(to wanted: Int = 8_192) -> Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 1_024 }
    if limit.rlim_cur < wanted {
      var raised = limit
      raised.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
      if setrlimit(resource, &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  #if os(Linux)
    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
  #else
    private static var resource: Int32 { RLIMIT_NOFILE }
  #endif
}

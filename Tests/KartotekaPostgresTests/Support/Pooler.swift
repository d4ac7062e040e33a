import Foundation
import KartotekaModel
import Testing

@testable import KartotekaPostgres

/// PgBouncer in transaction mode before the tests' server, with two connections: each transaction gets one of them. It has a
/// socket in a temporary folder, and ends with this.
final class Pooler: Sendable {
  /// Whether PgBouncer is installed.
  static let isInstalled = access(binary, X_OK) == 0
  private static let binary = "/usr/sbin/pgbouncer"

  private let folder = URL(filePath: "/tmp/kpg-\(UUID().uuidString.prefix(8))")
  private let process = Process()
  private let lifeline = Process.withoutStarts(Pipe.init)

  private static let script = #"""
    as_owner() { "$@"; }
    if [ "$(id -u)" = 0 ]; then
      # PgBouncer refuses to run as root.
      chown nobody "$2"
      as_owner() { setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; }
    fi
    cd "$2"
    as_owner "$1" pooler.ini >/dev/null 2>&1 </dev/null &
    # Standard input ends with the process of the tests, however that ends.
    read -r _
    kill -INT "$(cat pid)"
    wait
    rm -rf "$2"
    """#

  init(before cluster: Cluster) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let settings = """
      [databases]
      * = host=\(cluster.folder.path()) port=\(cluster.port) user=postgres
      [pgbouncer]
      listen_addr =
      unix_socket_dir = \(folder.path())
      pidfile = \(folder.path())/pid
      auth_type = any
      pool_mode = transaction
      default_pool_size = 2
      """
    try Data(settings.utf8).write(to: folder.appending(path: "pooler.ini"))
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", Self.script, "sh", Self.binary, folder.path()]
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process.standardInput = lifeline
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    for _ in 0..<1_000 {
      if (try? PostgresConnection(address("postgres"))) != nil { return }
      try #require(process.isRunning)
      usleep(10_000)
    }
    Issue.record("PgBouncer did not start within 10 s")
  }

  deinit {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func address(_ database: String) throws -> PostgresAddress {
    let host = folder.path().addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return try #require(PostgresAddress("postgres://postgres@\(host):6432/\(database)"))
  }
}

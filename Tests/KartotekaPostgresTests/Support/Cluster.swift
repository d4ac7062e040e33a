import Foundation
import KartotekaModel
import Testing

@testable import KartotekaPostgres

/// A PostgreSQL server of the tests' own, in a temporary folder, which ends with the process of the tests. All tests share it;
/// each works in a database of its own.
final class Cluster: Sendable {
  /// The server; nil where PostgreSQL is not installed.
  static let shared = Result { try Cluster() }

  /// Whether PostgreSQL is installed.
  static var isInstalled: Bool { binaries != nil }

  /// The folder with the socket.
  let folder: URL
  let port: Int

  /// The newest version that is installed, 15 or later.
  static let binaries: URL? = {
    let root = URL(filePath: "/usr/lib/postgresql")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root.path())) ?? []
    return versions.compactMap(Int.init).filter { $0 >= 15 }.max().map { root.appending(path: "\($0)/bin") }
  }()

  /// Whether the tablespaces `small` and `tiny` have disks of their own, of 2 MB, which only root can make.
  static let canMount = getuid() == 0 && access("/usr/bin/unshare", X_OK) == 0

  private static let script = #"""
    set -e
    bin=$1 dir=$2 port=$3
    as_owner() { "$@"; }
    if [ "$(id -u)" = 0 ]; then
      # PostgreSQL refuses to run as root.
      chown nobody "$dir"
      as_owner() { setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; }
      for disk in small tiny; do
        mkdir "$dir/$disk"
        if mount -t tmpfs -o size=2m,mode=0777 tmpfs "$dir/$disk" 2>/dev/null; then
          chown nobody "$dir/$disk"
        fi
      done
    fi
    cd "$dir"
    as_owner "$bin/initdb" -D data -U postgres -A trust -E UTF8 --locale=C --no-sync >init.log 2>&1
    cat >data/pg_hba.conf <<END
    local all locked scram-sha-256
    local all barred reject
    local all all trust
    host all all 127.0.0.1/32 trust
    END
    as_owner "$bin/postgres" -D "$dir/data" -k "$dir" -h 127.0.0.1 -p "$port" -c fsync=off -c full_page_writes=off \
      -c synchronous_commit=off -c max_connections=400 -c max_wal_size=4GB -c logging_collector=off >log 2>&1 </dev/null &
    server=$!
    # Standard input ends when the process of the tests does, however that ends.
    read -r _ || true
    # A background shell ignores the signal; the server itself does not.
    kill -QUIT "$(head -n 1 "$dir/data/postmaster.pid")" || true
    wait $server || true
    cd /
    umount "$dir/small" "$dir/tiny" 2>/dev/null || true
    rm -rf "$dir"
    """#

  private init() throws {
    let bin = try #require(Self.binaries, "PostgreSQL 15 is not installed: script/bootstrap --tests")
    // The path of a socket has at most 107 bytes.
    folder = URL(filePath: "/tmp/kpg-\(UUID().uuidString.prefix(8))")
    port = try Self.freePort()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    chmod(folder.path(), 0o755)
    let process = Process()
    let shell = ["/bin/sh", "-c", Self.script, "sh", bin.path(), folder.path(), String(port)]
    process.executableURL = URL(filePath: Self.canMount ? "/usr/bin/unshare" : "/bin/sh")
    process.arguments = Self.canMount ? ["--mount"] + shell : Array(shell.dropFirst())
    // It stays open as long as this process runs.
    let lifeline = Self.lifeline
    // The server must not have the end that this process holds open.
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process.standardInput = lifeline
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    for _ in 0..<3_000 {
      if (try? PostgresConnection(address())) != nil { return }
      try #require(process.isRunning, "PostgreSQL did not start: \(folder.path())/log")
      usleep(10_000)
    }
    Issue.record("PostgreSQL did not start within 30 s")
  }

  private static let lifeline = Process.withoutStarts(Pipe.init)

  private static func freePort() throws -> Int {
    let socket = socket(AF_INET, streamSocket, 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, length) == 0 && getsockname(socket, pointer, &length) == 0
      }
    }
    try #require(isBound)
    return Int(address.sin_port.bigEndian)
  }

  /// An address of a database, by the socket.
  func address(_ database: String = "postgres", user: String = "postgres", password: String = "") throws
    -> PostgresAddress
  {
    let host = folder.path().addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let secret = password.isEmpty ? "" : ":" + password
    return try #require(PostgresAddress("postgres://\(user)\(secret)@\(host):\(port)/\(database)"))
  }

  /// An address of a database by a port of 127.0.0.1.
  func address(_ database: String, port: Int) throws -> PostgresAddress {
    try #require(PostgresAddress("postgres://postgres@127.0.0.1:\(port)/\(database)?sslmode=disable"))
  }

  /// An address by TCP.
  func tcpAddress(_ query: String) throws -> PostgresAddress {
    try #require(PostgresAddress("postgres://postgres@127.0.0.1:\(port)/postgres?\(query)"))
  }
}

/// A database of a test's own.
struct TestDatabase {
  let cluster: Cluster
  let name: String

  init(_ options: String = "") throws {
    cluster = try Cluster.shared.get()
    name = "t" + UUID().uuidString.prefix(8).lowercased()
    try PostgresConnection(cluster.address()).run("CREATE DATABASE \(name) \(options)")
  }

  func address(user: String = "postgres", password: String = "") throws -> PostgresAddress {
    try cluster.address(name, user: user, password: password)
  }

  func copy(user: String = "postgres") throws -> PostgresCopy { PostgresCopy(try address(user: user)) }

  /// Runs statements as another program would.
  @discardableResult
  func run(_ sql: String) throws -> [[String?]] { try PostgresConnection(address()).run(sql) }

  /// The first value of a query.
  func value(_ sql: String) throws -> String? { try run(sql).first?.first ?? nil }
}

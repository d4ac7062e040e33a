import Foundation
import KartotekaModel
import Testing

@testable import KartotekaPostgres

/// A PostgreSQL server and its standby, with synchronous replication: a commit counts when the standby has it, too. They are in
/// a temporary folder, have sockets and no ports, and end with this.
final class ServerPair: Sendable {
  private let folder: URL
  private let process = Process()
  private let lifeline = Process.withoutStarts(Pipe.init)

  private static let script = #"""
    set -e
    bin=$1 dir=$2
    as_owner() { "$@"; }
    if [ "$(id -u)" = 0 ]; then
      # PostgreSQL refuses to run as root.
      chown nobody "$dir" "$dir/first" "$dir/second"
      as_owner() { setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; }
    fi
    cd "$dir"
    start() {
      as_owner "$bin/postgres" -D "$dir/$1/data" -k "$dir/$1" -h '' -c fsync=off -c full_page_writes=off \
        -c logging_collector=off -c wal_retrieve_retry_interval=200ms "$2" >"$dir/$1/log" 2>&1 </dev/null &
    }
    as_owner "$bin/initdb" -D first/data -U postgres -A trust -E UTF8 --locale=C --no-sync >init.log 2>&1
    start first --synchronous_standby_names='*'
    until "$bin/pg_isready" -q -h "$dir/first"; do kill -0 $!; done
    as_owner "$bin/pg_basebackup" -h "$dir/first" -U postgres -D "$dir/second/data" -R -c fast --no-sync >>init.log 2>&1
    start second --hot_standby=on
    # Standard input ends with the process of the tests, however that ends.
    read -r _ || true
    for server in first second; do
      kill -QUIT "$(head -n 1 "$dir/$server/data/postmaster.pid")" 2>/dev/null || true
    done
    wait
    rm -rf "$dir"
    """#

  /// Starts both.
  init() throws {
    let bin = try #require(Cluster.binaries)
    folder = URL(filePath: "/tmp/kpg-\(UUID().uuidString.prefix(8))")
    for name in ["first", "second"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", Self.script, "sh", bin.path(), folder.path()]
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process.standardInput = lifeline
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    for _ in 0..<3_000 {
      let state = try? PostgresConnection(address(["first"], "postgres")).run(
        "SELECT sync_state FROM pg_stat_replication")
      if state == [["sync"]] {
        try PostgresConnection(address(["first"], "postgres")).run("CREATE DATABASE pair")
        return
      }
      try #require(process.isRunning, "PostgreSQL did not start: \(folder.path())")
      usleep(10_000)
    }
    Issue.record("The standby did not follow within 30 s")
  }

  deinit {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// An address of both servers, or of one.
  func address(_ servers: [String] = ["first", "second"], _ database: String = "pair") throws -> PostgresAddress {
    let hosts = servers.map { server in
      folder.appending(path: server).path().addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
    return try #require(PostgresAddress("postgres://postgres@\(hosts.joined(separator: ","))/\(database)"))
  }

  /// Ends the primary with all processes of its connections, as if its machine had lost its power.
  func killPrimary() throws {
    let file = folder.appending(path: "first/data/postmaster.pid")
    let server = try #require(
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").first.flatMap { pid_t($0) })
    let children = (try? String(contentsOfFile: "/proc/\(server)/task/\(server)/children", encoding: .utf8)) ?? ""
    for process in [server] + children.split(separator: " ").compactMap({ pid_t($0) }) { kill(process, SIGKILL) }
  }

  /// Has the standby take the primary's place, and waits until it has.
  func promoteStandby() throws {
    try #require(PostgresConnection(address(["second"])).run("SELECT pg_promote()") == [["t"]])
  }

  /// Runs a statement on the server that has taken the primary's place.
  @discardableResult
  func run(_ sql: String) throws -> [[String?]] { try PostgresConnection(address(["second"])).run(sql) }
}

import Foundation
import KartotekaModel
import KartotekaStore
import KartotekaTransfer

/// A backup in a storage.
package struct StoredBackup: Sendable, Equatable {
  /// The name of the file.
  package let name: String
  /// The number of bytes.
  package let size: Int64
}

/// The requests to a storage that backups need. They block their thread.
package struct StorageClient {
  /// The lengths of files that are sent in parts, and of the parts.
  package struct Limits: Sendable {
    /// The longest file that is sent at once.
    package var whole: Int64 = 1 << 30
    /// The length of a part: 10,000 of them are 5 TB.
    package var part: Int64 = 512 << 20
    /// The seconds before each further attempt of a request.
    package var pauses: [Double] = [2, 10]
    /// The most lists of a thousand names.
    package var lists = 200

    package init() {}
  }

  /// The most backups that are looked at.
  private static let most = 10_000
  private static let digestHeader = "x-amz-meta-sha256"

  private let storage: BackupStorage
  private let curl: Curl
  private let workshop: LockedFolder
  private let limits: Limits
  // Ends a request by an error, and receives the finished share of a copy.
  private let progress: (Double) throws -> Void

  /// - Parameters:
  ///   - folder: a folder for parts of files: that of the backups.
  ///   - progress: receives the finished share all the time; an error that it throws ends the work.
  /// - Throws: ``StorageError``, ``StoreError``.
  package init(
    _ storage: BackupStorage, secret: String, folder: URL, limits: Limits = Limits(),
    environment: [String: String] = ProcessInfo.processInfo.environment,
    progress: @escaping (Double) throws -> Void = { _ in }
  ) throws {
    try storage.check()
    self.storage = storage
    self.limits = limits
    self.progress = progress
    workshop = try LockedFolder(for: .backup, beside: folder.appending(path: "storage"))
    curl = try Curl(storage, secret: secret, folder: workshop.url, pauses: limits.pauses, environment: environment)
  }

  // MARK: Looking

  /// The backups that are there.
  /// - Throws: ``StorageError``.
  package func files() throws -> [StoredBackup] {
    var (files, token, lists): ([StoredBackup], String?, Int) = ([], nil, 0)
    repeat {
      lists += 1
      var query = [("list-type", "2"), ("max-keys", "1000"), ("prefix", storage.prefix)]
      if let token { query.insert(("continuation-token", token), at: 0) }
      let answer = try curl.send(Curl.Request(url: storage.address(query: query))) { try progress(0) }
      let leaves = try Self.leaves(of: answer, "ListBucketResult")
      token = leaves.last { $0.path == "ListBucketResult/NextContinuationToken" && !$0.text.isEmpty }?.text
      for item in Self.items(leaves, "ListBucketResult/Contents") {
        guard let name = backupName(of: item["Key"]), let size = item["Size"].flatMap({ Int64($0) }), size >= 0 else {
          continue
        }
        files.append(StoredBackup(name: name, size: size))
      }
    } while token != nil && files.count < Self.most && lists < limits.lists
    return files
  }

  // The name of a backup; nil for what can be none.
  private func backupName(of key: String?) -> String? {
    guard let key, key.hasPrefix(storage.prefix) else { return nil }
    let name = String(key.dropFirst(storage.prefix.count))
    return BackupStorage.isFileName(name) ? name : nil
  }

  // The texts of each element of a path, by the names of the elements in it, which storages have in any order.
  private static func items(_ leaves: [(path: String, text: String)], _ path: String) -> [[String: String]] {
    var (items, item) = ([[String: String]](), [String: String]())
    for leaf in leaves {
      if leaf.path == path {
        items.append(item)
        item = [:]
      } else if leaf.path.hasPrefix(path + "/") {
        item[String(leaf.path.dropFirst(path.utf8.count + 1))] = leaf.text
      }
    }
    return items
  }

  // MARK: Copying

  /// Copies a backup there, and makes sure that it is there in full length. The storage compares the SHA-256 of each part.
  /// - Throws: ``StorageError``, ``StoreError`` `.disk`.
  package func upload(_ file: BackupFile) throws {
    let isWhole = file.size <= limits.whole
    // The first reading, for the digest, is a tenth of the work.
    let digest = try copy(file.url, nil, 0, file.size) { try progress($0 * 0.1) }
    let note = "\(Self.digestHeader): \(BlobFile.name(of: digest))"
    if isWhole {
      var request = Curl.Request(method: "PUT", url: storage.address(file.name), headers: [note])
      request.upload = file.url
      try Self.check(curl.send(request, digest: digest) { try progress(0.1) })
    } else {
      try uploadParts(file, note)
    }
    let head = try curl.send(Curl.Request(method: "HEAD", url: storage.address(file.name))) { try progress(1) }
    try Self.check(head)
    guard head.headers["content-length"] == String(file.size) else { throw StorageError.different(file.name) }
  }

  private func uploadParts(_ file: BackupFile, _ note: String) throws {
    abandonEarlier(file.name)
    var beginning = Curl.Request(
      method: "POST", url: storage.address(file.name, query: [("uploads", "")]), headers: [note])
    // Some storages want to be told that nothing is sent.
    let nothing = workshop.url.appending(path: "nothing")
    try PrivateFile.write([], to: nothing)
    beginning.upload = nothing
    let begun = try curl.send(beginning) { try progress(0.1) }
    let leaves = try Self.leaves(of: begun, "InitiateMultipartUploadResult")
    guard let id = leaves.first(where: { $0.path == "InitiateMultipartUploadResult/UploadId" })?.text, !id.isEmpty
    else {
      throw StorageError.badAnswer
    }
    do {
      let part = workshop.url.appending(path: "part")
      defer { unlink(part.path(percentEncoded: false)) }
      var (offset, number, list) = (Int64(0), 0, "")
      while offset < file.size {
        let length = min(limits.part, file.size - offset)
        guard BackupFolder.hasRoom(for: length, at: workshop.url) else { throw StorageError.noRoom }
        let share = 0.1 + 0.9 * Double(offset) / Double(file.size)
        let digest = try copy(file.url, part, offset, length) { _ in try progress(share) }
        number += 1
        let query = [("partNumber", String(number)), ("uploadId", id)]
        var request = Curl.Request(method: "PUT", url: storage.address(file.name, query: query))
        request.upload = part
        let sent = try curl.send(request, digest: digest) { try progress(share) }
        try Self.check(sent)
        guard let tag = sent.headers["etag"], tag.utf8.count < 200, !tag.contains(where: { "<>&".contains($0) }) else {
          throw StorageError.badAnswer
        }
        list += "<Part><PartNumber>\(number)</PartNumber><ETag>\(tag)</ETag></Part>"
        offset += length
      }
      let body = Array("<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>".utf8)
      unlink(part.path(percentEncoded: false))
      try PrivateFile.write(body, to: part)
      var request = Curl.Request(
        method: "POST", url: storage.address(file.name, query: [("uploadId", id)]), headers: ["Content-Type: text/xml"])
      request.upload = part
      let ended = try curl.send(request, digest: SHA256.digest(of: body)) { try progress(0.99) }
      // It may say 200 and fail all the same.
      _ = try Self.leaves(of: ended, "CompleteMultipartUploadResult")
    } catch {
      abandon(file.name, id)
      throw error
    }
  }

  // Storages charge for the parts of uploads that have not ended, also for those of a process that was killed.
  private func abandon(_ name: String, _ id: String) {
    let request = Curl.Request(method: "DELETE", url: storage.address(name, query: [("uploadId", id)]))
    _ = try? curl.send(request) {}
  }

  private func abandonEarlier(_ name: String) {
    // Of the same data folder: what comes before the time.
    let own = storage.prefix + name.prefix { $0 != "-" } + name.drop { $0 != "-" }.prefix(8)
    let list = Curl.Request(url: storage.address(query: [("prefix", own), ("uploads", "")]))
    guard let answer = try? curl.send(list, tick: { try progress(0.1) }),
      let leaves = try? Self.leaves(of: answer, "ListMultipartUploadsResult")
    else { return }
    for item in Self.items(leaves, "ListMultipartUploadsResult/Upload") {
      guard let name = backupName(of: item["Key"]), (storage.prefix + name).hasPrefix(own), let id = item["UploadId"]
      else {
        continue
      }
      abandon(name, id)
    }
  }

  /// Fetches a backup.
  /// - Throws: ``StorageError``, ``StoreError`` `.disk`.
  package func fetch(_ stored: StoredBackup, into folder: BackupFolder) throws {
    guard BackupFolder.hasRoom(for: stored.size, at: folder.url) else { throw StorageError.noRoom }
    let part = workshop.url.appending(path: "fetched")
    var request = Curl.Request(url: storage.address(stored.name))
    request.output = part
    let answer = try curl.send(request) {
      let size = Self.size(of: part)
      guard size <= stored.size else { throw StorageError.different(stored.name) }
      try progress(Double(size) / Double(max(stored.size, 1)) * 0.9)
    }
    try Self.check(answer)
    guard Self.size(of: part) == stored.size else { throw StorageError.different(stored.name) }
    let digest = try copy(part, nil, 0, stored.size) { try progress(0.9 + $0 * 0.1) }
    if let known = answer.headers[Self.digestHeader], known.lowercased() != BlobFile.name(of: digest) {
      throw StorageError.different(stored.name)
    }
    try Store.place(part, at: folder.url.appending(path: stored.name))
  }

  private static func size(of url: URL) -> Int64 {
    var status = stat()
    return stat(url.path(percentEncoded: false), &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Removes a backup there.
  /// - Throws: ``StorageError``.
  package func remove(_ name: String) throws {
    let answer = try curl.send(Curl.Request(method: "DELETE", url: storage.address(name))) { try progress(1) }
    if answer.status != 404 { try Self.check(answer) }
  }

  // The SHA-256 of a part of a file, which is written to another one.
  private func copy(
    _ url: URL, _ target: URL?, _ offset: Int64, _ length: Int64, _ progress: (Double) throws -> Void
  ) throws -> [UInt8] {
    let hash = SHA256()
    var output: FileHandle?
    if let target {
      let path = target.path(percentEncoded: false)
      unlink(path)
      guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
        throw StorageError.noRoom
      }
      output = try FileHandle(forWritingTo: target)
    }
    defer { try? output?.close() }
    let input = try FileHandle(forReadingFrom: url)
    defer { try? input.close() }
    try input.seek(toOffset: UInt64(offset))
    var done: Int64 = 0
    while done < length {
      guard let part = try input.read(upToCount: Int(min(length - done, 1 << 20))), !part.isEmpty else {
        throw StorageError.different(url.lastPathComponent)
      }
      part.withUnsafeBytes { hash.update($0) }
      try output?.write(contentsOf: part)
      done += Int64(part.count)
      try progress(Double(done) / Double(length))
    }
    return hash.finalize()
  }

  // MARK: Answers

  private static func check(_ answer: Curl.Answer) throws(StorageError) {
    guard !(200..<300).contains(answer.status) else { return }
    let code = XMLLeaves.read(answer.body)?.first { $0.path == "Error/Code" }?.text ?? ""
    throw .refused(answer.status, BackupError.shown(code, atMost: 60))
  }

  // The texts of an answer that has to be a certain document.
  private static func leaves(
    of answer: Curl.Answer, _ root: String
  ) throws(StorageError) -> [(path: String, text: String)] {
    try check(answer)
    guard let leaves = XMLLeaves.read(answer.body), let last = leaves.last else { throw .badAnswer }
    if last.path == "Error" {
      throw .refused(answer.status, BackupError.shown(leaves.first { $0.path == "Error/Code" }?.text ?? "", atMost: 60))
    }
    guard last.path == root else { throw .badAnswer }
    return leaves
  }
}

import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaTransfer

extension [SubmittedFile] {
  /// The files with those of archives in place of the archives, which are deleted.
  /// - Parameter folder: the folder for unpacked files.
  /// - Returns: the files; what to know about the first file of each archive, and why an archive can't be read, by the places of
  ///   files. Such an archive is among the files.
  func unpacked(in folder: URL) -> (files: [SubmittedFile], notes: [Int: [Phrase]], faults: [Int: any Error]) {
    var files: [SubmittedFile] = []
    var (notes, faults): ([Int: [Phrase]], [Int: any Error]) = ([:], [:])
    for upload in self {
      do {
        let source = try ByteSource(path: upload.content.path(percentEncoded: false))
        guard let packed = try PackedFiles(source, name: upload.name, into: folder) else {
          files.append(upload)
          continue
        }
        if !packed.notes.isEmpty { notes[files.count] = packed.notes }
        for member in packed.members {
          let size = try member.place.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
          files.append(
            SubmittedFile(field: upload.field, name: member.name, type: nil, content: member.place, count: size))
        }
        try FileManager.default.removeItem(at: upload.content)
      } catch {
        faults[files.count] = error
        files.append(upload)
      }
    }
    return (files, notes, faults)
  }
}

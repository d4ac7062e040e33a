/// Bytes are not compared with others: they may lie outside of the database, and are large.
struct BlobNotCompared: AttributeRule {
  let id = "blob-not-compared"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    attribute.behavior.storage == .blob && (attribute.isUnique || attribute.isSorted)
      ? Complaint("Bytes can be neither unique nor sorted.", hint: "Take `.unique` and `.sorted` away.") : nil
  }
}

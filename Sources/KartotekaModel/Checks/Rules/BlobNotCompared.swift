/// Blobs are not compared: they are large and may be stored outside the database.
struct BlobNotCompared: AttributeRule {
  let id = "blob-not-compared"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    attribute.behavior.storage == .blob && (attribute.isUnique || attribute.isSorted)
      ? Complaint("Bytes can be neither unique nor sorted.", hint: "Take `.unique` and `.sorted` away.") : nil
  }
}

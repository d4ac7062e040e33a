import Kartoteka

/// Writes the mail addresses of an older version in lower case, as new ones are. Of two that differ in capitals alone, the
/// second stays as it is.
let lowerCaseMail = MigrationStep("lower-case-mail") { migration in
  let users = try migration.records("user").map { Record<User>($0) }
  var known = Set(users.compactMap(\.email))
  for var user in users {
    guard let email = user.email, email != email.lowercased(), known.insert(email.lowercased()).inserted else {
      continue
    }
    user.email = email.lowercased()
    try migration.transaction.update(user.any)
  }
}

#ifndef KARTOTEKA_SQLITE_SESSION_H
#define KARTOTEKA_SQLITE_SESSION_H

#include <sqlite3.h>

// SQLite's session extension (https://www.sqlite.org/sessionintro.html). The system's header declares it only if a macro was
// defined before its first inclusion, which may be in another module.

typedef struct sqlite3_session kartoteka_session;
typedef struct sqlite3_changeset_iter kartoteka_changes;

int sqlite3session_create(sqlite3 *db, const char *name, struct sqlite3_session **session);
void sqlite3session_delete(struct sqlite3_session *session);
int sqlite3session_attach(struct sqlite3_session *session, const char *table);
int sqlite3session_enable(struct sqlite3_session *session, int enable);
int sqlite3session_isempty(struct sqlite3_session *session);
int sqlite3session_patchset(struct sqlite3_session *session, int *count, void **bytes);
int sqlite3changeset_start(struct sqlite3_changeset_iter **changes, int count, void *bytes);
int sqlite3changeset_next(struct sqlite3_changeset_iter *changes);
int sqlite3changeset_op(
  struct sqlite3_changeset_iter *changes, const char **table, int *columns, int *operation, int *indirect);
int sqlite3changeset_pk(struct sqlite3_changeset_iter *changes, unsigned char **keys, int *columns);
int sqlite3changeset_new(struct sqlite3_changeset_iter *changes, int column, sqlite3_value **value);
int sqlite3changeset_old(struct sqlite3_changeset_iter *changes, int column, sqlite3_value **value);
int sqlite3changeset_finalize(struct sqlite3_changeset_iter *changes);

// A variadic function, which Swift can't call.
static inline int kartoteka_leave_out_triggers(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
}

// The same. A database of another program may have triggers and views of whatever kind.
static inline int kartoteka_distrust_schema(sqlite3 *db) {
  int code = sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  return code ? code : sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

// The same. A connection that is closed leaves the write-ahead log, also if it was the last one.
static inline int kartoteka_leave_log(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif

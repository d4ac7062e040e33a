#ifndef KARTOTEKA_TEST_START_H
#define KARTOTEKA_TEST_START_H

/// Defined in Swift by the tests of PostgreSQL.
void kartoteka_tests_start(void);

/// Has the linker keep the constructor.
void kartoteka_tests_link(void);

#endif

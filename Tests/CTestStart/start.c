#include "start.h"

// Runs before the first test: Swift Testing has no place for what all tests of a program need.
__attribute__((constructor)) static void start(void) { kartoteka_tests_start(); }

void kartoteka_tests_link(void) {}

#ifndef KARTOTEKA_OPENSSL_H
#define KARTOTEKA_OPENSSL_H

#include <openssl/evp.h>

#endif

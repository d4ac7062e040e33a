#ifndef KARTOTEKA_OPENSSL_H
#define KARTOTEKA_OPENSSL_H

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/rand.h>

#endif

// Package sealed encrypts secrets before they are stored, such as private keys.
// The key is stored apart from the values, so that a copy of the records alone
// reveals none of them.
package sealed

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"

	"linnet/internal/base/ident"
)

const (
	keyBytes   = 32
	checkBytes = 16
)

// Key is the secret key of an install. All nodes have the same one. Keys of a Box
// are derived from it.
type Key struct{ secret [keyBytes]byte }

// New returns a random key.
func New() Key { return Key{[keyBytes]byte(ident.Bytes(keyBytes))} }

// Parse returns the key of a text: 32 bytes in base64, standard or URL-safe, with
// or without padding. The error does not contain the text.
func Parse(text string) (Key, error) {
	text = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(strings.TrimSpace(text), "="))
	secret, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(secret) != keyBytes {
		return Key{}, errors.New("the secret key must be 32 random bytes in base64; create one with: openssl rand -base64 32")
	}
	return Key{[keyBytes]byte(secret)}, nil
}

// Text returns the key in the form that Parse reads.
func (k Key) Text() string { return base64.StdEncoding.EncodeToString(k.secret[:]) }

// String returns a placeholder, so that logs and errors do not contain the key.
func (Key) String() string { return "[secret key]" }

// Check returns 16 bytes that identify the key and do not reveal it.
func (k Key) Check() []byte { return k.derive("check", checkBytes) }

// Box returns a Box for the values of one purpose. Boxes of other purposes cannot
// open them.
func (k Key) Box(purpose string) *Box {
	block, err := aes.NewCipher(k.derive("seal "+purpose, keyBytes))
	if err != nil {
		panic(err) // only for another length of the key
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // only for another block size
	}
	return &Box{aead}
}

// HashKey returns 32 bytes with which values of one purpose are hashed, so that the
// hashes cannot be computed without the secret key.
func (k Key) HashKey(purpose string) []byte { return k.derive("hash "+purpose, keyBytes) }

func (k Key) derive(info string, length int) []byte {
	derived, err := hkdf.Key(sha256.New, k.secret[:], nil, "linnet "+info, length)
	if err != nil {
		panic(err) // only for a length beyond 255 blocks
	}
	return derived
}

// version1 precedes values of version 1: AES-256-GCM with a random nonce in front.
// Text, PEM and JSON do not begin with a zero byte.
const version1 = "\x00\x01"

// Overhead is the length of a sealed value beyond the plain one, in bytes.
const Overhead = len(version1) + 12 + 16

// ErrOpen is returned for a value that was sealed with another key, for another
// purpose or context, or was changed.
var ErrOpen = errors.New("sealed: the value cannot be decrypted with this secret key")

// Box seals and opens values of one purpose. It is safe for concurrent use.
type Box struct{ aead cipher.AEAD }

// Seal encrypts and authenticates plain. The context, such as the id of a record,
// binds the value to its place: Open needs the same one.
func (b *Box) Seal(plain []byte, context string) []byte {
	sealed := make([]byte, len(version1), Overhead+len(plain))
	copy(sealed, version1)
	return b.aead.Seal(sealed, nil, plain, []byte(context))
}

// Open returns the plain value of the result of Seal. The error is ErrOpen.
func (b *Box) Open(sealed []byte, context string) ([]byte, error) {
	value, ok := bytes.CutPrefix(sealed, []byte(version1))
	if !ok {
		return nil, ErrOpen
	}
	plain, err := b.aead.Open(nil, nil, value, []byte(context))
	if err != nil {
		return nil, ErrOpen
	}
	return plain, nil
}

// Sealed reports whether a value has the form of a sealed one, also of a later
// version.
func Sealed(value []byte) bool { return len(value) > 1 && value[0] == 0 }

package apikey

import (
	"crypto/sha256"
	"hash/crc32"
	"strings"

	"linnet/internal/base/ident"
)

// SecretHash is the SHA-256 hash of a secret. A salt and a slow hash are not
// needed: secrets have 178 random bits.
type SecretHash [sha256.Size]byte

// A secret is secretPrefix, randomDigits random base62 digits, and the CRC-32 of
// those in checksumDigits. Secret scanners recognise the prefix, and the checksum
// rejects typos without a query.
const (
	secretPrefix   = "lnt_"
	base62         = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	randomDigits   = 30
	checksumDigits = 6
	shownDigits    = 6 // of the random digits, in Key.Prefix
)

// IsSecret reports whether a bearer token is meant as an API key. It need not be
// valid.
func IsSecret(token string) bool { return strings.HasPrefix(token, secretPrefix) }

// newSecret returns a new secret, its displayable prefix and its hash.
func newSecret() (text, prefix string, hash SecretHash) {
	random := ident.Alias(base62, randomDigits)
	text = secretPrefix + random + checksum(random)
	return text, text[:len(secretPrefix)+shownDigits], hashOf(text)
}

// wellFormed reports whether text has the form of a secret and its checksum is
// right.
func wellFormed(text string) bool {
	digits, ok := strings.CutPrefix(text, secretPrefix)
	return ok && len(digits) == randomDigits+checksumDigits && checksum(digits[:randomDigits]) == digits[randomDigits:]
}

func hashOf(text string) SecretHash { return ident.HashSecret(text) }

// checksum returns the CRC-32 (IEEE) of text in base62, with leading zeros.
func checksum(text string) string {
	sum := crc32.ChecksumIEEE([]byte(text))
	var out [checksumDigits]byte
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = base62[sum%uint32(len(base62))]
		sum /= uint32(len(base62))
	}
	return string(out[:])
}

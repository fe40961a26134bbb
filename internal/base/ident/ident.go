// Package ident makes what must not be guessed or repeated: ids, aliases and
// secrets. It is the only package that draws random numbers.
package ident

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"strings"
)

// Prefixes of ids, so that a reader of a log knows what an id names.
const (
	User      = "usr"
	Session   = "ses"
	Workspace = "wsp"
	Domain    = "dom"
	Link      = "lnk"
	Rule      = "rul"
	Event     = "evt"
	Tag       = "tag"
	Folder    = "fld"
	Template  = "tpl"
	Click     = "clk"
	Notice    = "ntf"
	QRCode    = "qrc"
	Share     = "shr"
	View      = "viw"

	Conversion = "cnv"
	Job        = "job"
	File       = "fil"
	Source     = "src" // a click store
)

// IDDigits are the 32 digits of ids, the smallest first.
const IDDigits = "0123456789abcdefghjkmnpqrstvwxyz"

// ids spell their 64 bits in 13 characters that survive a phone call.
var idEncoding = base32.NewEncoding(IDDigits).WithPadding(base32.NoPadding) //nolint:gochecknoglobals // an immutable table

// New returns a fresh id such as "lnk_3kq7c8v0d5m2a": the prefix and 64 random
// bits. The bits fit an integer column (Number), which is how clicks keep them.
func New(prefix string) string {
	var raw [8]byte
	rand.Read(raw[:])
	return prefix + "_" + idEncoding.EncodeToString(raw[:])
}

// Number returns the 64 bits of an id, and false when id was not made by New
// or Text. The empty id is 0 and true: "none".
func Number(id string) (uint64, bool) {
	if id == "" {
		return 0, true
	}
	_, digits, ok := strings.Cut(id, "_")
	if !ok || len(digits) != 13 {
		return 0, false
	}
	var raw [8]byte
	if n, err := idEncoding.Decode(raw[:], []byte(digits)); err != nil || n != len(raw) {
		return 0, false
	}
	return binary.BigEndian.Uint64(raw[:]), true
}

// Text is the inverse of Number: the id with that prefix and those bits, and
// the empty id for 0.
func Text(prefix string, number uint64) string {
	if number == 0 {
		return ""
	}
	var raw [8]byte
	binary.BigEndian.PutUint64(raw[:], number)
	return prefix + "_" + idEncoding.EncodeToString(raw[:])
}

// The alphabets of random aliases: letters and digits without the look-alikes
// 0 O 1 l I (spec: product §3). A domain that ignores case draws from
// AliasLower, where no letter becomes a look-alike by being folded.
const (
	AliasLower = "23456789abcdefghijkmnopqrstuvwxyz"
	AliasMixed = AliasLower + "ABCDEFGHJKLMNPQRSTUVWXYZ"
)

// Alias returns n random characters of alphabet, each equally likely. The
// alphabet is ASCII, of at most 256 characters.
func Alias(alphabet string, n int) string {
	limit := 256 - 256%len(alphabet) // reject the rest, or some letters come more often
	out := make([]byte, 0, n)
	var pool [32]byte
	for len(out) < n {
		rand.Read(pool[:])
		for _, b := range pool {
			if int(b) < limit && len(out) < n {
				out = append(out, alphabet[int(b)%len(alphabet)])
			}
		}
	}
	return string(out)
}

// Secret is 32 random bytes that a client keeps, and the hash that Linnet
// keeps. The text is shown once and stored nowhere.
type Secret struct {
	Text string
	Hash [sha256.Size]byte
}

// NewSecret draws a secret. The prefix ("lnt_" for API keys, "" for sessions)
// is part of its text.
func NewSecret(prefix string) Secret {
	raw := Bytes(32)
	text := prefix + base64.RawURLEncoding.EncodeToString(raw)
	return Secret{Text: text, Hash: HashSecret(text)}
}

// HashSecret returns what is stored of a secret. SHA-256 without a salt is
// enough here: the secret has 256 bits of its own and cannot be searched for.
func HashSecret(text string) [sha256.Size]byte { return sha256.Sum256([]byte(text)) }

// Uint64 returns 64 random bits, never 0. It allocates nothing.
func Uint64() uint64 {
	for {
		var raw [8]byte
		rand.Read(raw[:])
		if n := binary.BigEndian.Uint64(raw[:]); n != 0 {
			return n
		}
	}
}

// Bytes returns n random bytes from the system's cryptographic source.
func Bytes(n int) []byte {
	raw := make([]byte, n)
	rand.Read(raw)
	return raw
}

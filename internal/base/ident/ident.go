// Package ident generates ids, aliases and secrets. It is the only package that
// uses the cryptographic random number generator.
package ident

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"strings"
)

// Prefixes of ids, which name the type of the item.
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
	QRPreset  = "qrp"
	Share     = "shr"
	View      = "viw"

	ScheduledReport = "srp"
	Alert           = "alr"

	APIKey      = "key"
	BlockRule   = "blk"
	DenyFeed    = "dnl"
	DenyExcept  = "dex"
	AbuseCase   = "abc"
	AbuseReport = "abr"
	Passkey     = "psk"
	BioPage     = "bio"
	PageBlock   = "blk"
	Media       = "med"
	Response    = "rsp" // to a form of a bio page

	SingleSignOn = "sso"
	Webhook      = "whk"
	Delivery     = "dlv" // to a webhook

	Invitation = "inv"
	Conversion = "cnv"
	Job        = "job"
	File       = "fil"
	Source     = "src" // a click store
	Journal    = "jrn"
	Node       = "nod" // a process
)

// IDDigits are the 32 digits of ids in ascending order.
const IDDigits = "0123456789abcdefghjkmnpqrstvwxyz"

// ids encode 64 bits as 13 characters of Crockford-style base32: case-insensitive
// and without look-alikes.
var idEncoding = base32.NewEncoding(IDDigits).WithPadding(base32.NoPadding) //nolint:gochecknoglobals // an immutable table

// New returns a new id such as "lnk_3kq7c8v0d5m2a": the prefix and 64 random
// bits. Number returns the bits, which the click store uses.
func New(prefix string) string {
	var raw [8]byte
	rand.Read(raw[:])
	return prefix + "_" + idEncoding.EncodeToString(raw[:])
}

// Sequence makes the ids of many rows: consecutive ones, from a random one on, so that the
// rows are next to each other in every index of their ids. Ids of New would be on a page
// each. Two sequences of a million ids have one in common with a chance of 1 in 10^13.
type Sequence struct {
	prefix string
	next   uint64
}

// NewSequence returns a sequence of ids with a prefix, for one goroutine.
func NewSequence(prefix string) *Sequence {
	first, _ := Number(New(prefix))
	return &Sequence{prefix, first}
}

// Next returns the next id.
func (s *Sequence) Next() string {
	s.next++
	if s.next == 0 { // is the empty id
		s.next++
	}
	return Text(s.prefix, s.next)
}

// Number returns the 64 bits of an id. ok is false for a text that New or Text
// did not return. The empty id is 0.
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

// Text is the inverse of Number: it returns the id with the prefix and the bits,
// or the empty id for 0.
func Text(prefix string, number uint64) string {
	if number == 0 {
		return ""
	}
	var raw [8]byte
	binary.BigEndian.PutUint64(raw[:], number)
	return prefix + "_" + idEncoding.EncodeToString(raw[:])
}

// Alphabets of random aliases: letters and digits without the look-alikes
// 0 O 1 l I. Domains that ignore case use AliasLower.
const (
	AliasLower = "23456789abcdefghijkmnopqrstuvwxyz"
	AliasMixed = AliasLower + "ABCDEFGHJKLMNPQRSTUVWXYZ"
)

// Alias returns n random characters of alphabet, each equally likely. The
// alphabet is ASCII, of at most 256 characters.
func Alias(alphabet string, n int) string {
	limit := 256 - 256%len(alphabet) // larger values are rejected, for an even distribution
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

// Secret is a random secret of 32 bytes. Text is for the client and is never
// stored; Hash is stored.
type Secret struct {
	Text string
	Hash [sha256.Size]byte
}

// NewSecret returns a new secret. Its text starts with prefix.
func NewSecret(prefix string) Secret {
	raw := Bytes(32)
	text := prefix + base64.RawURLEncoding.EncodeToString(raw)
	return Secret{Text: text, Hash: HashSecret(text)}
}

// HashSecret returns the SHA-256 hash of a secret. A salt is not needed: the
// secret has 256 random bits and cannot be guessed.
func HashSecret(text string) [sha256.Size]byte { return sha256.Sum256([]byte(text)) }

// IsSecret reports whether a text has the form of a secret without a prefix.
func IsSecret(text string) bool {
	const length = 43 // of 32 bytes in base64
	return len(text) == length && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// Uint64 returns 64 random bits, never 0. It does not allocate.
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

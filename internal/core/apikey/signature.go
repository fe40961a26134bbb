package apikey

import (
	"context"
	"crypto/hmac"
	"crypto/md5"  //nolint:gosec // clients of YOURLS sign with it
	"crypto/sha1" //nolint:gosec // likewise
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/hex"
	"hash"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/securitylog"
)

// maxSigned bounds the keys with a signature that a proof is compared with.
const maxSigned = 1000

// proofWindow is how long a proof is valid before and after its time, as in YOURLS.
const proofWindow = 43_200 * time.Second

// Proof is a credential of YOURLS' clients: the signature of a key, or, with a time, a hash of
// both.
type Proof struct {
	Timestamp string // seconds since 1970, as the client sent it; empty: Signature is the signature itself
	Signature string // in hexadecimal digits
	Hash      string // md5, sha1, sha256, sha384 or sha512; empty: md5, which old clients use
}

// proofPrefix begins the text of a proof.
const proofPrefix = "yourls "

// Text returns the proof as one text, which ParseProof reads.
func (p Proof) Text() string {
	return proofPrefix + strings.Join([]string{p.Timestamp, p.Signature, p.Hash}, " ")
}

// ParseProof reads the text of a proof; false: it is another credential.
func ParseProof(text string) (Proof, bool) {
	rest, ok := strings.CutPrefix(text, proofPrefix)
	parts := strings.Split(rest, " ")
	if !ok || len(parts) != 3 {
		return Proof{}, false
	}
	return Proof{parts[0], parts[1], parts[2]}, true
}

// IsCredential reports whether a text is meant as an API key or a proof. It need not be valid.
func IsCredential(text string) bool { return IsSecret(text) || strings.HasPrefix(text, proofPrefix) }

// isValid reports whether the proof is made with a signature, at about now.
func (p Proof) isValid(signature string, now time.Time) bool {
	if p.Timestamp == "" {
		return subtle.ConstantTimeCompare([]byte(p.Signature), []byte(signature)) == 1
	}
	seconds, err := strconv.ParseInt(p.Timestamp, 10, 64)
	algorithm := p.algorithm()
	if err != nil || algorithm == nil || now.Sub(time.Unix(seconds, 0)).Abs() >= proofWindow {
		return false
	}
	valid := 0
	for _, signed := range []string{p.Timestamp + signature, signature + p.Timestamp} {
		h := algorithm()
		h.Write([]byte(signed))
		valid |= subtle.ConstantTimeCompare([]byte(p.Signature), []byte(hex.EncodeToString(h.Sum(nil))))
	}
	return valid == 1
}

// algorithm returns the hash; nil for an unknown one.
func (p Proof) algorithm() func() hash.Hash {
	switch p.Hash {
	case "", "md5":
		return md5.New
	case "sha1":
		return sha1.New
	case "sha256":
		return sha256.New
	case "sha384":
		return sha512.New384
	case "sha512":
		return sha512.New
	default:
		return nil
	}
}

// signatureOf returns the signature of a key, which a rotation replaces.
func (s *Service) signatureOf(k Key) string {
	mac := hmac.New(sha256.New, s.signatures)
	mac.Write([]byte("yourls:" + k.ID + ":" + k.Prefix))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// Signature returns the signature of a key, with which YOURLS' clients call in its place. It
// is NotFound for a key without Settings.Signature.
func (s *Service) Signature(ctx context.Context, a access.Actor, id string) (string, error) {
	if err := s.allow(a); err != nil {
		return "", err
	}
	k, err := s.store.APIKey(ctx, a.WorkspaceID, id)
	if err != nil {
		return "", err
	}
	if !k.HasSignature {
		return "", fault.New(fault.NotFound, "This key has no signature. Set yourlsSignature of the key first.")
	}
	return s.signatureOf(k), nil
}

// AuthenticateProof is Authenticate for a proof.
func (s *Service) AuthenticateProof(ctx context.Context, p Proof, addr netip.Addr) (Key, error) {
	now := s.clock.Now()
	keys, err := s.signed.get(now, func() ([]Key, error) { return s.store.SignedAPIKeys(ctx, maxSigned) })
	if err != nil {
		return Key{}, err
	}
	for _, k := range keys {
		if p.isValid(s.signatureOf(k), now) {
			return s.admit(ctx, k, addr, now)
		}
	}
	s.security.Record(ctx, securitylog.KeyRejected, "", "")
	return Key{}, fault.New(fault.Unauthenticated, "This signature is wrong, too old, or of a key that has no signature.")
}

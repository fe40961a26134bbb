package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"time"

	"linnet/internal/base/ident"
)

// The names of the headers of a request, by Standard Webhooks 1.0.
const (
	HeaderID        = "webhook-id"
	HeaderTimestamp = "webhook-timestamp"
	HeaderSignature = "webhook-signature"
)

const (
	secretPrefix = "whsec_"
	secretBytes  = 32 // the specification requires 24 to 64
)

// key is the symmetric key of a webhook.
type key []byte

// newKey returns a random key.
func newKey() key { return ident.Bytes(secretBytes) }

// text returns the secret in the form of the specification.
func (k key) text() string { return secretPrefix + base64.StdEncoding.EncodeToString(k) }

// sign returns one signature: the HMAC-SHA256 of the id, the time in seconds and the
// body, joined by dots.
func (k key) sign(id string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// headers returns the headers of a request. A receiver accepts it if one of the
// signatures, one for each key, is valid.
func headers(id string, at time.Time, body []byte, keys ...key) map[string]string {
	signatures := ""
	for i, k := range keys {
		if i > 0 {
			signatures += " "
		}
		signatures += k.sign(id, at, body)
	}
	return map[string]string{
		"Content-Type": "application/json", HeaderID: id, HeaderTimestamp: strconv.FormatInt(at.Unix(), 10), HeaderSignature: signatures,
	}
}

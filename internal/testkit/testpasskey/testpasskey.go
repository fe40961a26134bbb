// Package testpasskey is an authenticator with a passkey, for tests.
package testpasskey

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"linnet/internal/base/ident"
)

// Flags of authenticator data.
const (
	UserPresent  = 0x01
	UserVerified = 0x04
	Eligible     = 0x08 // for a backup
	BackedUp     = 0x10
	attested     = 0x40
)

// Device is an authenticator with one passkey. Its fields can be changed to make
// responses that a server must reject.
type Device struct {
	Key    *ecdsa.PrivateKey
	ID     []byte
	Handle []byte // the user
	Count  uint32
	Flags  byte
	Origin string // of the page
	Host   string // that the passkey belongs to
}

// New returns a device whose user verifies on a page of the origin, for passkeys of a
// host.
func New(t testing.TB, origin, host string) *Device {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &Device{Key: key, ID: ident.Bytes(16), Flags: UserPresent | UserVerified, Origin: origin, Host: host}
}

func encode(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// clientData returns what the browser says about a ceremony.
func (d *Device) clientData(t testing.TB, ceremony, challenge string) []byte {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"type": ceremony, "challenge": challenge, "origin": d.Origin, "crossOrigin": false})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// data returns authenticator data.
func (d *Device) data(flags byte, credential []byte) []byte {
	hash := sha256.Sum256([]byte(d.Host))
	raw := append(hash[:], flags)
	raw = binary.BigEndian.AppendUint32(raw, d.Count)
	return append(raw, credential...)
}

// Create answers the options of a registration.
func (d *Device) Create(t testing.TB, challenge string) []byte {
	t.Helper()
	point, err := d.Key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	public, err := cbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	if err != nil {
		t.Fatal(err)
	}
	credential := make([]byte, 16) // no AAGUID
	credential = binary.BigEndian.AppendUint16(credential, uint16(len(d.ID)))
	credential = append(append(credential, d.ID...), public...)
	attestation, err := cbor.Marshal(map[string]any{
		"fmt": "none", "attStmt": map[string]any{}, "authData": d.data(d.Flags|attested, credential),
	})
	if err != nil {
		t.Fatal(err)
	}
	return d.response(t, map[string]any{
		"clientDataJSON":    encode(d.clientData(t, "webauthn.create", challenge)),
		"attestationObject": encode(attestation),
	})
}

// Get answers the options of a sign-in.
func (d *Device) Get(t testing.TB, challenge string) []byte {
	t.Helper()
	data, client := d.data(d.Flags, nil), d.clientData(t, "webauthn.get", challenge)
	clientHash := sha256.Sum256(client)
	signed := sha256.Sum256(append(append([]byte{}, data...), clientHash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.Key, signed[:])
	if err != nil {
		t.Fatal(err)
	}
	return d.response(t, map[string]any{
		"clientDataJSON": encode(client), "authenticatorData": encode(data), "signature": encode(signature), "userHandle": encode(d.Handle),
	})
}

func (d *Device) response(t testing.TB, response map[string]any) []byte {
	t.Helper()
	raw, err := json.Marshal(map[string]any{
		"id": encode(d.ID), "rawId": encode(d.ID), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

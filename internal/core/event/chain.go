package event

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// Chained is an event with its place in the hash chain of all stored events.
type Chained struct {
	Event
	Salt   string // random; empty when the content is erased
	Digest string // of the content: see ContentDigest
	Hash   string // of the previous event's hash and this event: see ChainHash
}

// Erased reports whether the content of the event was erased: its data, label
// and network. The digest remains, so that the chain stays verifiable.
func (c Chained) Erased() bool { return c.Salt == "" }

// ContentDigest returns the hex SHA-256 digest of the parts of an event that can
// be erased. The salt prevents guessing erased content by its digest.
func ContentDigest(e Event, salt string) string {
	return hashOf("linnet-event-content-1", salt, string(e.Data), e.Label, e.Actor.AddressPrefix)
}

// ChainHash returns the hex SHA-256 hash of an event that follows the event with
// the hash previous, which is empty for the first event.
func ChainHash(previous string, e Event, digest string) string {
	return hashOf("linnet-event-1", previous, strconv.FormatInt(e.Seq, 10), e.ID, e.WorkspaceID,
		string(e.Actor.Kind), e.Actor.ID, string(e.Kind), e.SubjectID, strconv.FormatInt(e.At.UnixMilli(), 10), digest)
}

// hashOf hashes texts, each preceded by its length, so that different lists never
// have the same encoding.
func hashOf(texts ...string) string {
	var encoded []byte
	for _, text := range texts {
		encoded = binary.AppendUvarint(encoded, uint64(len(text)))
		encoded = append(encoded, text...)
	}
	sum := sha256.Sum256(encoded)
	return hex.EncodeToString(sum[:])
}

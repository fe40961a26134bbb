package kutt

import (
	"encoding/binary"
	"encoding/hex"
	"strings"

	"linnet/internal/base/ident"
)

// Kutt's ids are UUIDs, and clients in typed languages parse them. Those of Linnet are UUIDs of
// version 8 (RFC 9562, 5.8): 48 bits of the id, the version, 12 bits of it, the variant, its last 4
// bits, and tail.
const tail = "linnet\x00"

// uuidOf returns the UUID of an id of Linnet.
func uuidOf(id string) string {
	number, _ := ident.Number(id)
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], number>>16<<16|0x8000|number>>4&0xfff)
	b[8] = 0x80 | byte(number&0xf)
	copy(b[9:], tail)
	text := hex.EncodeToString(b[:])
	return strings.Join([]string{text[:8], text[8:12], text[12:16], text[16:20], text[20:]}, "-")
}

// idOf returns the id of Linnet that a client sent, as a UUID or as it is; empty: it is none.
func idOf(prefix, text string) string {
	if strings.HasPrefix(text, prefix+"_") {
		return text
	}
	b, err := hex.DecodeString(strings.ReplaceAll(text, "-", ""))
	if err != nil || len(b) != 16 || string(b[9:]) != tail {
		return ""
	}
	high := binary.BigEndian.Uint64(b[:8])
	return ident.Text(prefix, high>>16<<16|high&0xfff<<4|uint64(b[8]&0xf))
}

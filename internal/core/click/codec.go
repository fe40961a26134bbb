package click

import (
	"encoding/binary"
	"errors"
	"net/netip"
	"time"

	"linnet/internal/core/visitor"
)

// A hit in the journal, numbers little-endian:
//
//	version 1 · flags 1 · id 8 · time 8 (Unix ms) · workspace, domain, link,
//	rule 8 each · id of the day's keys 4 · encrypted address 16 · nonce 8 · then
//	each text as a varint of its length and its bytes
//
// The address is the only personal data. It is encrypted with AES in counter
// mode, one block under the day's key and a unique nonce. Version 1 used the
// random id as the nonce; it is still decoded. Version 3 is version 2 with one
// more text, the variant. Hits without a variant are encoded as version 2, which
// earlier binaries can decode. Version 4 is version 2 of the view of a bio page, with
// the number of the page in the place of the link, and version 5 that of the opening of a
// block of a page, with the number of the block in the place of the rule: earlier binaries
// skip both instead of counting them as clicks.
const (
	codecVersion = 2
	codecVariant = 3
	codecView    = 4
	codecBlock   = 5
	fixedSize    = fixedSize1 + 8
	fixedSize1   = sealAt + 16
	sealAt       = 1 + 1 + 8 + 8 + 4*8 + 4
)

const (
	flagHead = 1 << iota
	flagPrefetch
	flagAddr      // the record holds an encrypted address
	flagAggregate // see Hit.Aggregate
	flagMethod    // earlier binaries ignore this flag and the next one
	flagSubresource
)

// reasonFlags are the flags of Hit.RequestReason. Earlier binaries set several in one
// record, of which the first decides.
func reasonFlags() [4]reasonFlag {
	return [...]reasonFlag{
		{flagPrefetch, visitor.BotPrefetch}, {flagHead, visitor.BotHead}, {flagMethod, visitor.BotMethod},
		{flagSubresource, visitor.BotSubresource},
	}
}

type reasonFlag struct {
	flag   byte
	reason visitor.BotReason
}

// errRecord is the error for a record that is not a hit or of a later version.
var errRecord = errors.New("click: not a hit")

// encode encodes hit into buf[:0], whose capacity must be at least fixedSize. The
// address is omitted when keys is nil. A nonce must be used only once with the
// same keys.
func encode(buf []byte, hit *Hit, keys *dayKeys, nonce uint64) []byte {
	buf = buf[:fixedSize]
	clear(buf)
	version, link, rule := placesOf(hit)
	buf[0] = version
	if hit.RequestReason != "" {
		for _, f := range reasonFlags() {
			if f.reason == hit.RequestReason {
				buf[1] |= f.flag
			}
		}
	}
	if hit.Aggregate {
		buf[1] |= flagAggregate
	}
	for i, n := range [...]uint64{
		hit.ID, uint64(hit.At.UnixMilli()), hit.WorkspaceID, hit.DomainID, link, rule,
	} {
		binary.LittleEndian.PutUint64(buf[2+8*i:], n)
	}
	if addr := hit.Addr.Unmap(); addr.IsValid() && keys != nil {
		buf[1] |= flagAddr
		binary.LittleEndian.PutUint32(buf[sealAt-4:], keys.id)
		binary.LittleEndian.PutUint64(buf[fixedSize1:], nonce)
		seal(buf[sealAt:fixedSize1], addr.As16(), nonce, keys)
	}
	texts := [maxTexts]string{
		string(hit.Outcome), string(hit.Trigger), hit.Alias, clipQuery(hit, MaxText), hit.URL,
		hit.UserAgent, hit.Language, hit.Referrer, hit.Variant,
	}
	written := texts[:maxTexts-1]
	if version == codecVariant {
		written = texts[:]
	}
	for _, s := range written {
		s = clipTo(s, MaxText)
		buf = binary.AppendUvarint(buf, uint64(len(s)))
		buf = append(buf, s...)
	}
	return buf
}

// placesOf returns the version of a hit's record, and the numbers in the places of the link
// and the rule.
func placesOf(hit *Hit) (version byte, link, rule uint64) {
	switch {
	case hit.BlockID != 0:
		return codecBlock, hit.PageID, hit.BlockID
	case hit.PageID != 0:
		return codecView, hit.PageID, hit.RuleID
	case hit.Variant != "":
		return codecVariant, hit.LinkID, hit.RuleID
	default:
		return codecVersion, hit.LinkID, hit.RuleID
	}
}

// seal encrypts a into dst, which has 16 bytes. Sealing the result again decrypts
// it.
func seal(dst []byte, a [16]byte, nonce uint64, keys *dayKeys) {
	clear(dst)
	binary.LittleEndian.PutUint64(dst, nonce)
	keys.seal.Encrypt(dst, dst)
	for i := range a {
		dst[i] ^= a[i]
	}
}

// decode decodes a record of encode. keysOf returns the keys of a day, or
// errDestroyed; the hit then has no address.
func decode(record []byte, keysOf func(Day) (*dayKeys, error)) (Hit, error) {
	size, nonce, ok := layout(record)
	if !ok {
		return Hit{}, errRecord
	}
	number := func(i int) uint64 { return binary.LittleEndian.Uint64(record[2+8*i:]) }
	hit := Hit{
		ID:          number(0),
		At:          time.UnixMilli(int64(number(1))).UTC(),
		WorkspaceID: number(2),
		DomainID:    number(3),
		LinkID:      number(4),
		RuleID:      number(5),
		Aggregate:   record[1]&flagAggregate != 0,
	}
	for _, f := range reasonFlags() {
		if record[1]&f.flag != 0 && hit.RequestReason == "" {
			hit.RequestReason = f.reason
		}
	}
	count := maxTexts - 1
	switch record[0] {
	case codecVariant:
		count = maxTexts
	case codecView:
		hit.PageID, hit.LinkID = hit.LinkID, 0
	case codecBlock:
		hit.PageID, hit.BlockID, hit.LinkID, hit.RuleID = hit.LinkID, hit.RuleID, 0, 0
	}
	texts, err := decodeTexts(string(record[size:]), count)
	if err != nil {
		return Hit{}, err
	}
	hit.Outcome, hit.Trigger = visitor.Outcome(texts[0]), Trigger(texts[1])
	hit.Alias, hit.Query, hit.URL = texts[2], texts[3], texts[4]
	hit.UserAgent, hit.Language, hit.Referrer, hit.Variant = texts[5], texts[6], texts[7], texts[8]
	if record[1]&flagAddr == 0 {
		return hit, nil
	}
	keys, err := keysOf(DayOf(hit.At))
	if errors.Is(err, errDestroyed) {
		return hit, nil
	}
	if err != nil {
		return Hit{}, err
	}
	if keys.id != binary.LittleEndian.Uint32(record[sealAt-4:]) {
		return hit, nil
	}
	plain := make([]byte, 16)
	seal(plain, [16]byte(record[sealAt:fixedSize1]), nonce, keys)
	hit.Addr = netip.AddrFrom16([16]byte(plain)).Unmap()
	return hit, nil
}

// layout returns the length of the part before the texts, and the nonce. ok is
// false for a record that is not a hit or of a later version.
func layout(record []byte) (size int, nonce uint64, ok bool) {
	switch {
	case len(record) >= fixedSize && record[0] >= codecVersion && record[0] <= codecBlock:
		return fixedSize, binary.LittleEndian.Uint64(record[fixedSize1:]), true
	case len(record) >= fixedSize1 && record[0] == 1:
		return fixedSize1, binary.LittleEndian.Uint64(record[2:]), true
	default:
		return 0, 0, false
	}
}

// maxTexts is the largest number of texts in a record.
const maxTexts = 9

// decodeTexts decodes count texts.
func decodeTexts(rest string, count int) (texts [maxTexts]string, err error) {
	for i := range count {
		n, size := uvarint(rest)
		if size <= 0 || n > MaxText || uint64(len(rest)-size) < n {
			return texts, errRecord
		}
		texts[i] = rest[size : size+int(n)]
		rest = rest[size+int(n):]
	}
	if rest != "" {
		return texts, errRecord
	}
	return texts, nil
}

// uvarint is binary.Uvarint for a string.
func uvarint(s string) (n uint64, size int) {
	var head [binary.MaxVarintLen64]byte
	return binary.Uvarint(head[:copy(head[:], s)])
}

package click

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/core/visitor"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 123e6, time.UTC)

func compareAddrs() cmp.Option {
	return cmp.Comparer(func(a, b netip.Addr) bool { return a == b })
}

func keysFor(t testing.TB, salt Salt) *dayKeys {
	t.Helper()
	keys, err := newDayKeys(salt)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func fullHit() Hit {
	return Hit{
		ID: 1<<63 + 5, At: noon, WorkspaceID: 11, DomainID: 12, LinkID: 13, RuleID: 14,
		Outcome: visitor.Redirected, Trigger: TriggerBio, RequestReason: visitor.BotPrefetch,
		Addr: netip.MustParseAddr("203.0.113.77"), Alias: "früh/🐦", Query: "a=1&utm_source=x", URL: "https://example.com/ü",
		UserAgent: "Mozilla/5.0", Language: "de-AT", Referrer: "https://example.org/",
	}
}

func TestCodec_RoundTrip(t *testing.T) {
	t.Parallel()
	keys := keysFor(t, Salt{1})
	with := func(change func(*Hit)) Hit {
		h := fullHit()
		change(&h)
		return h
	}
	tests := map[string]Hit{
		"everything": fullHit(),
		"IPv6":       with(func(h *Hit) { h.Addr = netip.MustParseAddr("2001:db8::7") }),
		"no address": with(func(h *Hit) { h.Addr = netip.Addr{} }),
		"a variant":  with(func(h *Hit) { h.Variant = "https://example.com/b" }),
		"a view": with(func(h *Hit) {
			h.Outcome, h.Trigger, h.LinkID, h.RuleID, h.PageID = visitor.Viewed, TriggerQR, 0, 0, 1<<63+15
		}),
		"a block": with(func(h *Hit) {
			h.Outcome, h.LinkID, h.RuleID, h.PageID, h.BlockID = visitor.Opened, 0, 0, 15, 1<<63+16
		}),
		"HEAD":           with(func(h *Hit) { h.RequestReason = visitor.BotHead }),
		"a method":       with(func(h *Hit) { h.RequestReason = visitor.BotMethod }),
		"a subresource":  with(func(h *Hit) { h.RequestReason = visitor.BotSubresource }),
		"a person":       with(func(h *Hit) { h.RequestReason = "" }),
		"aggregate":      with(func(h *Hit) { h.Aggregate = true }),
		"no texts":       {ID: 1, At: noon},
		"before 1970":    with(func(h *Hit) { h.At = time.Date(1969, 12, 31, 23, 0, 0, 0, time.UTC) }),
		"longest text":   with(func(h *Hit) { h.UserAgent = strings.Repeat("x", MaxText) }),
		"bytes, no text": with(func(h *Hit) { h.Alias = "\xff\x00" }),
	}
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := decode(encode(make([]byte, 0, fixedSize), &want, keys, 7), func(d Day) (*dayKeys, error) {
				if d != DayOf(want.At) {
					t.Errorf("requested the keys of %v", d)
				}
				return keys, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, compareAddrs()); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}

// A journal may hold records from before an update. This is what version 1
// wrote of fullHit under Salt{1}: it sealed with the id.
func TestDecode_ReadsVersion1(t *testing.T) {
	t.Parallel()
	want, keys := fullHit(), keysFor(t, Salt{1})
	record := encode(make([]byte, 0, fixedSize), &want, keys, 7)
	first := slices.Concat([]byte{1}, record[1:sealAt], make([]byte, 16), record[fixedSize:])
	seal(first[sealAt:fixedSize1], want.Addr.As16(), want.ID, keys)
	got, err := decode(first, func(Day) (*dayKeys, error) { return keys, nil })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, compareAddrs()); diff != "" {
		t.Fatal(diff)
	}
}

// storedRecords returns what the versions from 2 on wrote of hits, by version.
func storedRecords(t *testing.T) map[string][]byte {
	t.Helper()
	file, err := os.ReadFile("testdata/records.txt")
	if err != nil {
		t.Fatal(err)
	}
	records := map[string][]byte{}
	for line := range strings.Lines(string(file)) {
		version, digits, _ := strings.Cut(strings.TrimSpace(line), " ")
		if records[version], err = hex.DecodeString(digits); err != nil {
			t.Fatal(err)
		}
	}
	return records
}

func TestCodec_ReadsAndWritesTheStoredRecords(t *testing.T) {
	t.Parallel()
	stored, keys := storedRecords(t), keysFor(t, Salt{1})
	of := func(change func(*Hit)) Hit {
		hit := fullHit()
		change(&hit)
		return hit
	}
	hits := map[string]Hit{
		"2": fullHit(),
		"3": of(func(h *Hit) { h.Variant = "https://example.com/b" }),
		"4": of(func(h *Hit) { h.Outcome, h.LinkID, h.RuleID, h.PageID = visitor.Viewed, 0, 0, 15 }),
		"5": of(func(h *Hit) { h.Outcome, h.LinkID, h.RuleID, h.PageID, h.BlockID = visitor.Opened, 0, 0, 15, 1<<63+16 }),
	}
	if len(hits) != len(stored) {
		t.Errorf("%d hits for %d records", len(hits), len(stored))
	}
	for version, want := range hits {
		record := stored[version]
		if got := encode(make([]byte, 0, fixedSize), &want, keys, 7); !bytes.Equal(got, record) {
			t.Errorf("version %s is written as %x", version, got)
		}
		got, err := decode(record, func(Day) (*dayKeys, error) { return keys, nil })
		if diff := cmp.Diff(want, got, compareAddrs()); diff != "" || err != nil {
			t.Errorf("version %s: %v%s", version, err, diff)
		}
	}
}

func TestCodec_UnmapsIPv4Addresses(t *testing.T) {
	t.Parallel()
	keys := keysFor(t, Salt{1})
	hit := fullHit()
	hit.Addr = netip.MustParseAddr("::ffff:203.0.113.77")
	got, err := decode(encode(make([]byte, 0, fixedSize), &hit, keys, 7), func(Day) (*dayKeys, error) { return keys, nil })
	if err != nil || got.Addr != netip.MustParseAddr("203.0.113.77") {
		t.Fatalf("got %v, %v", got.Addr, err)
	}
}

func TestCodec_AddressNeedsTheSalt(t *testing.T) {
	t.Parallel()
	hit := fullHit()
	record := encode(make([]byte, 0, fixedSize), &hit, keysFor(t, Salt{1}), 7)
	for _, plain := range [][]byte{{203, 0, 113, 77}, []byte("203.0.113.77")} {
		if bytes.Contains(record, plain) {
			t.Errorf("the record holds %q", plain)
		}
	}
	for name, keysOf := range map[string]func(Day) (*dayKeys, error){
		"destroyed":  func(Day) (*dayKeys, error) { return nil, errDestroyed },
		"drawn anew": func(Day) (*dayKeys, error) { return keysFor(t, Salt{2}), nil },
	} {
		got, err := decode(record, keysOf)
		if err != nil {
			t.Fatal(err)
		}
		want := hit
		want.Addr = netip.Addr{}
		if diff := cmp.Diff(want, got, compareAddrs()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestRecorder_UsesANonceOnce(t *testing.T) {
	t.Parallel()
	journal, salts := &memJournal{}, NewSalts(&memSalts{}, clock.NewManual(noon))
	if err := salts.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for range 2 { // processes
		recorder := NewRecorder(journal, salts)
		for range 3 {
			hit := fullHit()
			hit.At = noon
			if err := recorder.Record(&hit, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, record := range journal.records {
		seen[string(record[sealAt:fixedSize1])] = true
	}
	if len(journal.records) != 6 || len(seen) != 6 {
		t.Errorf("%d records seal their address in %d ways", len(journal.records), len(seen))
	}
}

func TestCodec_TruncatesAtCharacterBoundaries(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ in, want string }{
		"short":                         {"abc", "abc"},
		"exact":                         {strings.Repeat("a", MaxText), strings.Repeat("a", MaxText)},
		"ASCII":                         {strings.Repeat("a", MaxText+1), strings.Repeat("a", MaxText)},
		"in a character":                {strings.Repeat("a", MaxText-1) + "🐦", strings.Repeat("a", MaxText-1)},
		"no characters":                 {strings.Repeat("\x80", MaxText+9), strings.Repeat("\x80", MaxText-utf8.UTFMax)},
		"last one just in":              {strings.Repeat("a", MaxText-4) + "🐦b", strings.Repeat("a", MaxText-4) + "🐦"},
		"in an escape":                  {strings.Repeat("a", MaxText-2) + "%20", strings.Repeat("a", MaxText-2)},
		"behind %":                      {strings.Repeat("a", MaxText-1) + "%20", strings.Repeat("a", MaxText-1)},
		"between escapes":               {strings.Repeat("a", MaxText-6) + "%20%20%20", strings.Repeat("a", MaxText-6) + "%20%20"},
		"in an escaped character":       {strings.Repeat("a", MaxText-10) + "%F0%9F%90%A6", strings.Repeat("a", MaxText-10)},
		"in its last byte":              {strings.Repeat("a", MaxText-11) + "%F0%9F%90%A6", strings.Repeat("a", MaxText-11)},
		"behind an escaped character":   {strings.Repeat("a", MaxText-12) + "%F0%9F%90%A6b", strings.Repeat("a", MaxText-12) + "%F0%9F%90%A6"},
		"behind one of two bytes":       {strings.Repeat("a", MaxText-6) + "%C3%BCb", strings.Repeat("a", MaxText-6) + "%C3%BC"},
		"escapes that are no character": {strings.Repeat("%80", MaxText), strings.Repeat("%80", MaxText/3)},
	} {
		if got := clipTo(tt.in, MaxText); got != tt.want {
			t.Errorf("%s: %d bytes, want %d", name, len(got), len(tt.want))
		}
	}
}

func TestDecode_DistinguishesStoreErrorsFromBadRecords(t *testing.T) {
	t.Parallel()
	hit := fullHit()
	record := encode(make([]byte, 0, fixedSize), &hit, keysFor(t, Salt{1}), 7)
	down := func(Day) (*dayKeys, error) { return nil, errDown }
	if _, err := decode(record, down); !errors.Is(err, errDown) {
		t.Errorf("store down: %v", err)
	}
	for name, bad := range map[string][]byte{
		"empty": nil, "cut": record[:len(record)-1], "longer": append(bytes.Clone(record), 0),
		"of a later version": append([]byte{codecBlock + 1}, record[1:]...),
	} {
		if _, err := decode(bad, down); !errors.Is(err, errRecord) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// discard is a journal that discards its records.
type discard struct{}

func (discard) Append([]byte, func()) error                                   { return nil }
func (discard) Read(a, _ uint64, _ int, _ func([]byte) error) (uint64, error) { return a, nil }
func (discard) Forget(uint64) error                                           { return nil }
func (discard) End() uint64                                                   { return 0 }

func BenchmarkRecord(b *testing.B) {
	salts := NewSalts(&memSalts{}, clock.NewManual(noon))
	if err := salts.Prepare(context.Background()); err != nil {
		b.Fatal(err)
	}
	r := NewRecorder(discard{}, salts)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		hit := fullHit()
		for pb.Next() {
			hit.ID = 0
			_ = r.Record(&hit, nil)
		}
	})
}

func FuzzDecode(f *testing.F) {
	keys := keysFor(f, Salt{1})
	hit := fullHit()
	f.Add(encode(make([]byte, 0, fixedSize), &hit, keys, 7))
	hit = Hit{ID: 1}
	f.Add(encode(make([]byte, 0, fixedSize), &hit, nil, 7))
	hit = Hit{ID: 1, PageID: 15, BlockID: 16}
	f.Add(encode(make([]byte, 0, fixedSize), &hit, keys, 7))
	f.Fuzz(func(t *testing.T, record []byte) {
		keysOf := func(Day) (*dayKeys, error) { return keys, nil }
		hit, err := decode(record, keysOf)
		if err != nil {
			return
		}
		// Encoding and decoding again yields the same hit.
		again, err := decode(encode(make([]byte, 0, fixedSize), &hit, keys, 7), keysOf)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(hit, again, compareAddrs()); diff != "" {
			t.Fatal(diff)
		}
	})
}

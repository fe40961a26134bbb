package duckdb

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/testkit"
)

// damaged is a store whose last batches are in its log only.
type damaged struct {
	db, wal []byte
	clicks  []click.Click
	inDB    int // of clicks, at positions 1, 2 and 3
	inFirst int // with the first batch of the log
}

func newDamaged(t *testing.T) *damaged {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clicks.duckdb")
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := &damaged{clicks: sortedClicks(14_000), inDB: 10_000, inFirst: 12_000}
	fill(t, s, d.clicks[:d.inDB], 1)
	if _, err := s.db.ExecContext(t.Context(), "CHECKPOINT"); err != nil {
		t.Fatal(err)
	}
	for i, batch := range [][]click.Click{d.clicks[d.inDB:d.inFirst], d.clicks[d.inFirst:]} {
		if err := s.Append(t.Context(), click.Batch{Clicks: batch, Through: uint64(i + 2)}); err != nil {
			t.Fatal(err)
		}
	}
	copied := filepath.Join(t.TempDir(), "copy")
	if _, err := s.Snapshot(t.Context(), copied, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for file, into := range map[string]*[]byte{copied: &d.db, copied + walSuffix: &d.wal} {
		if *into, err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// write writes the files with damage and returns their path.
func (d *damaged) write(t *testing.T, damage func(db, wal []byte) (newDB, newWAL []byte)) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clicks.duckdb")
	db, wal := damage(slices.Clone(d.db), slices.Clone(d.wal))
	for file, raw := range map[string][]byte{path: db, path + walSuffix: wal} {
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func flipDB(at int) func(db, wal []byte) ([]byte, []byte) {
	return func(db, wal []byte) ([]byte, []byte) { return flip(db, at), wal }
}

func flipWAL(at int) func(db, wal []byte) ([]byte, []byte) {
	return func(db, wal []byte) ([]byte, []byte) { return db, flip(wal, at) }
}

// flip changes 8 bytes; from the end when at is negative.
func flip(b []byte, at int) []byte {
	if at < 0 {
		at += len(b)
	}
	for i := at; i < at+8; i++ {
		b[i] ^= 0xff
	}
	return b
}

// TestOpen_ReturnsUnavailableForDamagedFile opens files that DuckDB rejects,
// rebuilds them and compares the remaining clicks.
func TestOpen_ReturnsUnavailableForDamagedFile(t *testing.T) {
	t.Parallel()
	d := newDamaged(t)
	empty := func(_, wal []byte) ([]byte, []byte) { return nil, wal }
	older, newer := headerBytes, 2*headerBytes
	if binary.LittleEndian.Uint64(d.db[older+8:]) > binary.LittleEndian.Uint64(d.db[newer+8:]) {
		older, newer = newer, older
	}
	// A new file header does not match the log. The older of the two checkpoints may
	// contain no tables.
	for name, c := range map[string]struct {
		damage   func(db, wal []byte) ([]byte, []byte)
		want     int // clicks after the repair
		position uint64
	}{
		"file header checksum":   {flipDB(0), d.inDB, 1},
		"file header magic":      {flipDB(8), d.inDB, 1},
		"file header version":    {flipDB(100), d.inDB, 1},
		"older checkpoint":       {flipDB(older), len(d.clicks), 3},
		"newer checkpoint":       {flipDB(newer), 0, 0},
		"catalog":                {flipDB(12288), 0, 0},
		"inside of the catalog":  {flipDB(12388), 0, 0},
		"an empty file":          {empty, 0, 0},
		"log, near its start":    {flipWAL(20), d.inDB, 1},
		"log, inside of batch 1": {flipWAL(len(d.wal) / 4), d.inDB, 1},
		"log, inside of batch 2": {flipWAL(len(d.wal) * 3 / 4), d.inFirst, 2},
		"log, near its end":      {flipWAL(-50), d.inFirst, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := d.write(t, c.damage)
			s, err := Open(t.Context(), path, Options{MemoryMB: 128})
			if err != nil {
				t.Fatal("a damaged file must not prevent the start: ", err)
			}
			defer s.Close()
			if _, err := s.Query(t.Context(), everything(1)); !fault.Is(err, fault.Unavailable) {
				t.Errorf("Query returned %v", err)
			}
			if err := s.Append(t.Context(), click.Batch{Through: 9}); !fault.Is(err, fault.Unavailable) {
				t.Errorf("Append returned %v", err)
			}
			if _, err := s.Position(t.Context(), ""); !fault.Is(err, fault.Unavailable) || s.Damage() == nil {
				t.Errorf("Position returned %v, damage %v", err, s.Damage())
			}
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			done, err := Rebuild(t.Context(), path, path+".damaged", "", 0)
			if err != nil {
				t.Fatal(err)
			}
			if done.Clicks != int64(c.want) || done.Position != c.position {
				t.Errorf("salvaged %+v, want %d clicks at %d", done, c.want, c.position)
			}
			if after, err := os.ReadFile(path + ".damaged"); err != nil || !slices.Equal(before, after) {
				t.Errorf("the damaged file was changed: %v", err)
			}
			if err := s.Reopen(t.Context()); err != nil {
				t.Fatal(err)
			}
			if s.Damage() != nil {
				t.Error(s.Damage())
			}
			agreesWith(t, s, d.clicks[:c.want])
		})
	}
}

// agreesWith compares all results with the oracle's.
func agreesWith(t *testing.T, s *Store, clicks []click.Click) {
	t.Helper()
	oracle := &analyticstest.Oracle{}
	if err := oracle.Append(t.Context(), click.Batch{Clicks: clicks, Through: 1}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(results(t, oracle), results(t, s)); diff != "" {
		t.Error(diff)
	}
}

// TestRebuild_CopiesColumnByColumn damages each block of a large table of short texts: a
// click is lost only where its workspace, link, time or id is.
func TestRebuild_CopiesColumnByColumn(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "clicks.duckdb")
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	clicks := sortedClicks(30_000)
	for i := range clicks { // texts that do not compress, so that each column has blocks of its own
		clicks[i].URL = fmt.Sprintf("https://example.com/%x", sha256.Sum256([]byte{byte(i), byte(i >> 8)}))
		clicks[i].ReferrerURL = fmt.Sprintf("https://example.org/%x", sha256.Sum256([]byte{byte(i), byte(i >> 8), 1}))
	}
	fill(t, s, clicks, 1)
	if _, err := s.db.ExecContext(t.Context(), "CHECKPOINT"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	incomplete := 0
	for at := 3*headerBytes + 262_144 + 5000; at < len(raw)-1000; at += 262_144 {
		damaged := filepath.Join(t.TempDir(), "clicks.duckdb")
		if err := os.WriteFile(damaged, flip(slices.Clone(raw), at), 0o600); err != nil {
			t.Fatal(err)
		}
		done, err := Rebuild(t.Context(), damaged, damaged+".damaged", "", 0)
		if err != nil {
			t.Fatal(err)
		}
		if !done.Readable || done.Clicks+done.Lost != int64(len(clicks)) || (done.Incomplete > 0) != (len(done.Columns) > 0) {
			t.Errorf("at %d of %d: %+v of %d clicks", at, len(raw), done, len(clicks))
		}
		if done.Incomplete == 0 {
			continue
		}
		incomplete++
		if done.Lost > 0 || slices.ContainsFunc(done.Columns, func(c string) bool { return slices.Contains([]string{"workspace", "link", "ts", "tail"}, c) }) {
			t.Errorf("at %d: %+v", at, done)
		}
		wantWithout(t, damaged, clicks, done)
	}
	if incomplete < 3 {
		t.Errorf("%d damaged blocks had values only, want several", incomplete)
	}
}

// wantWithout compares the clicks in a file with those before the damage: the values of
// columns that are not named are the same, and the others are the same or empty.
func wantWithout(t *testing.T, path string, clicks []click.Click, done Salvaged) {
	t.Helper()
	s, err := Open(t.Context(), path, Options{MemoryMB: 128})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	byID := map[uint64]click.Click{}
	for _, c := range clicks {
		byID[c.ID] = c
	}
	for _, workspace := range analyticstest.Workspaces() {
		got, err := s.Recent(t.Context(), everything(workspace), len(clicks))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range got {
			before := byID[c.ID]
			same := c.LinkID == before.LinkID && c.At.Equal(before.At) && c.WorkspaceID == before.WorkspaceID
			for column, values := range map[string][2]string{
				"url": {before.URL, c.URL}, "referrer_url": {before.ReferrerURL, c.ReferrerURL}, "browser": {before.Browser, c.Browser},
				"bot": {string(before.Bot), string(c.Bot)}, "outcome": {string(before.Outcome), string(c.Outcome)},
			} {
				unknown := slices.Contains(done.Columns, column) && (values[1] == "" || values[1] == string(visitor.Redirected))
				same = same && (values[0] == values[1] || unknown)
			}
			if !same {
				t.Fatalf("without %v: %s", done.Columns, cmp.Diff(before, c))
			}
		}
	}
}

// TestRebuild_SalvagesClicksAroundDamage damages one block of clicks.
func TestRebuild_SalvagesClicksAroundDamage(t *testing.T) {
	t.Parallel()
	d := newDamaged(t)
	blocks := 0
	for at := 300_000; at < len(d.db)-1000; at += 262_144 {
		path := d.write(t, flipDB(at))
		s, err := Open(t.Context(), path, Options{MemoryMB: 128})
		if err != nil {
			t.Fatal(err)
		}
		_, queryErr := s.Query(t.Context(), everything(1))
		if queryErr != nil && (!fault.Is(queryErr, fault.Unavailable) || s.Damage() == nil) {
			t.Errorf("at %d: Query returned %v", at, queryErr)
		}
		if err := s.Close(); err != nil && queryErr == nil {
			t.Fatal(err)
		}
		done, err := Rebuild(t.Context(), path, path+".damaged", "", 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("at %d of %d: %+v, %v", at, len(d.db), done, queryErr)
		if done.Clicks+done.Lost != int64(len(d.clicks)) || done.Position != 3 {
			t.Errorf("at %d: %+v of %d clicks", at, done, len(d.clicks))
		}
		if done.Lost > 0 || done.Incomplete > 0 {
			blocks++
		}
		if s, err = Open(t.Context(), path, Options{MemoryMB: 128}); err != nil {
			t.Fatal(err)
		}
		if n := clicksOf(t, s); n != int(done.Clicks) {
			t.Errorf("at %d: %d clicks are counted, %d were salvaged", at, n, done.Clicks)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if blocks == 0 {
		t.Error("no damaged block contained a click")
	}
}

package duckdb

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// readAll reads every value of every click.
func readAll(t *testing.T, s *Store) error {
	t.Helper()
	return s.inTx(t.Context(), func(tx *sql.Tx) error {
		from, err := storage.AllTables(t.Context(), tx)
		if err != nil {
			return err
		}
		for _, some := range from {
			var n int64
			if err := tx.QueryRowContext(t.Context(), "SELECT count(hash("+clicksql.Names(s.cols)+")) FROM "+some.Name).Scan(&n); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestProbe_FailsOnDamagedBlock damages the blocks of a file one by one. Where the
// file opens but its clicks are not readable, Probe must fail.
func TestProbe_FailsOnDamagedBlock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "clicks.duckdb")
	s, err := Open(t.Context(), path, Options{MemoryMB: 128})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s, sortedClicks(5000), 1)
	if err := s.Probe(t.Context()); err != nil {
		t.Errorf("a healthy store: %v", err)
	}
	if newest, err := s.Newest(t.Context()); err != nil || newest.IsZero() {
		t.Errorf("Newest = %v, %v", newest, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	healthy, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const header, block = 3 * 4096, 256 << 10
	unreadable := 0
	for at := header; at+4096 < len(healthy); at += block {
		damaged := bytes.Clone(healthy)
		copy(damaged[at+1000:], bytes.Repeat([]byte{0xa5}, 512))
		copied := filepath.Join(t.TempDir(), "clicks.duckdb")
		if err := os.WriteFile(copied, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if probeDamaged(t, copied) {
			unreadable++
		}
	}
	if unreadable == 0 {
		t.Error("no damaged block made clicks unreadable, so that the test proves nothing")
	}
}

// probeDamaged reports whether the file opens and its clicks are not readable, and
// fails the test if Probe succeeds then.
func probeDamaged(t *testing.T, path string) bool {
	t.Helper()
	s, err := Open(t.Context(), path, Options{MemoryMB: 128})
	if err != nil {
		return false
	}
	defer s.Close()
	probed := s.Probe(t.Context())
	if readAll(t, s) == nil {
		return false
	}
	if probed == nil {
		t.Error("clicks are not readable, but Probe succeeded")
	}
	return true
}

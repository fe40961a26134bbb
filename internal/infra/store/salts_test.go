package store_test

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/infra/store"
	"linnet/internal/testkit"
)

func aSalt() click.Salt { return click.Salt(ident.Bytes(32)) }

func TestADayHasOneSalt(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *store.Store) {
		if _, err := s.FindSalt(t.Context(), 7); !fault.Is(err, fault.NotFound) {
			t.Errorf("before the first: %v", err)
		}
		kept := make(chan click.Salt, 16)
		var wg sync.WaitGroup
		for range cap(kept) {
			wg.Go(func() {
				salt, err := s.KeepSalt(t.Context(), 7, aSalt())
				if err != nil {
					t.Error(err)
				}
				kept <- salt
			})
		}
		wg.Wait()
		found, err := s.FindSalt(t.Context(), 7)
		if err != nil {
			t.Fatal(err)
		}
		for range cap(kept) {
			if <-kept != found {
				t.Error("two nodes have two salts for one day")
			}
		}
	})
}

func TestOldSaltsAreDestroyed(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *store.Store) {
		for day := click.Day(1); day <= 3; day++ {
			if _, err := s.KeepSalt(t.Context(), day, aSalt()); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.DestroySalts(t.Context(), 3); err != nil {
			t.Fatal(err)
		}
		for day := click.Day(1); day <= 3; day++ {
			if _, err := s.FindSalt(t.Context(), day); fault.Is(err, fault.NotFound) != (day < 3) {
				t.Errorf("day %d: %v", day, err)
			}
		}
	})
}

// TestADestroyedSaltLeavesNoBytes reads the very files, while the store is
// open: whoever steals the folder tomorrow finds nothing of yesterday's salt.
func TestADestroyedSaltLeavesNoBytes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), store.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	holds := func(salt click.Salt) bool {
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("files: %v, %v", files, err)
		}
		for _, f := range files {
			content, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(content, []byte(hex.EncodeToString(salt[:]))) {
				return true
			}
		}
		return false
	}
	old, today := aSalt(), aSalt()
	for day, salt := range map[click.Day]click.Salt{1: old, 2: today} {
		if _, err := s.KeepSalt(t.Context(), day, salt); err != nil {
			t.Fatal(err)
		}
	}
	if !holds(old) || !holds(today) {
		t.Fatal("the salts are not where this test looks for them")
	}
	if err := s.DestroySalts(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if holds(old) {
		t.Error("the destroyed salt is still in the files")
	}
	if !holds(today) {
		t.Error("today's salt is gone")
	}
}

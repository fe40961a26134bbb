package records_test

import (
	"bytes"
	"database/sql"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func aSalt() click.Salt { return click.Salt(ident.Bytes(32)) }

func TestEnsureSalt_ReturnsOneSaltPerDay(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		if _, err := s.FindSalt(t.Context(), 7); !fault.Is(err, fault.NotFound) {
			t.Errorf("before the first: %v", err)
		}
		salts := make(chan click.Salt, 16)
		var wg sync.WaitGroup
		for range cap(salts) {
			wg.Go(func() {
				salt, err := s.EnsureSalt(t.Context(), 7, aSalt())
				if err != nil {
					t.Error(err)
				}
				salts <- salt
			})
		}
		wg.Wait()
		found, err := s.FindSalt(t.Context(), 7)
		if err != nil {
			t.Fatal(err)
		}
		for range cap(salts) {
			if <-salts != found {
				t.Error("two nodes have two salts for one day")
			}
		}
	})
}

func TestDestroySalts_DeletesOldDays(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		for day := click.Day(1); day <= 3; day++ {
			if _, err := s.EnsureSalt(t.Context(), day, aSalt()); err != nil {
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

// TestDestroySalts_LeavesNoBytesOnDisk reads the files while the store is
// open: a copy made after the deletion must not contain the salt.
func TestDestroySalts_LeavesNoBytesOnDisk(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		dir := testkit.SQLiteDir(t)
		leavesNoBytes(t, records.Options{Dir: dir}, func() []byte { return filesIn(t, dir) })
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		url := testkit.Postgres(t)
		// A transaction that can still read the row while it is deleted.
		looks, err := driverOf(t, "pgx", url).BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
		if err != nil {
			t.Fatal(err)
		}
		defer looks.Rollback()
		if _, err := looks.Exec(`SELECT 1`); err != nil {
			t.Fatal(err)
		}
		leavesNoBytes(t, records.Options{URL: url, Dir: t.TempDir()}, func() (file []byte) {
			db := driverOf(t, "pgx", url, `CHECKPOINT`)
			err := db.QueryRow(`SELECT pg_read_binary_file(pg_relation_filepath('daily_salts'))`).Scan(&file)
			if err != nil {
				t.Fatal(err)
			}
			return file
		})
	})
}

func leavesNoBytes(t *testing.T, o records.Options, files func() []byte) {
	t.Helper()
	s, err := records.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	holds := func(salt click.Salt) bool { return bytes.Contains(files(), []byte(hex.EncodeToString(salt[:]))) }
	old, today := aSalt(), aSalt()
	for day, salt := range map[click.Day]click.Salt{1: old, 2: today} {
		if _, err := s.EnsureSalt(t.Context(), day, salt); err != nil {
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

// filesIn returns the contents of all files in a folder, recursively.
func filesIn(t *testing.T, dir string) []byte {
	t.Helper()
	var all []byte
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		all = append(all, content...)
		return err
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("%d bytes, %v", len(all), err)
	}
	return all
}

// TestBackup_ContainsNoSalts: backups outlive the day of a salt by years.
func TestBackup_ContainsNoSalts(t *testing.T) {
	t.Parallel()
	s, folder, salt := testkit.SQLite(t), filepath.Join(t.TempDir(), records.Backups), aSalt()
	owner := testkit.Owner(t, s)
	if _, err := s.EnsureSalt(t.Context(), 1, salt); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(folder, "records-schema1-x.db.part") // by a process that died
	if err := errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(left, []byte("left"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(t.Context(), filepath.Join(folder, "copy.db")); err != nil {
		t.Fatal(err)
	}
	content := filesIn(t, folder)
	if bytes.Contains(content, []byte(hex.EncodeToString(salt[:]))) || bytes.Contains(content, []byte("left")) {
		t.Error("the folder holds the salt, or what was left in it")
	}
	if !bytes.Contains(content, []byte(owner.WorkspaceID)) {
		t.Error("the copy does not hold the records")
	}
	if kept, err := s.FindSalt(t.Context(), 1); err != nil || kept != salt {
		t.Errorf("the salt of the day is lost: %v", err)
	}
}

package backups

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/infra/backup"
	"linnet/internal/testkit"
)

// backupTargets runs a test on a folder and on a bucket.
func backupTargets(t *testing.T, run func(t *testing.T, target backup.Target)) {
	t.Helper()
	t.Run("folder", func(t *testing.T) {
		t.Parallel()
		run(t, backup.Folder{Dir: filepath.Join(t.TempDir(), "backups")})
	})
	t.Run("bucket", func(t *testing.T) {
		t.Parallel()
		bucket, err := stores.OpenBucket(testkit.Bucket(t))
		if err != nil {
			t.Fatal(err)
		}
		run(t, backup.Bucket{Objects: bucket})
	})
}

// writeStopped writes an archive of a data folder without a running node.
func writeStopped(ctx context.Context, source config.Config, w io.Writer) error {
	return New(Deps{Config: source, Version: "test", Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)}).writeStopped(ctx, w)
}

func TestSchedule_WritesWhenDueAndPrunes(t *testing.T) {
	t.Parallel()
	backupTargets(t, func(t *testing.T, target backup.Target) {
		source := config.Config{Data: testkit.SQLiteDir(t)}
		fails := false
		schedule := func(seal backup.Seal) *Schedule {
			return NewSchedule(ScheduleDeps{
				Destination: &Destination{target, seal}, Every: time.Hour, Keep: 2, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler),
				Write: func(ctx context.Context, w io.Writer) error {
					if fails {
						return errors.New("no space")
					}
					return writeStopped(ctx, source, w)
				},
			})
		}
		b := schedule(backup.Seal{})
		now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
		at := func(after time.Duration, want int) {
			t.Helper()
			if err := b.runIfDue(t.Context(), now.Add(after)); err != nil {
				t.Fatal(err)
			}
			if got, err := List(t.Context(), target); err != nil || len(got) != want {
				t.Errorf("after %s: %d backups, want %d, %v", after, len(got), want, err)
			}
		}
		at(0, 1)
		err := target.Create(t.Context(), "linnet-notes.tar.gz",
			func(w io.Writer) error { _, err := io.WriteString(w, "notes"); return err }, func(io.Reader) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		at(59*time.Minute, 1)
		b = schedule(backup.Seal{}) // a restart
		at(59*time.Minute, 1)
		at(61*time.Minute, 2)
		fails = true
		if err := b.runIfDue(t.Context(), now.Add(3*time.Hour)); err == nil {
			t.Error("a backup that failed was not reported")
		}
		fails = false
		seal, err := backup.NewSeal(nil, "twelve letters")
		if err != nil {
			t.Fatal(err)
		}
		b = schedule(seal)
		at(3*time.Hour, 2)
		stored, err := List(t.Context(), target)
		if err != nil || !stored[0].At.Equal(now.Add(61*time.Minute)) || stored[1].Name != "linnet-20261122T130000Z.tar.gz.age" {
			t.Errorf("stored: %v, %v", stored, err)
		}
		if there, err := target.Exists(t.Context(), "linnet-notes.tar.gz"); err != nil || !there {
			t.Error("a file of another name was deleted: ", err)
		}
		checkStored(t, target, stored[0].Name, backup.Keys{})
		keys, err := backup.NewKeys("", "twelve letters")
		if err != nil {
			t.Fatal(err)
		}
		checkStored(t, target, stored[1].Name, keys)
	})
}

func checkStored(t *testing.T, target backup.Target, name string, keys backup.Keys) {
	t.Helper()
	file, err := target.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plain, err := backup.Unseal(file, keys)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Check(plain); err != nil {
		t.Error(err)
	}
}

// TestSave_LeavesNoPartOfABackup breaks a backup at its end and damages what a
// target stored.
func TestSave_LeavesNoPartOfABackup(t *testing.T) {
	t.Parallel()
	backupTargets(t, func(t *testing.T, target backup.Target) {
		if _, err := target.Names(t.Context()); err != nil { // makes the folder
			t.Fatal(err)
		}
		source := config.Config{Data: testkit.SQLiteDir(t)}
		broken := errors.New("the node was killed")
		for name, write := range map[string]func(io.Writer) error{
			"at the end": func(w io.Writer) error { return errors.Join(writeStopped(t.Context(), source, w), broken) },
			"not an archive": func(w io.Writer) error {
				_, err := io.WriteString(w, "this is no archive")
				return err
			},
			"cut": func(w io.Writer) error {
				return writeStopped(t.Context(), source, &cutWriter{w, 1000})
			},
		} {
			if m, _, err := backup.Save(t.Context(), target, "linnet.tar.gz", backup.Seal{}, write); err == nil {
				t.Errorf("%s: no error, %+v", name, m.Counts)
			}
			if names, err := target.Names(t.Context()); err != nil || len(names) > 0 {
				t.Errorf("%s: left %q, %v", name, names, err)
			}
		}
		cancelled, cancel := context.WithCancel(t.Context())
		_, _, err := backup.Save(cancelled, target, "linnet.tar.gz", backup.Seal{}, func(w io.Writer) error {
			cancel()
			return errors.Join(cancelled.Err(), writeStopped(t.Context(), source, w))
		})
		if names, listErr := target.Names(t.Context()); err == nil || listErr != nil || len(names) > 0 {
			t.Errorf("cancelled: %v, left %q", err, names)
		}
	})
}

// cutWriter drops what is beyond a number of bytes, as a broken connection that
// looks closed.
type cutWriter struct {
	w    io.Writer
	left int
}

func (c *cutWriter) Write(p []byte) (int, error) {
	n := min(len(p), c.left)
	c.left -= n
	if _, err := c.w.Write(p[:n]); err != nil {
		return 0, err
	}
	return len(p), nil
}

func TestReadKeyFile_RejectsAnEmptyFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "passphrase")
	if err := os.WriteFile(path, []byte(" \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := readKeyFile(path); err == nil {
		t.Errorf("read %q", text)
	}
}

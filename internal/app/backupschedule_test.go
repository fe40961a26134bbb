package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/infra/backup"
	"linnet/internal/testkit"
)

func TestBackupSchedule_WritesWhenDueAndPrunes(t *testing.T) {
	t.Parallel()
	source := config.Config{Data: testkit.SQLiteDir(t)}
	fails := false
	b := &backupSchedule{
		dir: filepath.Join(t.TempDir(), "backups"), every: time.Hour, keep: 2, clock: clock.System{}, log: slog.New(slog.DiscardHandler),
		write: func(ctx context.Context, w io.Writer) error {
			if fails {
				return errors.New("no space")
			}
			return backupStopped(ctx, source, w)
		},
	}
	foreign := filepath.Join(b.dir, "linnet-notes.tar.gz")
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	at := func(after time.Duration, want int) {
		t.Helper()
		if err := b.runIfDue(t.Context(), now.Add(after)); err != nil {
			t.Fatal(err)
		}
		if got, err := b.list(); err != nil || len(got) != want {
			t.Errorf("after %s: %d backups, want %d, %v", after, len(got), want, err)
		}
	}
	at(0, 1)
	if err := os.WriteFile(foreign, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	at(59*time.Minute, 1)
	at(61*time.Minute, 2)
	fails = true
	if err := b.runIfDue(t.Context(), now.Add(3*time.Hour)); err == nil {
		t.Error("a backup that failed was not reported")
	}
	fails = false
	at(3*time.Hour, 2)
	oldest, err := b.list()
	if err != nil || !oldest[0].Equal(now.Add(61*time.Minute)) {
		t.Errorf("the oldest is %v, %v", oldest, err)
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error("a file of another name was deleted: ", err)
	}
	last, err := os.Open(filepath.Join(b.dir, now.Add(3*time.Hour).Format(backupLayout)))
	if err != nil {
		t.Fatal(err)
	}
	defer last.Close()
	if _, err := backup.Check(last); err != nil {
		t.Error(err)
	}
}

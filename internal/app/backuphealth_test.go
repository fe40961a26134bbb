package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/logqueue"
	"linnet/internal/config"
	"linnet/internal/core/notify"
	"linnet/internal/edge/server"
	"linnet/internal/infra/backup"
	"linnet/internal/testkit"
)

func metric(t *testing.T, all []server.Metric, name string) float64 {
	t.Helper()
	at := slices.IndexFunc(all, func(m server.Metric) bool { return m.Name == name })
	if at < 0 {
		t.Fatalf("there is no metric %s", name)
	}
	return all[at].Read()
}

// TestBackupSchedule_TellsWhenBackupsAreOverdue fails backups for two periods, on an
// install without a backup and on one with a backup.
func TestBackupSchedule_TellsWhenBackupsAreOverdue(t *testing.T) {
	t.Parallel()
	source := config.Config{Data: testkit.SQLiteDir(t)}
	now := clock.NewManual(time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC))
	var fails error
	var told []time.Time
	b := &backupSchedule{
		target: backup.Folder{Dir: filepath.Join(t.TempDir(), "backups")}, every: time.Hour, keep: 2, clock: now,
		log: slog.New(slog.DiscardHandler),
		write: func(ctx context.Context, w io.Writer) error {
			if fails != nil {
				return fails
			}
			return backupStopped(ctx, source, w)
		},
		notify: func(_ context.Context, last time.Time) error { told = append(told, last); return nil },
	}
	round := func(after time.Duration, wantFailures float64, overdue bool) {
		t.Helper()
		now.Advance(after)
		if err := b.round(t.Context()); !errors.Is(err, fails) {
			t.Errorf("the round ended with %v", err)
		}
		if err := b.checks()[0].Run(t.Context()); (err != nil) != overdue || !b.checks()[0].Optional {
			t.Errorf("after %s the check says %v", after, err)
		}
		if got := metric(t, b.metrics(), "linnet_backup_failures_total"); got != wantFailures {
			t.Errorf("after %s: %v failures, want %v", after, got, wantFailures)
		}
	}
	begun := now.Now()
	b.health.begin(begun)
	fails = errors.New("no space")
	round(0, 1, false)
	round(2*time.Hour, 2, false)
	round(time.Minute, 3, true)
	if !slices.Equal(told, []time.Time{begun}) || !math.IsNaN(metric(t, b.metrics(), "linnet_backup_last_success_timestamp_seconds")) {
		t.Errorf("without a backup, notified of %v", told)
	}
	fails = nil
	round(time.Minute, 3, false)
	written := now.Now()
	if got := metric(t, b.metrics(), "linnet_backup_last_success_timestamp_seconds"); got != float64(written.Unix()) {
		t.Errorf("the last success is %v", got)
	}
	if got := metric(t, b.metrics(), "linnet_backup_last_size_bytes"); got < 1000 {
		t.Errorf("the size is %v", got)
	}
	fails = errors.New("no space")
	round(2*time.Hour, 4, false)
	round(time.Minute, 5, true)
	if len(told) != 2 || !told[1].Equal(written) {
		t.Errorf("notified of %v", told)
	}
	var none *backupSchedule
	if len(none.checks()) > 0 || !math.IsNaN(metric(t, none.metrics(), "linnet_backup_last_success_timestamp_seconds")) {
		t.Error("a node without a schedule has a check or a backup")
	}
}

// TestNode_NotifiesOperatorsOfMissingBackups notifies each operator once, and again after
// a week.
func TestNode_NotifiesOperatorsOfMissingBackups(t *testing.T) {
	t.Parallel()
	now := clock.NewManual(testkit.Day())
	cfg := config.Config{
		Addr: "127.0.0.1:0", Data: t.TempDir(), PublicURL: "http://" + testkit.Host, JournalSync: "second", Node: "berlin",
		BackupDir: t.TempDir(), BackupEvery: time.Hour, BackupKeep: 1,
	}
	n, err := newNode(t.Context(), cfg, clickStoreOf(cfg), Log{slog.New(slog.DiscardHandler), logqueue.New(io.Discard)}, now)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	operator := testkit.Owner(t, n.parts.records) // the first account is an operator
	last := now.Now()
	want := func(after time.Duration, notices int) {
		t.Helper()
		now.Advance(after)
		if err := n.parts.backups.notify(t.Context(), last); err != nil {
			t.Fatal(err)
		}
		page, err := n.parts.services.notices.List(t.Context(), operator, notify.Filter{})
		if err != nil || len(page.Items) != notices || !strings.Contains(page.Items[0].Title()+page.Items[0].Message(), "berlin") ||
			!strings.Contains(page.Items[0].Message(), "20 Nov 2026, 12:00 UTC") {
			t.Errorf("after %s the notifications are %+v, %v", after, page.Items, err)
		}
	}
	want(3*time.Hour, 1)
	want(time.Hour, 1)
	want(7*24*time.Hour, 2)
	if got := stateOf(t, n, "backups"); got != healthy {
		t.Errorf("the check says %s before the schedule began", got)
	}
}

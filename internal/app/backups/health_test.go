package backups

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/config"
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

// TestSchedule_TellsWhenBackupsAreOverdue fails backups for two periods, on an
// install without a backup and on one with a backup.
func TestSchedule_TellsWhenBackupsAreOverdue(t *testing.T) {
	t.Parallel()
	source := config.Config{Data: testkit.SQLiteDir(t)}
	now := clock.NewManual(time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC))
	var fails error
	var told []time.Time
	b := NewSchedule(ScheduleDeps{
		Destination: &Destination{target: backup.Folder{Dir: filepath.Join(t.TempDir(), "backups")}}, Every: time.Hour, Keep: 2, Clock: now,
		Log: slog.New(slog.DiscardHandler),
		Write: func(ctx context.Context, w io.Writer) error {
			if fails != nil {
				return fails
			}
			return writeStopped(ctx, source, w)
		},
		Notify: func(_ context.Context, last time.Time) error { told = append(told, last); return nil },
	})
	round := func(after time.Duration, wantFailures float64, overdue bool) {
		t.Helper()
		now.Advance(after)
		if err := b.round(t.Context()); !errors.Is(err, fails) {
			t.Errorf("the round ended with %v", err)
		}
		if err := b.Checks()[0].Run(t.Context()); (err != nil) != overdue || !b.Checks()[0].Optional {
			t.Errorf("after %s the check says %v", after, err)
		}
		if got := metric(t, b.Metrics(), "linnet_backup_failures_total"); got != wantFailures {
			t.Errorf("after %s: %v failures, want %v", after, got, wantFailures)
		}
	}
	begun := now.Now()
	b.health.begin(begun)
	fails = errors.New("no space")
	round(0, 1, false)
	round(2*time.Hour, 2, false)
	round(time.Minute, 3, true)
	if !slices.Equal(told, []time.Time{begun}) || !math.IsNaN(metric(t, b.Metrics(), "linnet_backup_last_success_timestamp_seconds")) {
		t.Errorf("without a backup, notified of %v", told)
	}
	fails = nil
	round(time.Minute, 3, false)
	written := now.Now()
	if got := metric(t, b.Metrics(), "linnet_backup_last_success_timestamp_seconds"); got != float64(written.Unix()) {
		t.Errorf("the last success is %v", got)
	}
	if got := metric(t, b.Metrics(), "linnet_backup_last_size_bytes"); got < 1000 {
		t.Errorf("the size is %v", got)
	}
	fails = errors.New("no space")
	round(2*time.Hour, 4, false)
	round(time.Minute, 5, true)
	if len(told) != 2 || !told[1].Equal(written) {
		t.Errorf("notified of %v", told)
	}
	var none *Schedule
	if len(none.Checks()) > 0 || !math.IsNaN(metric(t, none.Metrics(), "linnet_backup_last_success_timestamp_seconds")) {
		t.Error("a node without a schedule has a check or a backup")
	}
}

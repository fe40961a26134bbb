package app

import (
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"linnet/internal/app/control"
	"linnet/internal/base/clock"
	"linnet/internal/base/logqueue"
	"linnet/internal/config"
	"linnet/internal/core/notify"
	"linnet/internal/testkit"
)

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
		if err := notifyBackups(n.parts.records, n.parts.services.notices, nodeName(n.cfg))(t.Context(), last); err != nil {
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
	if got := stateOf(t, n, "backups"); got != control.Healthy {
		t.Errorf("the check says %s before the schedule began", got)
	}
}

package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"linnet/internal/app/control"
	"linnet/internal/app/doctor"
	"linnet/internal/base/clock"
	"linnet/internal/base/logqueue"
	"linnet/internal/config"
	"linnet/internal/testkit"
)

// shiftedClock is the clock of a machine that is wrong.
type shiftedClock struct{ by time.Duration }

func (c shiftedClock) Now() time.Time { return clock.System{}.Now().Add(c.by) }

// TestClockWatch_ReportsAWrongClock runs on a database, as the other clock.
func TestClockWatch_ReportsAWrongClock(t *testing.T) {
	t.Parallel()
	url := testkit.MigratedPostgres(t)
	for name, c := range map[string]struct {
		by   time.Duration
		want string
	}{
		"right":  {0, ""},
		"ahead":  {10 * time.Minute, "10m0s ahead of PostgreSQL"},
		"behind": {-10 * time.Minute, "10m0s behind PostgreSQL"},
	} {
		cfg := config.Config{
			Addr: "127.0.0.1:0", Data: t.TempDir(), PublicURL: "http://" + testkit.Host, JournalSync: "second", DatabaseURL: url,
			SecretKey: "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2U=",
		}
		n, err := newNode(t.Context(), cfg, clickStoreOf(cfg), Log{slog.New(slog.DiscardHandler), logqueue.New(io.Discard)}, shiftedClock{c.by})
		if err != nil {
			t.Fatal(err)
		}
		if got := n.parts.clocks.metrics()[0].Read(); !math.IsNaN(got) {
			t.Errorf("%s: the skew is %v before it was measured", name, got)
		}
		if err := n.parts.clocks.compare(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := -n.parts.clocks.metrics()[0].Read() - c.by.Seconds(); math.Abs(got) > 5 {
			t.Errorf("%s: the measured skew differs by %v s", name, got)
		}
		if got := stateOf(t, n, "clock"); c.want == "" && got != control.Healthy || !strings.Contains(got, c.want) {
			t.Errorf("%s: the check says %q", name, got)
		}
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	}
}

// stateOf returns the state of an optional check.
func stateOf(t *testing.T, n *Node, check string) string {
	t.Helper()
	for _, c := range checks(n.parts, testkit.Host, n.cfg.Data, clock.System{}) {
		if c.Name != check {
			continue
		}
		if !c.Optional {
			t.Errorf("the check %s makes the node unready", check)
		}
		if err := c.Run(t.Context()); err != nil {
			return err.Error()
		}
		return control.Healthy
	}
	t.Fatalf("there is no check %s", check)
	return ""
}

// TestClockWatch_IgnoresWhatItCannotMeasure retains the last result.
func TestClockWatch_IgnoresWhatItCannotMeasure(t *testing.T) {
	t.Parallel()
	here := clock.NewManual(testkit.Day())
	var down error
	takes, offset := time.Duration(0), 40*time.Second
	w := &clockWatch{clock: here, log: slog.New(slog.DiscardHandler), serverTime: func(context.Context) (time.Time, error) {
		here.Advance(takes / 2)
		at := here.Now().Add(offset)
		here.Advance(takes / 2)
		return at, down
	}}
	measure := func(want time.Duration) {
		t.Helper()
		if err := w.compare(t.Context()); !errors.Is(err, down) {
			t.Fatal(err)
		}
		if w.skew.By != want || (w.check(t.Context()) != nil) != (want > doctor.MaxSkew) {
			t.Errorf("the skew is %s, want %s: %v", w.skew.By, want, w.check(t.Context()))
		}
	}
	measure(40 * time.Second)
	takes, offset = 10*time.Second, 31*time.Second
	measure(31 * time.Second)
	takes, offset = 2*doctor.MaxSkew, 0
	measure(31 * time.Second)
	takes, down = 0, errors.New("away")
	measure(31 * time.Second)
	down = nil
	measure(0)
}

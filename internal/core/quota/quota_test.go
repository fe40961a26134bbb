package quota_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/quota"
	"linnet/internal/core/visitor"
)

// counts is a click store of one workspace.
type counts struct {
	clicks int64
	since  time.Time
	reads  int
	err    error
}

func (c *counts) count(_ context.Context, _ string, since time.Time) (int64, error) {
	c.reads++
	c.since = since
	return c.clicks, c.err
}

type usage struct{ used, limit int }

func newMeter(c *counts, limit int) (*quota.Meter, *clock.Manual, *[]usage) {
	clock, told := clock.NewManual(time.Date(2026, 11, 30, 23, 59, 0, 0, time.UTC)), &[]usage{}
	return quota.New(quota.Deps{
		Count: c.count,
		Limit: func(context.Context, string) (int, error) { return limit, nil },
		Notify: func(_ context.Context, _ string, used, limit int) error {
			*told = append(*told, usage{used, limit})
			return nil
		},
		Activity: quota.NewActivity(), Clock: clock, Log: slog.New(slog.DiscardHandler),
	}), clock, told
}

func TestMeter_Room(t *testing.T) {
	t.Parallel()
	c := &counts{clicks: 4_999}
	m, clock, _ := newMeter(c, 5_000)
	if err := m.Room(t.Context(), "wsp_1"); err != nil {
		t.Errorf("below the limit: %v", err)
	}
	c.clicks = 5_000
	clock.Advance(2 * time.Second)
	if err := m.Room(t.Context(), "wsp_1"); !fault.Is(err, fault.LimitReached) || !strings.Contains(err.Error(), "5,000 clicks") {
		t.Errorf("at the limit: %v", err)
	} else if f, ok := errors.AsType[*fault.Error](err); !ok || *f.Quota != (fault.Quota{Name: "clicksPerMonth", Used: 5_000, Limit: 5_000}) {
		t.Errorf("quota %+v", f)
	}
	c.clicks = 0
	clock.Advance(time.Minute) // the month ends
	if err := m.Room(t.Context(), "wsp_1"); err != nil || c.since.Month() != time.December {
		t.Errorf("in the next month: %v, counted since %v", err, c.since)
	}
	for range 10 {
		_ = m.Room(t.Context(), "wsp_1")
	}
	if c.reads != 3 {
		t.Errorf("clicks were counted %d times", c.reads)
	}
}

func TestMeter_RoomWithoutLimitOrClickStore(t *testing.T) {
	t.Parallel()
	for limit, err := range map[int]error{0: nil, 5_000: errors.New("no click store")} {
		m, _, _ := newMeter(&counts{clicks: 1 << 40, err: err}, limit)
		if err := m.Room(t.Context(), "wsp_1"); err != nil {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
}

type sink struct{ click.Sink }

func (sink) Append(context.Context, click.Batch) error { return nil }

func TestMeter_TellsNearTheLimitAndAtIt(t *testing.T) {
	t.Parallel()
	number, _ := ident.Number(ident.New(ident.Workspace))
	for clicks, want := range map[int64]int{79: 0, 80: 1, 100: 1, 250: 1} {
		m, _, told := newMeter(&counts{clicks: clicks}, 100)
		m.Check(t.Context())
		if len(*told) != 0 {
			t.Error("told without a click")
		}
		batch := click.Batch{Clicks: []click.Click{
			{WorkspaceID: number, LinkID: 1, Outcome: visitor.Redirected}, {WorkspaceID: number, LinkID: 1, Outcome: visitor.Redirected},
		}}
		if err := m.Activity.Watch(sink{}).Append(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
		m.Check(t.Context())
		m.Check(t.Context())
		if len(*told) != want || want == 1 && (*told)[0] != (usage{int(clicks), 100}) {
			t.Errorf("%d clicks: told %v", clicks, *told)
		}
	}
}

func TestExhausted(t *testing.T) {
	t.Parallel()
	tenth := time.Date(2026, 11, 11, 0, 0, 0, 0, time.UTC) // after ten days
	for name, c := range map[string]struct {
		used, limit int64
		now, want   time.Time
	}{
		"half after ten days":     {2_500, 5_000, tenth, time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)},
		"not this month":          {1_000, 5_000, tenth, time.Time{}},
		"not within 292 years":    {46, 1_000_000, tenth, time.Time{}},
		"used up":                 {5_000, 5_000, tenth, time.Time{}},
		"no limit":                {5_000, 0, tenth, time.Time{}},
		"no clicks":               {0, 5_000, tenth, time.Time{}},
		"an hour after the start": {4_000, 5_000, time.Date(2026, 11, 1, 1, 0, 0, 0, time.UTC), time.Time{}},
	} {
		if got := quota.Exhausted(c.used, c.limit, c.now); !got.Equal(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

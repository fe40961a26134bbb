// Package quota compares a workspace's clicks of the month with its plan. Links
// always work and every click is counted; above the limit nothing new can be
// created until the month (of UTC) ends or the plan changes.
package quota

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/click"
)

const (
	countFor   = 2 * time.Second // a count is reused
	checkEvery = time.Minute     // workspaces with new clicks are compared
	maxCounts  = 50_000          // workspaces whose count is cached
	minPace    = 24 * time.Hour  // of the month before a projection
	// NearPercent is the usage from which managers are notified.
	NearPercent = 80
)

// Deps are the dependencies of a Meter.
type Deps struct {
	// Count returns the human clicks of the workspace since a moment.
	Count func(ctx context.Context, workspaceID string, since time.Time) (int64, error)
	// Limit returns the workspace's clicks a month; 0: any number.
	Limit func(ctx context.Context, workspaceID string) (int, error)
	// Notify notifies the workspace's managers that used of limit clicks are used:
	// each once a month for NearPercent and for all of them.
	Notify   func(ctx context.Context, workspaceID string, used, limit int) error
	Activity *Activity
	Clock    clock.Clock
	Log      *slog.Logger
}

// Meter counts the month's clicks. It is safe for concurrent use.
type Meter struct {
	Deps
	mu     sync.Mutex
	counts map[string]count
}

type count struct {
	clicks int64
	at     time.Time
}

// New returns a meter. Run notifies managers.
func New(d Deps) *Meter {
	return &Meter{Deps: d, counts: map[string]count{}}
}

// Room returns nil while the workspace has clicks left this month, LimitReached
// otherwise, and nil when the clicks cannot be counted.
func (m *Meter) Room(ctx context.Context, workspaceID string) error {
	limit, err := m.Limit(ctx, workspaceID)
	if err != nil || limit == 0 {
		return err
	}
	used, err := m.used(ctx, workspaceID)
	if err != nil {
		m.Log.WarnContext(ctx, "counting the month's clicks failed", "workspace", workspaceID, "err", err)
		return nil
	}
	if used < int64(limit) {
		return nil
	}
	return fault.New(fault.LimitReached, message.NewPrinter(language.English).Sprintf(
		"This month's %d clicks are used up. Your links keep working. To create new ones, wait until next month or upgrade the plan.", limit)).
		Exceeds("clicksPerMonth", used, int64(limit))
}

// used returns the month's clicks, at most countFor old.
func (m *Meter) used(ctx context.Context, workspaceID string) (int64, error) {
	now := m.Clock.Now().UTC()
	start := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	m.mu.Lock()
	cached, ok := m.counts[workspaceID]
	m.mu.Unlock()
	if ok && now.Sub(cached.at) < countFor && !cached.at.Before(start) {
		return cached.clicks, nil
	}
	clicks, err := m.Count(ctx, workspaceID, start)
	if err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.counts) >= maxCounts {
		clear(m.counts)
	}
	m.counts[workspaceID] = count{clicks, now}
	return clicks, nil
}

// Exhausted returns when the limit of the month's clicks will be reached at the
// pace of the month (of UTC) so far. It is zero when that is not in this month, is
// past, or cannot be projected yet.
func Exhausted(used, limit int64, now time.Time) time.Time {
	now = now.UTC()
	start := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	elapsed := now.Sub(start)
	if limit <= 0 || used <= 0 || used >= limit || elapsed < minPace {
		return time.Time{}
	}
	// A float, because the duration overflows at a slow pace.
	after := float64(elapsed) * float64(limit) / float64(used)
	if after >= float64(start.AddDate(0, 1, 0).Sub(start)) {
		return time.Time{}
	}
	return start.Add(time.Duration(after))
}

// Activity is the set of workspaces with human clicks since the last check.
type Activity struct {
	mu      sync.Mutex
	numbers map[uint64]bool
}

// NewActivity returns an empty set.
func NewActivity() *Activity { return &Activity{numbers: map[uint64]bool{}} }

// Watch returns a sink that stores batches in sink and adds their workspaces.
func (a *Activity) Watch(sink click.Sink) click.Sink { return watched{Sink: sink, activity: a} }

func (a *Activity) take() map[uint64]bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	taken := a.numbers
	a.numbers = map[uint64]bool{}
	return taken
}

type watched struct {
	click.Sink
	activity *Activity
}

// Append stores the batch, then adds its workspaces.
func (w watched) Append(ctx context.Context, batch click.Batch) error {
	if err := w.Sink.Append(ctx, batch); err != nil {
		return err
	}
	w.activity.mu.Lock()
	defer w.activity.mu.Unlock()
	for i := range batch.Clicks {
		if c := &batch.Clicks[i]; c.Counts() {
			w.activity.numbers[c.WorkspaceID] = true
		}
	}
	return nil
}

// Run checks the workspaces with new clicks each minute, until ctx ends.
func (m *Meter) Run(ctx context.Context) {
	loop.Task{
		Name:  "click quota check",
		Every: checkEvery,
		Delay: checkEvery,
		Log:   m.Log,
		Do: func(ctx context.Context) error {
			m.Check(ctx)
			return nil
		},
	}.Run(ctx)
}

// Check compares the workspaces with new clicks with their plans.
func (m *Meter) Check(ctx context.Context) {
	for number := range m.Activity.take() {
		id := ident.Text(ident.Workspace, number)
		if err := m.check(ctx, id); err != nil && ctx.Err() == nil {
			m.Log.WarnContext(ctx, "comparing clicks with the plan failed", "workspace", id, "err", err)
		}
	}
}

func (m *Meter) check(ctx context.Context, workspaceID string) error {
	limit, err := m.Limit(ctx, workspaceID)
	if err != nil || limit == 0 {
		return err
	}
	used, err := m.used(ctx, workspaceID)
	if err != nil || used*100 < int64(limit)*NearPercent {
		return err
	}
	if err := m.Notify(ctx, workspaceID, int(used), limit); err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	return nil
}

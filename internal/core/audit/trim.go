package audit

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/loop"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
)

const (
	trimEvery = 10 * time.Minute
	// countBatch bounds the events that one transaction counts, trimBatch those whose
	// contents one transaction erases.
	countBatch = 10_000
	trimBatch  = 1_000
	// minLimit is the lowest limit of a plan in bytes: the logs of workspaces below it are
	// not looked at.
	minLimit = 1 << 20
	trimPage = 200 // workspaces of one query
)

// Size is the size of the contents of a workspace's events without the versions of links.
type Size struct {
	WorkspaceID string
	Bytes       int64
	// Trimming is true when an earlier run erased contents and has not reached its target.
	Trimming bool
}

// TrimmerDeps are the dependencies of a Trimmer.
type TrimmerDeps struct {
	Store  Store
	Limits plan.LimitsOf
	Leader *loop.Leader // nil: there is one node
	Clock  clock.Clock
	Log    *slog.Logger
}

// Trimmer bounds the contents of each workspace's events by the storage of its plan. The
// versions of links have their own bound.
type Trimmer struct{ deps TrimmerDeps }

// NewTrimmer returns a Trimmer. Run does its work.
func NewTrimmer(d TrimmerDeps) *Trimmer { return &Trimmer{d} }

// Run trims every 10 minutes until ctx ends.
func (t *Trimmer) Run(ctx context.Context) {
	loop.Task{
		Name:   "audit log trim",
		Every:  trimEvery,
		Delay:  time.Minute,
		Leader: t.deps.Leader,
		Log:    t.deps.Log,
		Do:     t.Trim,
	}.Run(ctx)
}

// Trim counts the events since the last run, and erases the oldest contents of each
// workspace above its limit until 90% of the limit is left. An interrupted run is continued by
// the next one.
func (t *Trimmer) Trim(ctx context.Context) error {
	for more := true; more; {
		var err error
		if more, err = t.deps.Store.CountEventBytes(ctx, countBatch); err != nil {
			return fmt.Errorf("count the events: %w", err)
		}
	}
	for after := ""; ; {
		sizes, err := t.deps.Store.EventBytes(ctx, minLimit, after, trimPage)
		if err != nil {
			return fmt.Errorf("list the sizes of events: %w", err)
		}
		for _, size := range sizes {
			if err := t.trim(ctx, size); err != nil {
				return fmt.Errorf("trim the events of %s: %w", size.WorkspaceID, err)
			}
			after = size.WorkspaceID
		}
		if len(sizes) < trimPage {
			return nil
		}
	}
}

func (t *Trimmer) trim(ctx context.Context, size Size) error {
	limits, err := t.deps.Limits(ctx, size.WorkspaceID)
	limit := limits.Storage
	if err != nil || limit == 0 || size.Bytes <= limit && !size.Trimming {
		return err
	}
	// Contents are also erased otherwise, which the size does not include.
	if size, err = t.deps.Store.RecountEventBytes(ctx, size.WorkspaceID, limit); err != nil || !size.Trimming {
		return err
	}
	newEvent := func(trimmed event.AuditTrim) event.Event {
		return event.New(event.Actor{}, event.AuditTrimmed, size.WorkspaceID, size.WorkspaceID, trimmed, t.deps.Clock.Now())
	}
	for more := true; more; {
		if more, err = t.deps.Store.TrimEvents(ctx, size.WorkspaceID, limit/10*9, trimBatch, newEvent); err != nil {
			return err
		}
	}
	return nil
}

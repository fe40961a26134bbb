package backups

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/loop"
	"linnet/internal/infra/backup"
)

// nameLayout is the name of a scheduled backup that was begun at a moment in UTC.
// Encrypted ones also have backup.SealedSuffix.
const nameLayout = backup.NamePrefix + "20060102T150405Z.tar.gz"

// poll is how often the schedule compares the clock with the newest
// backup; a failed backup is repeated after retryAfter.
const (
	poll       = time.Minute
	retryAfter = 15 * time.Minute
)

// ScheduleDeps are the dependencies of a Schedule.
type ScheduleDeps struct {
	Destination *Destination
	Every       time.Duration
	Keep        int // the number of backups that are retained
	Write       func(context.Context, io.Writer) error
	// Notify notifies the operators that backups are overdue. last is the time of the
	// last one, or of the start if there is none.
	Notify func(ctx context.Context, last time.Time) error
	Clock  clock.Clock
	Log    *slog.Logger
}

// Schedule writes backups to a target and deletes the oldest of them. A nil *Schedule
// writes none.
type Schedule struct {
	deps   ScheduleDeps
	target backup.Target
	seal   backup.Seal
	health health
}

// NewSchedule returns a schedule, nil without a destination.
func NewSchedule(d ScheduleDeps) *Schedule {
	if d.Destination == nil {
		return nil
	}
	return &Schedule{deps: d, target: d.Destination.target, seal: d.Destination.seal}
}

// Run writes backups when they are due, until ctx ends.
func (b *Schedule) Run(ctx context.Context) {
	if b == nil {
		return
	}
	b.health.begin(b.deps.Clock.Now())
	loop.Task{
		Name:  "scheduled backup",
		Every: poll,
		Retry: retryAfter,
		Log:   b.deps.Log.With("target", b.target.Path("")),
		Do:    b.round,
	}.Run(ctx)
}

// round writes a backup if one is due, and notifies the operators if it is overdue.
func (b *Schedule) round(ctx context.Context) error {
	err := b.runIfDue(ctx, b.deps.Clock.Now())
	if err != nil && ctx.Err() == nil {
		b.health.failed()
	}
	if last, overdue := b.overdue(); overdue {
		err = errors.Join(err, b.deps.Notify(ctx, last))
	}
	return err
}

// overdue reports whether a backup is overdue. last is as for ScheduleDeps.Notify.
func (b *Schedule) overdue() (last time.Time, overdue bool) {
	newest, began := b.health.times()
	if last = newest; last.IsZero() {
		last = began
	}
	return last, !last.IsZero() && Overdue(b.deps.Clock.Now().Sub(last), b.deps.Every)
}

// check is the readiness check of the schedule.
func (b *Schedule) check(context.Context) error {
	if last, overdue := b.overdue(); overdue {
		return fmt.Errorf("no scheduled backup was written to %s since %s, and one is due every %s; the log gives the reason",
			b.target.Path(""), last.UTC().Format(time.RFC3339), b.deps.Every)
	}
	return nil
}

// Overdue reports whether two backups are missing when the newest one has that age.
func Overdue(age, every time.Duration) bool { return age > 2*every }

// runIfDue writes a backup when the newest one is at least ScheduleDeps.Every old, or lies
// in the future because the clock was wrong. It lists the target only when a backup
// may be due: each list of a bucket is a request that the service may charge.
func (b *Schedule) runIfDue(ctx context.Context, now time.Time) error {
	if newest, _ := b.health.times(); !newest.IsZero() && !b.due(newest, now) {
		return nil
	}
	existing, err := List(ctx, b.target)
	if err != nil {
		return err
	}
	if n := len(existing); n > 0 {
		newest := existing[n-1].At
		if b.health.found(newest); !b.due(newest, now) {
			return nil
		}
	}
	name := nameAt(now, b.seal)
	m, size, err := backup.Save(ctx, b.target, name, b.seal, func(w io.Writer) error { return b.deps.Write(ctx, w) })
	if err != nil {
		return err
	}
	b.health.wrote(now, size)
	b.deps.Log.InfoContext(ctx, "scheduled backup written", "file", name, "bytes", size, "links", m.Counts.Links, "clicks", m.Counts.Clicks)
	return b.prune(ctx)
}

func (b *Schedule) due(newest, now time.Time) bool {
	age := now.Sub(newest)
	return age < 0 || age >= b.deps.Every
}

// Stored is a complete scheduled backup.
type Stored struct {
	Name string
	At   time.Time
}

// List returns the complete backups of a target, the oldest first. It
// ignores every other name.
func List(ctx context.Context, target backup.Target) ([]Stored, error) {
	names, err := target.Names(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the backups: %w", err)
	}
	var found []Stored
	for _, name := range names {
		if at, err := time.Parse(nameLayout, strings.TrimSuffix(name, backup.SealedSuffix)); err == nil {
			found = append(found, Stored{name, at})
		}
	}
	slices.SortFunc(found, func(a, b Stored) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Name, b.Name)) })
	return found, nil
}

// prune deletes the oldest backups beyond the retained number.
func (b *Schedule) prune(ctx context.Context) error {
	stored, err := List(ctx, b.target)
	if err != nil {
		return err
	}
	for ; len(stored) > b.deps.Keep; stored = stored[1:] {
		if err := b.target.Remove(ctx, stored[0].Name); err != nil {
			return fmt.Errorf("delete an old backup: %w", err)
		}
		b.deps.Log.InfoContext(ctx, "old backup deleted", "file", stored[0].Name)
	}
	return nil
}

package app

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

// backupLayout is the name of a scheduled backup that was begun at a moment in UTC.
// Encrypted ones also have backup.SealedSuffix.
const backupLayout = backup.NamePrefix + "20060102T150405Z.tar.gz"

// backupPoll is how often the schedule compares the clock with the newest
// backup; a failed backup is repeated after backupRetry.
const (
	backupPoll  = time.Minute
	backupRetry = 15 * time.Minute
)

// backupSchedule writes backups to a target and deletes the oldest of them.
type backupSchedule struct {
	target backup.Target
	every  time.Duration
	keep   int
	seal   backup.Seal
	write  func(context.Context, io.Writer) error
	// notify tells the operators that backups are overdue. last is the time of the last
	// one, or of the start if there is none.
	notify func(ctx context.Context, last time.Time) error
	clock  clock.Clock
	log    *slog.Logger
	health backupHealth
}

// Run writes backups when they are due, until ctx ends.
func (b *backupSchedule) Run(ctx context.Context) {
	b.health.begin(b.clock.Now())
	loop.Task{
		Name:  "scheduled backup",
		Every: backupPoll,
		Retry: backupRetry,
		Log:   b.log.With("target", b.target.Path("")),
		Do:    b.round,
	}.Run(ctx)
}

// round writes a backup if one is due, and notifies the operators if it is overdue.
func (b *backupSchedule) round(ctx context.Context) error {
	err := b.runIfDue(ctx, b.clock.Now())
	if err != nil && ctx.Err() == nil {
		b.health.failed()
	}
	if last, overdue := b.overdue(); overdue {
		err = errors.Join(err, b.notify(ctx, last))
	}
	return err
}

// overdue reports whether a backup is overdue. last is as for notify.
func (b *backupSchedule) overdue() (last time.Time, overdue bool) {
	newest, began := b.health.times()
	if last = newest; last.IsZero() {
		last = began
	}
	return last, !last.IsZero() && backupOverdue(b.clock.Now().Sub(last), b.every)
}

// check is the readiness check of the schedule.
func (b *backupSchedule) check(context.Context) error {
	if last, overdue := b.overdue(); overdue {
		return fmt.Errorf("no scheduled backup was written to %s since %s, and one is due every %s; the log gives the reason",
			b.target.Path(""), last.UTC().Format(time.RFC3339), b.every)
	}
	return nil
}

// backupOverdue reports whether two backups are missing when the newest one has that age.
func backupOverdue(age, every time.Duration) bool { return age > 2*every }

// runIfDue writes a backup when the newest one is at least b.every old, or lies
// in the future because the clock was wrong. It lists the target only when a backup
// may be due: each list of a bucket is a request that the service may charge.
func (b *backupSchedule) runIfDue(ctx context.Context, now time.Time) error {
	if newest, _ := b.health.times(); !newest.IsZero() && !b.due(newest, now) {
		return nil
	}
	existing, err := storedBackups(ctx, b.target)
	if err != nil {
		return err
	}
	if n := len(existing); n > 0 {
		newest := existing[n-1].at
		if b.health.found(newest); !b.due(newest, now) {
			return nil
		}
	}
	name := backupName(now, b.seal)
	m, size, err := backup.Save(ctx, b.target, name, b.seal, func(w io.Writer) error { return b.write(ctx, w) })
	if err != nil {
		return err
	}
	b.health.wrote(now, size)
	b.log.InfoContext(ctx, "scheduled backup written", "file", name, "bytes", size, "links", m.Counts.Links, "clicks", m.Counts.Clicks)
	return b.prune(ctx)
}

func (b *backupSchedule) due(newest, now time.Time) bool {
	age := now.Sub(newest)
	return age < 0 || age >= b.every
}

// storedBackup is a complete scheduled backup.
type storedBackup struct {
	name string
	at   time.Time
}

// storedBackups returns the complete backups of a target, the oldest first. It
// ignores every other name.
func storedBackups(ctx context.Context, target backup.Target) ([]storedBackup, error) {
	names, err := target.Names(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the backups: %w", err)
	}
	var found []storedBackup
	for _, name := range names {
		if at, err := time.Parse(backupLayout, strings.TrimSuffix(name, backup.SealedSuffix)); err == nil {
			found = append(found, storedBackup{name, at})
		}
	}
	slices.SortFunc(found, func(a, b storedBackup) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.name, b.name)) })
	return found, nil
}

// prune deletes the oldest backups beyond the retained number.
func (b *backupSchedule) prune(ctx context.Context) error {
	stored, err := storedBackups(ctx, b.target)
	if err != nil {
		return err
	}
	for ; len(stored) > b.keep; stored = stored[1:] {
		if err := b.target.Remove(ctx, stored[0].name); err != nil {
			return fmt.Errorf("delete an old backup: %w", err)
		}
		b.log.InfoContext(ctx, "old backup deleted", "file", stored[0].name)
	}
	return nil
}

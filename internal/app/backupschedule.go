package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/loop"
)

// backupLayout names a scheduled backup after the moment it was begun, in UTC.
const backupLayout = "linnet-20060102T150405Z.tar.gz"

// backupPoll is how often the schedule compares the clock with the newest
// backup; a failed backup is repeated after backupRetry.
const (
	backupPoll  = time.Minute
	backupRetry = 15 * time.Minute
)

// backupSchedule writes backups into a folder and deletes the oldest of them.
type backupSchedule struct {
	dir   string
	every time.Duration
	keep  int
	write func(context.Context, io.Writer) error
	clock clock.Clock
	log   *slog.Logger
}

// Run writes backups when they are due, until ctx ends.
func (b *backupSchedule) Run(ctx context.Context) {
	loop.Task{
		Name:  "scheduled backup",
		Every: backupPoll,
		Retry: backupRetry,
		Log:   b.log.With("dir", b.dir),
		Do: func(ctx context.Context) error {
			return b.runIfDue(ctx, b.clock.Now())
		},
	}.Run(
		ctx,
	)
}

// runIfDue writes a backup when the newest one is at least b.every old, or lies
// in the future because the clock was wrong.
func (b *backupSchedule) runIfDue(ctx context.Context, now time.Time) error {
	if err := os.MkdirAll(b.dir, 0o700); err != nil {
		return fmt.Errorf("make the backup folder: %w", err)
	}
	existing, err := b.list()
	if err != nil {
		return err
	}
	if n := len(existing); n > 0 {
		age := now.Sub(existing[n-1])
		if age >= 0 && age < b.every {
			return nil
		}
	}
	if err := b.removeParts(); err != nil {
		return err
	}
	name := now.UTC().Format(backupLayout)
	m, err := saveBackup(filepath.Join(b.dir, name), func(w io.Writer) error { return b.write(ctx, w) })
	if err != nil {
		return err
	}
	b.log.InfoContext(ctx, "scheduled backup written", "file", name, "links", m.Counts.Links, "clicks", m.Counts.Clicks)
	return b.prune(ctx)
}

// list returns the moments of the complete backups, the oldest first. It
// ignores every other file.
func (b *backupSchedule) list() (moments []time.Time, err error) {
	entries, err := os.ReadDir(b.dir)
	if err != nil {
		return nil, fmt.Errorf("read the backup folder: %w", err)
	}
	for _, e := range entries {
		if at, err := time.Parse(backupLayout, e.Name()); err == nil && e.Type().IsRegular() {
			moments = append(moments, at)
		}
	}
	slices.SortFunc(moments, time.Time.Compare)
	return moments, nil
}

// prune deletes the oldest backups beyond the retained number.
func (b *backupSchedule) prune(ctx context.Context) error {
	moments, err := b.list()
	if err != nil {
		return err
	}
	for len(moments) > b.keep {
		name := moments[0].Format(backupLayout)
		if err := os.Remove(filepath.Join(b.dir, name)); err != nil {
			return fmt.Errorf("delete an old backup: %w", err)
		}
		b.log.InfoContext(ctx, "old backup deleted", "file", name)
		moments = moments[1:]
	}
	return nil
}

// removeParts removes incomplete backups that a killed process left.
func (b *backupSchedule) removeParts() error {
	parts, err := filepath.Glob(filepath.Join(b.dir, "linnet-*"+partSuffix))
	for _, part := range parts {
		err = errors.Join(err, os.Remove(part))
	}
	return err
}

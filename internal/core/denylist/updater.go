package denylist

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
)

// Updater downloads deny-lists.
type Updater struct {
	store   Store
	fetcher Fetcher
	clock   clock.Clock
	log     *slog.Logger
}

// NewUpdater returns an updater.
func NewUpdater(store Store, fetcher Fetcher, clock clock.Clock, log *slog.Logger) *Updater {
	return &Updater{store: store, fetcher: fetcher, clock: clock, log: log}
}

// First downloads a list that is not stored yet. It returns the list with the
// result, its keys, and an Invalid fault at "url" if it cannot be used.
func (u *Updater) First(ctx context.Context, f Feed) (Feed, []uint64, error) {
	room, err := u.room(ctx, f)
	if err != nil {
		return f, nil, err
	}
	next, keys, err := u.download(ctx, f, room, false)
	if err != nil {
		return f, nil, fault.Wrap(err, fault.Invalid, sentenceOf(err)).At("url")
	}
	next.NextAt = u.nextAt()
	return next, keys, nil
}

// Update downloads a list and stores the result, also that of a failure: the copy
// in use then stays. It returns an error only if that cannot be stored. acceptShrink
// accepts a copy that has lost most of its entries.
func (u *Updater) Update(ctx context.Context, f Feed, acceptShrink bool) (Feed, error) {
	room, err := u.room(ctx, f)
	if err != nil {
		return f, err
	}
	next, keys, err := u.download(ctx, f, room, acceptShrink)
	if ctx.Err() != nil {
		return f, ctx.Err()
	}
	if err != nil {
		next = f
		next.CheckedAt, next.Error, next.NextAt = u.clock.Now(), sentenceOf(err), u.clock.Now().Add(feedRetry)
		u.log.WarnContext(ctx, "deny-list not updated", "list", f.ID, "err", err)
		return next, u.store.StoreFeedCheck(ctx, next, nil)
	}
	next.NextAt = u.nextAt()
	if keys != nil {
		next.Generation++
		u.log.InfoContext(ctx, "deny-list updated", "list", f.ID, "entries", next.Entries, "skipped", next.Skipped)
	}
	return next, u.store.StoreFeedCheck(ctx, next, keys)
}

// UpdateDue updates the lists whose time has come.
func (u *Updater) UpdateDue(ctx context.Context) error {
	all, err := u.store.Feeds(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, f := range all {
		if f.Paused || f.NextAt.After(u.clock.Now()) {
			continue
		}
		if _, err := u.Update(ctx, f, false); err != nil && !fault.Is(err, fault.NotFound) { // deleted meanwhile
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// room returns the number of entries that a list may have beside the others.
func (u *Updater) room(ctx context.Context, f Feed) (int, error) {
	all, err := u.store.Feeds(ctx)
	room := MaxFeedEntries
	for _, other := range all {
		if other.ID != f.ID {
			room -= other.Entries
		}
	}
	return max(room, 0), err
}

// download returns the list as it is to be stored, and the keys of a new copy; nil:
// the copy in use is current.
func (u *Updater) download(ctx context.Context, f Feed, room int, acceptShrink bool) (Feed, []uint64, error) {
	got, err := u.fetcher.Fetch(ctx, f, room)
	if err != nil {
		return f, nil, err
	}
	now := u.clock.Now()
	f.CheckedAt, f.Error = now, ""
	if got.NotModified && f.Generation > 0 {
		return f, nil, nil
	}
	n := len(got.Content.Keys)
	switch {
	case n == 0 && f.Generation == 0:
		return f, nil, fault.New(fault.Invalid, "The list has no hosts or URLs. Check its address and its format.")
	case got.Content.Skipped > n && f.Generation == 0:
		return f, nil, fault.New(fault.Invalid,
			fmt.Sprintf("%d lines of the list are not hosts or URLs, and only %d are. Check its address and its format.", got.Content.Skipped, n))
	case shrunk(f.Entries, n) && !acceptShrink:
		return f, nil, fault.New(fault.Conflict,
			fmt.Sprintf("The list shrank from %d to %d entries, so the previous copy stays in use. Accept the new one if this is right.", f.Entries, n))
	}
	f.Entries, f.Skipped, f.ETag, f.LastModified, f.ChangedAt = n, got.Content.Skipped, got.ETag, got.LastModified, now
	keys := got.Content.Keys
	if keys == nil { // an accepted copy without entries
		keys = []uint64{}
	}
	return f, keys, nil
}

// shrunk reports whether a list lost more than nine tenths of its entries.
func shrunk(before, after int) bool {
	return before > 0 && after == 0 || before >= minForShrink && after*minShrinkRatio < before
}

func (u *Updater) nextAt() time.Time {
	return u.clock.Now().Add(FeedInterval + rand.N(feedJitter)) //nolint:gosec,forbidigo // not a secret
}

// sentenceOf returns the sentence of an error for operators.
func sentenceOf(err error) string {
	var f *fault.Error
	switch {
	case errors.Is(err, ErrTooManyEntries):
		return fmt.Sprintf("The lists may have at most %d entries together. Choose a smaller list, or remove another one.", MaxFeedEntries)
	case errors.As(err, &f):
		return f.Message
	default:
		return "The list can’t be downloaded. Check its address, and try again later."
	}
}

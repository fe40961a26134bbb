package denylist

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"

	"linnet/internal/base/loop"
	"linnet/internal/core/event"
)

// Feeds are the deny-lists in memory: 8 bytes for each entry. It is safe for
// concurrent use.
type Feeds struct {
	store Store
	log   *slog.Logger
	sets  atomic.Pointer[feedSets]
	wake  chan struct{}
}

// feedSets are the lists that block. They are immutable.
type feedSets struct {
	feeds      []feedSet
	exceptions map[uint64]bool
	state      string // changes with each change of the lists or the exceptions
}

type feedSet struct {
	id         string
	generation int64
	keys       []uint64 // sorted
}

// NewFeeds returns no lists. Reload loads them from store, Run updates them.
func NewFeeds(store Store, log *slog.Logger) *Feeds {
	f := &Feeds{store: store, log: log, wake: make(chan struct{}, 1)}
	f.sets.Store(&feedSets{})
	return f
}

// Match returns the id of a list that contains a destination, or "". It does not
// block.
func (f *Feeds) Match(address string) string {
	sets := f.sets.Load()
	if len(sets.feeds) == 0 {
		return ""
	}
	for _, k := range destinationKeys(address) {
		if sets.exceptions[k] {
			continue
		}
		for _, set := range sets.feeds {
			if _, found := slices.BinarySearch(set.keys, k); found {
				return set.id
			}
		}
	}
	return ""
}

// Listed reports whether a list contains a destination. It does not block.
func (f *Feeds) Listed(address string) bool { return f.Match(address) != "" }

// state returns a text that changes with each change of the lists.
func (f *Feeds) state() string { return f.sets.Load().state }

// Reload reads the lists that changed since the last call, and the exceptions.
func (f *Feeds) Reload(ctx context.Context) error {
	all, err := f.store.Feeds(ctx)
	if err != nil {
		return err
	}
	exceptions, err := f.store.Exceptions(ctx)
	if err != nil {
		return err
	}
	before := f.sets.Load()
	next := &feedSets{exceptions: map[uint64]bool{}}
	var state strings.Builder
	for _, feed := range all {
		if feed.Paused || feed.Generation == 0 {
			continue
		}
		set, err := f.load(ctx, before, feed)
		if err != nil {
			return fmt.Errorf("load the deny-list %s: %w", feed.ID, err)
		}
		next.feeds = append(next.feeds, set)
		fmt.Fprintf(&state, "%s %d\n", set.id, set.generation)
	}
	for _, e := range exceptions {
		for _, k := range exceptionKeys(e.Pattern) {
			next.exceptions[k] = true
		}
		fmt.Fprintf(&state, "%s\n", e.Pattern)
	}
	next.state = state.String()
	f.sets.Store(next)
	return nil
}

// load returns the set of a list: the one in memory if it is current.
func (f *Feeds) load(ctx context.Context, before *feedSets, feed Feed) (feedSet, error) {
	for _, set := range before.feeds {
		if set.id == feed.ID && set.generation == feed.Generation {
			return set, nil
		}
	}
	keys, generation, err := f.store.FeedKeys(ctx, feed.ID)
	return feedSet{id: feed.ID, generation: generation, keys: keys}, err
}

// OnEvent schedules a reload after an event that may have changed the lists. It
// never blocks.
func (f *Feeds) OnEvent(e event.Event) {
	if changesFeeds(e) {
		signal(f.wake)
	}
}

func changesFeeds(e event.Event) bool {
	switch e.Kind {
	case "", event.DenylistAdded, event.DenylistUpdated, event.DenylistFetched, event.DenylistRemoved,
		event.DenyExceptionAdded, event.DenyExceptionRemoved:
		return true
	default:
		return false
	}
}

func signal(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// Run reloads the lists on events, and each minute, until ctx ends.
func (f *Feeds) Run(ctx context.Context) {
	loop.Task{Name: "reload of deny-lists", Every: reloadEvery, Delay: reloadEvery, Wake: f.wake, Do: f.Reload, Log: f.log}.Run(ctx)
}

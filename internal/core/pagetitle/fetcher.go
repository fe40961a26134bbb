// Package pagetitle fetches the titles of destination pages in the background,
// for links without a title of their own.
package pagetitle

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/errlog"
	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
)

// Limits of fetching.
const (
	maxTries     = 3                // of one page
	leaseTime    = 5 * time.Minute  // of a claimed task; a fetch takes seconds
	retryAfter   = 30 * time.Second // after the first failure; four times that after the second
	pollInterval = 5 * time.Second
	workers      = 4 // pages fetched at once
)

// Pages reads web pages.
type Pages interface {
	// Title returns the title of the page at url, in one line; "" when it has
	// none. A failure that a later call may not have is Unavailable.
	Title(ctx context.Context, url string) (string, error)
}

// Task is a page whose title is to be fetched for a link.
type Task struct {
	LinkID, WorkspaceID string
	URL                 string
	Tries               int // including this one
}

// Store holds the tasks. link.Writer's InsertLinks and UpdateLinks add them in
// the transaction that stores the link.
type Store interface {
	// ClaimTitle leases a task that is due at now until the given time. Tasks of
	// the workspaces in except are skipped. Without a due task it is NotFound.
	ClaimTitle(ctx context.Context, now, until time.Time, except []string) (Task, error)
	// PostponeTitle releases a task until due and stores its Tries.
	PostponeTitle(ctx context.Context, t Task, due time.Time) error
	// CompleteTitle deletes a task. If title is not empty and the link still has
	// the task's URL and no title of its own, it stores title and e.
	CompleteTitle(ctx context.Context, t Task, title string, e event.Event) error
	// Link returns one link, or NotFound.
	Link(ctx context.Context, workspaceID, id string) (*link.Link, error)
}

// Deps are the dependencies of a Fetcher.
type Deps struct {
	Store Store
	Pages Pages
	Clock clock.Clock
	Log   *slog.Logger
}

// Fetcher works on the tasks of a store.
type Fetcher struct {
	store    Store
	pages    Pages
	clock    clock.Clock
	failures *errlog.Reporter
	wake     chan struct{}
	hosts    *hostPacer

	claimLock sync.Mutex // serialises claims, so that no workspace exceeds its share
	nextClaim time.Time  // the earliest claim while a workspace is at its limit

	mu     sync.Mutex
	active map[string]int // fetches under way, by workspace
}

// New returns a Fetcher, which works while Run does.
func New(d Deps) *Fetcher {
	return &Fetcher{
		store: d.Store, pages: d.Pages, clock: d.Clock, failures: errlog.New(d.Log, d.Clock, "page title update"),
		wake: make(chan struct{}, workers), hosts: newHostPacer(), active: map[string]int{},
	}
}

// OnEvent wakes a worker after an event that may have added a task.
func (f *Fetcher) OnEvent(e event.Event) {
	if e.Kind == event.LinkCreated || e.Kind == event.LinkUpdated || e.Kind == event.LinksImported {
		f.notify()
	}
}

func (f *Fetcher) notify() {
	select {
	case f.wake <- struct{}{}:
	default: // every worker has a wake-up pending
	}
}

// Run fetches titles until ctx ends.
func (f *Fetcher) Run(ctx context.Context) {
	var group sync.WaitGroup
	for range workers {
		group.Go(func() { f.work(ctx) })
	}
	group.Wait()
}

func (f *Fetcher) work(ctx context.Context) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for ctx.Err() == nil {
		worked, err := f.next(ctx)
		if ctx.Err() == nil {
			f.failures.Report(ctx, err)
		}
		if worked && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
		case <-f.wake:
		case <-tick.C:
		}
	}
}

// next works on one task and reports whether there was one.
func (f *Fetcher) next(ctx context.Context) (worked bool, err error) {
	now := f.clock.Now()
	task, err := f.claim(ctx, now)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.release(task.WorkspaceID)
	f.notify() // another worker may find another task
	if task.Tries > maxTries {
		return true, f.complete(ctx, task, "") // each earlier worker ended before it could report
	}
	due, ok := f.hosts.reserve(task, now)
	switch {
	case !ok:
		return true, f.complete(ctx, task, "")
	case due.After(now):
		task.Tries--
		return true, f.store.PostponeTitle(ctx, task, due)
	}
	title, err := f.pages.Title(ctx, task.URL)
	switch {
	case ctx.Err() != nil:
		return true, ctx.Err() // another worker claims the task when its lease expires
	case fault.Is(err, fault.Unavailable) && task.Tries < maxTries:
		wait := retryAfter << (2 * (task.Tries - 1))
		return true, f.store.PostponeTitle(ctx, task, f.clock.Now().Add(wait))
	case err != nil:
		title = ""
	}
	return true, f.complete(ctx, task, title)
}

// complete ends a task and stores its title, if it has one.
func (f *Fetcher) complete(ctx context.Context, task Task, title string) error {
	title = link.TrimPageTitle(title)
	if title == "" {
		return f.store.CompleteTitle(ctx, task, "", event.Event{})
	}
	l, err := f.store.Link(ctx, task.WorkspaceID, task.LinkID)
	if fault.Is(err, fault.NotFound) { // deleted since
		return f.store.CompleteTitle(ctx, task, "", event.Event{})
	}
	if err != nil {
		return err
	}
	e, err := link.TitledEvent(l, f.clock.Now())
	if err != nil {
		return err
	}
	return f.store.CompleteTitle(ctx, task, title, e)
}

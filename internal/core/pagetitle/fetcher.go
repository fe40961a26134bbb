// Package pagetitle fetches the titles of destination pages in the background,
// for links without a title of their own.
//
// A title has its own column of the link and changes neither its version nor its
// history: titles arrive while users edit, and would cause 412 for a change that no
// user made. A form that sends the fetched title back unchanged does not set a title.
// Setting a title or changing the destination deletes the fetched one. The task is
// added in the transaction that stores the link and makes three attempts; a host is
// called at most once a second, so that an import of thousands of links to one site
// does not overload it.
package pagetitle

import (
	"context"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/queue"
)

// Limits of fetching.
const (
	leaseTime        = 5 * time.Minute
	fetchTimeout     = 10 * time.Second
	workers          = 16 // pages fetched at once
	workspaceWorkers = 2  // of one workspace: up to 7 workspaces with slow hosts leave workers to the others
)

// TaskKind is the kind of the tasks that fetch titles. Their key is the link's
// id, their payload its destination. link.Store's InsertLinks and ChangeLinks
// add them in the transaction that stores the link.
const TaskKind = "page_title"

// Pages reads web pages.
type Pages interface {
	// Title returns the title of the page at url, in one line; "" when it has
	// none. A failure that a later call may not have is Unavailable.
	Title(ctx context.Context, url string) (string, error)
}

// Store stores titles.
type Store interface {
	// SetPageTitle stores the title and e, and completes the task, in one
	// transaction. A link that has another destination or a title of its own is
	// left unchanged.
	SetPageTitle(ctx context.Context, t queue.Task, title string, e event.Event) error
	// Link returns one link, or NotFound.
	Link(ctx context.Context, v access.View, id string) (*link.Link, error)
}

// Deps are the dependencies of a Fetcher.
type Deps struct {
	Store Store
	Pages Pages
	Clock clock.Clock
}

// Fetcher handles the tasks that fetch titles.
type Fetcher struct {
	Deps

	hosts *hostPacer
}

// New returns a Fetcher. A queue with its Kind fetches titles.
func New(d Deps) *Fetcher { return &Fetcher{Deps: d, hosts: newHostPacer()} }

// Kind returns the kind of tasks that fetch titles.
func (f *Fetcher) Kind() queue.Kind {
	return queue.Kind{
		Name:         TaskKind,
		Handle:       f.fetch,
		Lease:        leaseTime,
		Workers:      workers,
		PerWorkspace: workspaceWorkers,
		Retry:        queue.Retry{Attempts: 3, First: 30 * time.Second, Factor: 4, Max: 2 * time.Minute},
		// A page that cannot be read is no fault of this install.
		Quiet:     true,
		OnFailure: func(context.Context, queue.Task, error) error { return nil },
	}
}

// fetch fetches the title of a page, at most one per hostInterval of its host.
func (f *Fetcher) fetch(ctx context.Context, t queue.Task) error {
	now := f.Clock.Now()
	due, ok := f.hosts.reserve(page{t.Key, t.Payload}, now)
	switch {
	case !ok:
		return nil
	case due.After(now):
		return queue.Postpone(due.Sub(now))
	}
	title, err := f.title(ctx, t.Payload)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case fault.Is(err, fault.Unavailable) && !t.Last:
		return err
	case err != nil:
		return nil
	}
	return f.store(ctx, t, link.TrimPageTitle(title))
}

// title returns the title of the page at url, or Unavailable when it takes
// longer than fetchTimeout.
func (f *Fetcher) title(ctx context.Context, url string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	title, err := f.Pages.Title(ctx, url)
	if err != nil && ctx.Err() != nil {
		return "", fault.Wrap(err, fault.Unavailable, "The page could not be read in time.")
	}
	return title, err
}

// store stores a title and completes the task.
func (f *Fetcher) store(ctx context.Context, t queue.Task, title string) error {
	if title == "" {
		return nil
	}
	l, err := f.Store.Link(ctx, access.WholeWorkspace(t.WorkspaceID), t.Key)
	if fault.Is(err, fault.NotFound) { // deleted since
		return nil
	}
	if err != nil {
		return err
	}
	return f.Store.SetPageTitle(ctx, t, title, link.TitledEvent(l, f.Clock.Now()))
}

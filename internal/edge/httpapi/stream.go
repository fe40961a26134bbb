package httpapi

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/job"
)

// Bounds of streams.
const (
	maxStreams     = 50                     // of one workspace at once
	streamBuffer   = 256                    // clicks that wait for a slow client; more are dropped
	heartbeatEvery = 15 * time.Second       // a comment keeps proxies from closing a quiet stream
	writeTimeout   = 10 * time.Second       // for one event; a client that takes longer is gone
	maxMissed      = 100                    // clicks that a client who comes back can be told of
	jobsEvery      = 250 * time.Millisecond // how often a client is told of jobs that get on
)

// ClickFeed tells of clicks as they arrive.
type ClickFeed interface {
	// Subscribe returns a channel of the workspace's clicks and a function
	// that ends it. A subscriber who is slow misses clicks. The channel is
	// closed when the feed ends.
	Subscribe(workspaceID uint64, buffer int) (<-chan click.Click, func())
}

// streams counts the open streams and ends them all at a shutdown.
type streams struct {
	heartbeat time.Duration
	mu        sync.Mutex
	open      map[string]int
	done      chan struct{}
	closed    bool
}

func newStreams() *streams {
	return &streams{heartbeat: heartbeatEvery, open: map[string]int{}, done: make(chan struct{})}
}

// enter takes one of the workspace's places, and false when all are taken or
// the server is going down.
func (s *streams) enter(workspaceID string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.open[workspaceID] >= maxStreams {
		return false
	}
	s.open[workspaceID]++
	return true
}

func (s *streams) leave(workspaceID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[workspaceID]--; s.open[workspaceID] == 0 {
		delete(s.open, workspaceID)
	}
}

func (s *streams) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.done)
	}
}

// StreamParams say where a client left a stream.
type StreamParams struct {
	LastEventID string `header:"Last-Event-ID" doc:"The id of the last event that arrived; the clicks after it are sent first, as far as they are remembered."`
}

type streamClicksInput struct {
	ClickParams
	StreamParams
}

func (a *API) streamClicks(ctx context.Context, in *streamClicksInput) (*huma.StreamResponse, error) {
	if err := access.Require(actorOf(ctx), access.ReadAnalytics); err != nil {
		return nil, err
	}
	return a.stream(ctx, &follower{clicks: &in.ClickParams}, in.LastEventID)
}

// streamAll is what a dashboard follows: everything that its user may see.
func (a *API) streamAll(ctx context.Context, in *StreamParams) (*huma.StreamResponse, error) {
	f := &follower{jobs: access.Require(actorOf(ctx), access.ReadLinks) == nil}
	if err := access.Require(actorOf(ctx), access.ReadAnalytics); err == nil {
		f.clicks = &ClickParams{Traffic: string(analytics.All)}
	} else if !f.jobs {
		return nil, err
	}
	return a.stream(ctx, f, in.LastEventID)
}

// follower is a client of a stream.
type follower struct {
	clicks *ClickParams // which clicks it is told of; nil: none
	jobs   bool         // it is told of jobs

	live    <-chan click.Click
	told    map[uint64]bool // clicks that it need not be told of again
	changed <-chan string   // ids of jobs
	waiting map[string]bool // jobs that it is to be told of; "": all that are active
	ends    []func()        // what to do when it goes
}

func (f *follower) leave() {
	for _, end := range f.ends {
		end()
	}
}

// stream opens a stream. What came after the event lastID, as far as it is
// remembered, is told first, and then the jobs that are active.
func (a *API) stream(ctx context.Context, f *follower, lastID string) (*huma.StreamResponse, error) {
	actor := actorOf(ctx)
	number, ok := ident.Number(actor.WorkspaceID)
	if !ok {
		return nil, fmt.Errorf("workspace %q has no number", actor.WorkspaceID)
	}
	if !a.streams.enter(actor.WorkspaceID) {
		return nil, fault.New(fault.RateLimited, fmt.Sprintf("This workspace has %d open streams, the most there can be. Close one and try again.", maxStreams))
	}
	f.ends = append(f.ends, func() { a.streams.leave(actor.WorkspaceID) })
	var missed []click.Click
	if f.clicks != nil {
		live, end := a.Clicks.Subscribe(number, streamBuffer) // before looking back, or a click could fall between
		f.live, f.ends = live, append(f.ends, end)
		var err error
		if missed, err = a.missedClicks(ctx, *f.clicks, lastID); err != nil {
			f.leave()
			return nil, err
		}
	}
	if f.jobs {
		changed, end := a.Jobs.Follow(actor.WorkspaceID)
		f.changed, f.waiting, f.ends = changed, map[string]bool{"": true}, append(f.ends, end)
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		defer f.leave()
		_, w := humago.Unwrap(hc)
		a.follow(ctx, newEventWriter(w), f, missed)
	}}, nil
}

// missedClicks returns what came after the last event that the client saw,
// oldest first; everything that is remembered when that is longer ago.
func (a *API) missedClicks(ctx context.Context, p ClickParams, lastID string) ([]click.Click, error) {
	if lastID == "" {
		return nil, nil
	}
	recent, err := a.recentClicks(ctx, p, maxMissed)
	if err != nil {
		return nil, err
	}
	for i, c := range recent {
		if ident.Text(ident.Click, c.ID) == lastID {
			recent = recent[:i]
			break
		}
	}
	slices.Reverse(recent)
	return recent, nil
}

// follow writes until the client goes, a feed ends or the server shuts down.
func (a *API) follow(ctx context.Context, w *eventWriter, f *follower, missed []click.Click) {
	f.told = make(map[uint64]bool, len(missed))
	w.comment("here it begins")
	for _, c := range missed {
		f.told[c.ID] = true
		w.click(c)
	}
	if a.tellJobs(ctx, w, f.waiting) != nil {
		return
	}
	beat := time.NewTicker(a.streams.heartbeat)
	defer beat.Stop()
	var due <-chan time.Time // when waiting jobs are told of
	for w.flush() == nil {
		select {
		case <-ctx.Done():
			return
		case <-a.streams.done:
			return
		case c, ok := <-f.live:
			if !ok {
				return
			}
			f.tellClick(w, c)
			for range len(f.live) { // those that came meanwhile go along
				f.tellClick(w, <-f.live)
			}
		case id := <-f.changed:
			f.waiting[id] = true
			if due == nil {
				due = time.After(jobsEvery)
			}
		case <-due:
			if due = nil; a.tellJobs(ctx, w, f.waiting) != nil {
				return
			}
		case <-beat.C:
			if !a.stillAllowed(ctx) {
				return
			}
			w.comment("still here")
		}
	}
}

func (f *follower) tellClick(w *eventWriter, c click.Click) {
	if !f.told[c.ID] && f.clicks.takes(c) {
		w.click(c)
	}
}

// takes reports whether a client that chose p wants the click. It is what
// recentClicks asks the click store for.
func (p ClickParams) takes(c click.Click) bool {
	if c.LinkID == 0 || (len(p.LinkID) > 0 && !slices.Contains(p.LinkID, ident.Text(ident.Link, c.LinkID))) {
		return false
	}
	return analytics.Traffic(p.Traffic).Takes(&c)
}

// tellJobs writes the waiting jobs as they are now. One that has been removed is
// passed over.
func (a *API) tellJobs(ctx context.Context, w *eventWriter, waiting map[string]bool) error {
	defer clear(waiting)
	for id := range waiting {
		if id == "" {
			page, err := a.Jobs.List(ctx, actorOf(ctx), job.Filter{Active: true})
			if err != nil {
				return err
			}
			for _, j := range page.Jobs {
				w.job(j)
			}
			continue
		}
		j, err := a.Jobs.Get(ctx, actorOf(ctx), id)
		switch {
		case fault.Is(err, fault.NotFound):
		case err != nil:
			return err
		case j.State != job.Draft:
			w.job(j)
		}
	}
	return nil
}

// stillAllowed asks again who is calling: a session that was ended, a member who
// was removed or has another role, follows no longer than to the next heartbeat.
// Who may still see something comes back and is told that.
func (a *API) stillAllowed(ctx context.Context) bool {
	c := callerOf(ctx)
	session, err := a.Accounts.Authenticate(ctx, c.token)
	if err != nil {
		return false
	}
	actor, err := a.Workspaces.ActorFor(ctx, session.UserID, session.ID, c.actor.WorkspaceID)
	return err == nil && actor.Role == c.actor.Role
}

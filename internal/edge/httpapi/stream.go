package httpapi

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/job"
	"linnet/internal/edge/apikit"
)

// Bounds of streams.
const (
	maxStreams   = 50                     // of one workspace at once
	streamBuffer = 256                    // clicks that wait for a slow client; more are dropped
	maxMissed    = 100                    // clicks that a client who comes back can be told of
	jobsEvery    = 250 * time.Millisecond // how often a client is told of jobs that get on
)

// ClickFeed tells of clicks as they arrive.
type ClickFeed interface {
	// Subscribe returns a channel of the workspace's clicks and a function
	// that ends it. A subscriber who is slow misses clicks. The channel is
	// closed when the feed ends.
	Subscribe(workspaceID uint64, buffer int) (<-chan click.Click, func())
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
	if err := access.Require(apikit.ActorOf(ctx), access.ReadAnalytics); err != nil {
		return nil, err
	}
	return a.stream(ctx, &follower{clicks: &in.ClickParams}, in.LastEventID)
}

// streamAll is what a dashboard follows: everything that its user may see.
func (a *API) streamAll(ctx context.Context, in *StreamParams) (*huma.StreamResponse, error) {
	f := &follower{jobs: access.Require(apikit.ActorOf(ctx), access.ReadLinks) == nil}
	if err := access.Require(apikit.ActorOf(ctx), access.ReadAnalytics); err == nil {
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
	actor := apikit.ActorOf(ctx)
	number, ok := ident.Number(actor.WorkspaceID)
	if !ok {
		return nil, fmt.Errorf("workspace %q has no number", actor.WorkspaceID)
	}
	if !a.streams.Open(actor.WorkspaceID) {
		return nil, fault.New(fault.RateLimited, fmt.Sprintf("This workspace has %d open streams, the most there can be. Close one and try again.", maxStreams))
	}
	f.ends = append(f.ends, func() { a.streams.Release(actor.WorkspaceID) })
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
		a.follow(ctx, apikit.NewEventWriter(w), f, missed)
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
func (a *API) follow(ctx context.Context, w *apikit.EventWriter, f *follower, missed []click.Click) {
	f.told = make(map[uint64]bool, len(missed))
	w.Comment("here it begins")
	for _, c := range missed {
		f.told[c.ID] = true
		writeClick(w, c)
	}
	if a.tellJobs(ctx, w, f.waiting) != nil {
		return
	}
	beat := time.NewTicker(a.heartbeat)
	defer beat.Stop()
	var due <-chan time.Time // when waiting jobs are told of
	for w.Flush() == nil {
		select {
		case <-ctx.Done():
			return
		case <-a.streams.Done():
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
			w.Comment("still here")
		}
	}
}

func (f *follower) tellClick(w *apikit.EventWriter, c click.Click) {
	if !f.told[c.ID] && f.clicks.takes(c) {
		writeClick(w, c)
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
func (a *API) tellJobs(ctx context.Context, w *apikit.EventWriter, waiting map[string]bool) error {
	defer clear(waiting)
	for id := range waiting {
		if id == "" {
			page, err := a.Jobs.List(ctx, apikit.ActorOf(ctx), job.Filter{Active: true})
			if err != nil {
				return err
			}
			for _, j := range page.Jobs {
				writeJob(w, j)
			}
			continue
		}
		j, err := a.Jobs.Get(ctx, apikit.ActorOf(ctx), id)
		switch {
		case fault.Is(err, fault.NotFound):
		case err != nil:
			return err
		case j.State != job.Draft:
			writeJob(w, j)
		}
	}
	return nil
}

// stillAllowed asks again who is calling: a session that was ended, a member who
// was removed or has another role, follows no longer than to the next heartbeat.
// Who may still see something comes back and is told that.
func (a *API) stillAllowed(ctx context.Context) bool {
	c := apikit.CallOf(ctx)
	session, err := a.Accounts.Authenticate(ctx, c.Token)
	if err != nil {
		return false
	}
	actor, err := a.Workspaces.ActorFor(ctx, session.UserID, session.ID, c.Actor.WorkspaceID)
	return err == nil && actor.Role == c.Actor.Role
}

// writeClick writes a click with its id, from which a client resumes.
func writeClick(w *apikit.EventWriter, c click.Click) {
	w.Event(ident.Text(ident.Click, c.ID), "click", clickOf(c))
}

// writeJob writes a job without an id: a stream begins with the current state
// of all active jobs, so that a client needs no earlier events.
func writeJob(w *apikit.EventWriter, j job.Job) { w.Event("", "job", jobOf(j)) }

// describeStreams documents the events of the streams, which huma cannot
// derive.
func describeStreams(doc *huma.OpenAPI) {
	clicks, jobs := apikit.SchemaOf[Click](doc.Components.Schemas), apikit.SchemaOf[Job](doc.Components.Schemas)
	describe := func(path, description string, data *huma.Schema) {
		doc.Paths[path].Get.Responses["200"] = &huma.Response{
			Description: description, Content: map[string]*huma.MediaType{"text/event-stream": {Schema: data}},
		}
	}
	describe("/clicks/stream", "Events named click; the data of each is a Click.", clicks)
	describe("/stream", "Events named click, whose data is a Click, and events named job, whose data is a Job.",
		&huma.Schema{OneOf: []*huma.Schema{clicks, jobs}})
}

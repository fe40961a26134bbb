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

// Limits of streams.
const (
	maxStreams   = 50                     // open streams of a workspace
	streamBuffer = 256                    // clicks buffered for a slow client; more are dropped
	maxMissed    = 100                    // clicks that a reconnecting client can receive
	jobsEvery    = 250 * time.Millisecond // interval between updates of jobs
)

// StreamParams resume a stream.
type StreamParams struct {
	LastEventID string `header:"Last-Event-ID" doc:"The id of the last received event. Up to 100 clicks after it are sent first."`
}

type streamClicksInput struct {
	ClickParams
	StreamParams
}

func (a *API) streamClicks(ctx context.Context, in *streamClicksInput) (*huma.StreamResponse, error) {
	if err := access.Require(apikit.ActorOf(ctx), access.ReadAnalytics); err != nil {
		return nil, err
	}
	return a.stream(ctx, &subscriber{clicks: &in.ClickParams}, in.LastEventID)
}

// streamAll streams everything that the user may read.
func (a *API) streamAll(ctx context.Context, in *StreamParams) (*huma.StreamResponse, error) {
	s := &subscriber{jobs: access.Require(apikit.ActorOf(ctx), access.ReadLinks) == nil}
	if err := access.Require(apikit.ActorOf(ctx), access.ReadAnalytics); err == nil {
		s.clicks, s.views = &ClickParams{Traffic: string(analytics.All)}, true
	} else if !s.jobs {
		return nil, err
	}
	return a.stream(ctx, s, in.LastEventID)
}

// subscriber is a client of a stream.
type subscriber struct {
	clicks *ClickParams // the clicks to send; nil: none
	views  bool         // send views of bio pages beside the clicks
	jobs   bool         // send jobs

	live    <-chan click.Click
	sent    map[uint64]bool // clicks that were sent on connection
	changed <-chan string   // ids of jobs
	pending map[string]bool // jobs to send; "": all active jobs
	release []func()
}

func (s *subscriber) close() {
	for _, release := range s.release {
		release()
	}
}

// stream opens a stream. It sends the buffered clicks after the event lastID
// first, and then the active jobs.
func (a *API) stream(ctx context.Context, s *subscriber, lastID string) (*huma.StreamResponse, error) {
	actor := apikit.ActorOf(ctx)
	number, ok := ident.Number(actor.WorkspaceID)
	if !ok {
		return nil, fmt.Errorf("workspace %q has no number", actor.WorkspaceID)
	}
	if !a.streams.Open(actor.WorkspaceID) {
		return nil, fault.New(
			fault.RateLimited,
			fmt.Sprintf("This workspace has %d open streams, the maximum. Close one and try again.", maxStreams),
		)
	}
	s.release = append(s.release, func() { a.streams.Release(actor.WorkspaceID) })
	var missed []click.Click
	if s.clicks != nil {
		// Subscribe before reading the missed clicks, so that none is lost between.
		live, unsubscribe := a.Clicks.Subscribe(number, streamBuffer)
		s.live, s.release = live, append(s.release, unsubscribe)
		var err error
		if missed, err = a.missedClicks(ctx, *s.clicks, lastID); err != nil {
			s.close()
			return nil, err
		}
	}
	if s.jobs {
		changed, unfollow := a.Jobs.Follow(actor.WorkspaceID)
		s.changed, s.pending, s.release = changed, map[string]bool{"": true}, append(s.release, unfollow)
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		defer s.close()
		_, w := humago.Unwrap(hc)
		a.serveStream(ctx, apikit.NewEventWriter(w), s, missed)
	}}, nil
}

// missedClicks returns the clicks after the event lastID, oldest first, or the
// latest maxMissed clicks if it is older. Without lastID it returns none.
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

// serveStream writes events until the client disconnects, a feed ends, access
// is lost or the server shuts down.
func (a *API) serveStream(ctx context.Context, w *apikit.EventWriter, s *subscriber, missed []click.Click) {
	accessChanged := a.access.Changed()
	s.sent = make(map[uint64]bool, len(missed))
	w.Comment("connected")
	for _, c := range missed {
		s.sent[c.ID] = true
		writeClick(w, c)
	}
	if a.writeJobs(ctx, w, s.pending) != nil {
		return
	}
	heartbeat := time.NewTicker(a.heartbeat)
	defer heartbeat.Stop()
	var jobsDue <-chan time.Time
	for w.Flush() == nil {
		select {
		case <-ctx.Done():
			return
		case <-a.streams.Done():
			return
		case c, ok := <-s.live:
			if !ok {
				return
			}
			if a.writeClicks(ctx, w, s, c) != nil {
				return
			}
		case id := <-s.changed:
			s.pending[id] = true
			if jobsDue == nil {
				jobsDue = time.After(jobsEvery)
			}
		case <-jobsDue:
			if jobsDue = nil; a.writeJobs(ctx, w, s.pending) != nil {
				return
			}
		case <-accessChanged:
			if accessChanged = a.access.Changed(); !a.stillAuthorized(ctx) {
				return
			}
		case <-heartbeat.C:
			if !a.stillAuthorized(ctx) {
				return
			}
			w.Comment("heartbeat")
		}
	}
}

// writeClicks writes a live click and those that are buffered after it, except
// clicks on links that are hidden from the actor.
func (a *API) writeClicks(ctx context.Context, w *apikit.EventWriter, s *subscriber, first click.Click) error {
	clicks := []click.Click{first}
	for range len(s.live) {
		clicks = append(clicks, <-s.live)
	}
	clicks = slices.DeleteFunc(clicks, func(c click.Click) bool { return s.sent[c.ID] || !s.match(c) })
	clicks, err := a.Analytics.Visible(ctx, apikit.ActorOf(ctx), clicks)
	for _, c := range clicks {
		if c.IsView() && s.views { // without an id: clients resume from clicks
			w.Event("", "view", clickOf(c))
			continue
		}
		writeClick(w, c)
	}
	return err
}

// match reports whether the client receives a live click.
func (s *subscriber) match(c click.Click) bool {
	return s.clicks.match(c) || s.views && c.IsView()
}

// match reports whether p includes a click, by the same rules as recentClicks.
func (p ClickParams) match(c click.Click) bool {
	kind := analytics.Query{Views: p.Views}
	if !kind.Covers(&c) || !matchID(p.LinkID, ident.Link, c.LinkID) || !matchID(p.PageID, ident.BioPage, c.PageID) {
		return false
	}
	return analytics.Traffic(p.Traffic).Takes(&c)
}

// matchID reports whether ids contain the id with a prefix and a number, or are empty.
func matchID(ids []string, prefix string, number uint64) bool {
	return len(ids) == 0 || slices.Contains(ids, ident.Text(prefix, number))
}

// writeJobs writes the current state of the pending jobs, and clears them. It
// skips jobs that were deleted.
func (a *API) writeJobs(ctx context.Context, w *apikit.EventWriter, pending map[string]bool) error {
	defer clear(pending)
	for id := range pending {
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

// stillAuthorized authenticates the client again, with the session token or the API
// key of the stream. A stream ends after the session or the key was revoked, at the
// next heartbeat at the latest, and after the role of the member, their access to
// folders or the scopes of the key changed. The client reconnects with its new
// permissions.
func (a *API) stillAuthorized(ctx context.Context) bool {
	c := apikit.CallOf(ctx)
	clients := authenticator{a.Accounts, a.APIKeys, a.Workspaces}
	actor, err := clients.Authenticate(ctx, c.Token)
	if err != nil {
		return false
	}
	actor, err = clients.InWorkspace(ctx, actor, c.Actor.WorkspaceID)
	return err == nil && actor.Role == c.Actor.Role && actor.Scopes == c.Actor.Scopes && actor.Folders.Equal(c.Actor.Folders)
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
			Description: description,
			Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: data}},
		}
	}
	describe("/clicks/stream", "Events named click; the data of each is a Click.", clicks)
	describe("/stream", "Events named click and view, whose data is a Click: of a link, or of the view of a bio page; and events named job, whose data is a Job.",
		&huma.Schema{OneOf: []*huma.Schema{clicks, jobs}})
}

package httpapi

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/click/clickview"
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
	subject, err := subjectOf(false, in.Views, in.Blocks)
	if err != nil {
		return nil, err
	}
	return a.stream(ctx, &subscriber{clicks: &clickScope{in.ClickParams, subject}}, in.LastEventID)
}

// streamAll streams everything that the user may read.
func (a *API) streamAll(ctx context.Context, in *StreamParams) (*huma.StreamResponse, error) {
	s := &subscriber{all: true, jobs: access.Require(apikit.ActorOf(ctx), access.ReadLinks) == nil}
	if err := access.Require(apikit.ActorOf(ctx), access.ReadAnalytics); err == nil {
		s.clicks, s.pages = &clickScope{ClickParams{Traffic: string(analytics.All)}, analytics.LinkClicks}, true
	} else if !s.jobs {
		return nil, err
	}
	return a.stream(ctx, s, in.LastEventID)
}

// subscriber is a client of a stream.
type subscriber struct {
	all    bool        // of /stream: clicks have numbers, which begin with a start event
	clicks *clickScope // the clicks to send; nil: none
	pages  bool        // send views of bio pages and clicks on their blocks beside those
	jobs   bool        // send jobs

	live    *click.Subscription // nil: without clicks
	sent    map[uint64]bool     // clicks that were sent on connection, or before it
	hosts   map[uint64]string   // the hosts of domains, by their numbers
	changed <-chan string       // ids of jobs
	pending map[string]bool     // jobs to send; "": all active jobs
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
		s.live = a.Clicks.Subscribe(number, streamBuffer)
		s.release = append(s.release, s.live.Close)
		var err error
		if missed, err = a.missedClicks(ctx, s, lastID); err != nil {
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
// latest maxMissed clicks if it is older. Without lastID it returns none. All clicks that
// it has read count as sent: they may be stored and not yet on the live feed.
func (a *API) missedClicks(ctx context.Context, s *subscriber, lastID string) ([]click.Click, error) {
	if lastID == "" {
		return nil, nil
	}
	recent, err := a.recentClicks(ctx, *s.clicks, maxMissed)
	if err != nil {
		return nil, err
	}
	s.sent = make(map[uint64]bool, len(recent))
	for _, c := range recent {
		s.sent[c.ID] = true
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
	s.hosts = make(map[uint64]string)
	w.Comment("connected")
	var live <-chan click.Event
	if s.live != nil {
		live = s.live.C
		a.writeStart(ctx, w, s)
	}
	events := make([]click.Event, 0, len(missed))
	for _, c := range missed {
		events = append(events, click.Event{Click: c})
	}
	if a.writeClicks(ctx, w, s, events) != nil || a.writeJobs(ctx, w, s.pending) != nil {
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
		case e, ok := <-live:
			if !ok {
				return
			}
			if a.writeLive(ctx, w, s, e) != nil {
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

// writeLive writes a live click and those that are buffered after it, except
// clicks on links that are hidden from the actor.
func (a *API) writeLive(ctx context.Context, w *apikit.EventWriter, s *subscriber, first click.Event) error {
	events := []click.Event{first}
	for range len(s.live.C) {
		events = append(events, <-s.live.C)
	}
	if s.live.Missed() {
		a.writeStart(ctx, w, s)
	}
	events = slices.DeleteFunc(events, func(e click.Event) bool { return s.sent[e.ID] || !s.match(e.Click) })
	events, err := a.Analytics.Visible(ctx, apikit.ActorOf(ctx), events)
	if err != nil {
		return err
	}
	return a.writeClicks(ctx, w, s, events)
}

// writeClicks writes clicks with the hosts of their short URLs.
func (a *API) writeClicks(ctx context.Context, w *apikit.EventWriter, s *subscriber, events []click.Event) error {
	if err := a.addHosts(ctx, s, events); err != nil {
		return err
	}
	for _, e := range events {
		s.writeClick(w, e)
	}
	return nil
}

// addHosts adds the hosts of clicks to those that the stream knows. A domain keeps
// its host while the server runs, so a stream looks up each domain once.
func (a *API) addHosts(ctx context.Context, s *subscriber, events []click.Event) error {
	var unknown []uint64
	for _, e := range events {
		if s.hosts[e.DomainID] == "" {
			unknown = append(unknown, e.DomainID)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	hosts, err := a.Analytics.Hosts(ctx, apikit.ActorOf(ctx), unknown)
	maps.Copy(s.hosts, hosts)
	return err
}

// match reports whether the client receives a live click.
func (s *subscriber) match(c click.Click) bool {
	return s.clicks.match(c) || s.pages && c.PageID != 0
}

// match reports whether p includes a click, by the same rules as recentClicks.
func (p clickScope) match(c click.Click) bool {
	if !p.subject.Covers(&c) || !matchID(p.LinkID, ident.Link, c.LinkID) || !matchID(p.PageID, ident.BioPage, c.PageID) {
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
	clients := NewAuthenticator(a.Accounts, a.APIKeys, a.Workspaces, "")
	actor, err := clients.Authenticate(ctx, c.Token)
	if err != nil {
		return false
	}
	actor, err = clients.InWorkspace(ctx, actor, c.Actor.WorkspaceID)
	return err == nil && actor.Role == c.Actor.Role && actor.Scopes == c.Actor.Scopes && actor.Folders.Equal(c.Actor.Folders)
}

// StreamStart begins the stream, and continues it after clicks that the client was too slow
// for.
type StreamStart struct {
	Run    string `json:"run" doc:"Names the run of the server that numbers the clicks, see the header Linnet-Events; empty: clicks have no numbers, because several servers store them."`
	Number uint64 `json:"number" doc:"The number of a click of the workspace: those up to it may be missing on the stream, all later ones are sent."`
}

// writeStart writes where a stream whose subscription has begun starts or continues. The
// stream of clicks alone has no such event.
func (a *API) writeStart(ctx context.Context, w *apikit.EventWriter, s *subscriber) {
	if !s.all {
		return
	}
	var start StreamStart
	if run, stored, _, ok := a.reached(apikit.ActorOf(ctx).WorkspaceID, apikit.FollowsClicks); ok {
		start = StreamStart{Run: run, Number: stored}
	}
	w.Event("", "start", start)
}

// reached implements apikit.Deps.
func (a *API) reached(workspaceID string, f apikit.Follows) (run string, least, most uint64, ok bool) {
	number, known := ident.Number(workspaceID)
	if !known || a.Clicks == nil {
		return "", 0, 0, false
	}
	r, ok := a.Clicks.Reached(number)
	if f == apikit.FollowsCounters {
		return a.Clicks.RunID(), r.Counted, r.Counting, ok
	}
	return a.Clicks.RunID(), r.Stored, r.Storing, ok
}

// StreamClick is a click on the stream of everything.
type StreamClick struct {
	clickview.Click
	Number uint64 `json:"number" doc:"The number of the click in the run that the start event names; 0: it has none."`
}

// writeClick writes a click, with its id, from which a client resumes. Visits to pages beside
// the clicks have none: clients resume from clicks on links.
func (s *subscriber) writeClick(w *apikit.EventWriter, e click.Event) {
	id, name, host := ident.Text(ident.Click, e.ID), "click", s.hosts[e.DomainID]
	switch {
	case !s.pages || analytics.LinkClicks.Covers(&e.Click):
	case analytics.PageViews.Covers(&e.Click):
		id, name = "", "view"
	default:
		id, name = "", "block"
	}
	if s.all {
		w.Event(id, name, StreamClick{Click: clickview.Of(e.Click, host), Number: e.Number})
		return
	}
	w.Event(id, name, clickview.Of(e.Click, host))
}

// writeJob writes a job without an id: a stream begins with the current state
// of all active jobs, so that a client needs no earlier events.
func writeJob(w *apikit.EventWriter, j job.Job) { w.Event("", "job", jobOf(j)) }

// describeStreams documents the events of the streams, which huma cannot
// derive.
func describeStreams(doc *huma.OpenAPI) {
	schemas := doc.Components.Schemas
	clicks, jobs := apikit.SchemaOf[clickview.Click](schemas), apikit.SchemaOf[Job](schemas)
	describe := func(path, description string, data *huma.Schema) {
		doc.Paths[path].Get.Responses["200"] = &huma.Response{
			Description: description,
			Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: data}},
		}
	}
	describe("/clicks/stream", "Events named click; the data of each is a Click.", clicks)
	start, numbered := apikit.SchemaOf[StreamStart](schemas), apikit.SchemaOf[StreamClick](schemas)
	describe("/stream", "An event named start; events named click, view and block, whose data is a StreamClick: of a link, of the view of a bio page, or of a block of it that has no link; and events named job, whose data is a Job.",
		&huma.Schema{OneOf: []*huma.Schema{start, numbered, jobs}})
}

package httpapi

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
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
)

// Bounds of streams.
const (
	maxStreams     = 50               // of one workspace at once
	streamBuffer   = 256              // clicks that wait for a slow client; more are dropped
	heartbeatEvery = 15 * time.Second // a comment keeps proxies from closing a quiet stream
	writeTimeout   = 10 * time.Second // for one event; a client that takes longer is gone
	maxMissed      = 100              // clicks that a client who comes back can be told of
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

type streamClicksInput struct {
	ClickParams
	LastEventID string `header:"Last-Event-ID" doc:"The id of the last event that arrived; what came after it is sent first, as far as it is remembered."`
}

func (a *API) streamClicks(ctx context.Context, in *streamClicksInput) (*huma.StreamResponse, error) {
	actor := actorOf(ctx)
	if err := access.Require(actor, access.ReadAnalytics); err != nil {
		return nil, err
	}
	number, ok := ident.Number(actor.WorkspaceID)
	if !ok {
		return nil, fmt.Errorf("workspace %q has no number", actor.WorkspaceID)
	}
	if !a.streams.enter(actor.WorkspaceID) {
		return nil, fault.New(fault.RateLimited, fmt.Sprintf("This workspace has %d open streams, the most there can be. Close one and try again.", maxStreams))
	}
	live, end := a.Clicks.Subscribe(number, streamBuffer) // before looking back, or a click could fall between
	leave := func() { end(); a.streams.leave(actor.WorkspaceID) }
	missed, err := a.missedClicks(ctx, in)
	if err != nil {
		leave()
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		defer leave()
		_, w := humago.Unwrap(hc)
		a.follow(ctx, newEventWriter(w), in.ClickParams, missed, live)
	}}, nil
}

// missedClicks returns what came after the last event that the client saw,
// oldest first; everything that is remembered when that is longer ago.
func (a *API) missedClicks(ctx context.Context, in *streamClicksInput) ([]click.Click, error) {
	if in.LastEventID == "" {
		return nil, nil
	}
	recent, err := a.recentClicks(ctx, in.ClickParams, maxMissed)
	if err != nil {
		return nil, err
	}
	for i, c := range recent {
		if ident.Text(ident.Click, c.ID) == in.LastEventID {
			recent = recent[:i]
			break
		}
	}
	slices.Reverse(recent)
	return recent, nil
}

// follow writes clicks until the client goes, the feed ends or the server
// shuts down.
func (a *API) follow(ctx context.Context, w *eventWriter, p ClickParams, missed []click.Click, live <-chan click.Click) {
	told := make(map[uint64]bool, len(missed))
	w.comment("clicks follow")
	for _, c := range missed {
		told[c.ID] = true
		w.click(c)
	}
	beat := time.NewTicker(a.streams.heartbeat)
	defer beat.Stop()
	for w.flush() == nil {
		select {
		case <-ctx.Done():
			return
		case <-a.streams.done:
			return
		case c, ok := <-live:
			if !ok {
				return
			}
			if !told[c.ID] && p.takes(c) {
				w.click(c)
			}
		case <-beat.C:
			if !a.stillAllowed(ctx) {
				return
			}
			w.comment("still here")
		}
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

// stillAllowed asks again who is calling: a session that was ended, or a
// member who was removed, follows no longer than to the next heartbeat.
func (a *API) stillAllowed(ctx context.Context) bool {
	c := callerOf(ctx)
	session, err := a.Accounts.Authenticate(ctx, c.token)
	if err != nil {
		return false
	}
	_, err = a.Workspaces.ActorFor(ctx, session.UserID, session.ID, c.actor.WorkspaceID)
	return err == nil
}

// eventWriter writes server-sent events. The first error is kept and told by
// flush.
type eventWriter struct {
	buf     *bufio.Writer
	control *http.ResponseController
	err     error
}

func newEventWriter(w http.ResponseWriter) *eventWriter {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // nginx would collect events otherwise
	w.WriteHeader(http.StatusOK)
	return &eventWriter{buf: bufio.NewWriter(w), control: http.NewResponseController(w)}
}

func (w *eventWriter) comment(text string) { fmt.Fprintf(w.buf, ": %s\n\n", text) }

func (w *eventWriter) click(c click.Click) {
	data, err := json.Marshal(clickOf(c))
	if err != nil {
		w.err = err
		return
	}
	fmt.Fprintf(w.buf, "id: %s\nevent: click\ndata: %s\n\n", ident.Text(ident.Click, c.ID), data)
}

// flush sends what was written, within writeTimeout.
func (w *eventWriter) flush() error {
	if w.err != nil {
		return w.err
	}
	// A server without deadlines is no reason to stop.
	_ = w.control.SetWriteDeadline(time.Now().Add(writeTimeout)) //nolint:forbidigo // the kernel's clock, not the product's
	if w.err = w.buf.Flush(); w.err == nil {
		w.err = w.control.Flush()
	}
	return w.err
}

// describeStream tells of the stream's events, which the framework cannot see.
func describeStream(doc *huma.OpenAPI) {
	doc.Paths["/clicks/stream"].Get.Responses["200"] = &huma.Response{
		Description: "Events named click; the data of each is a Click.",
		Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: ref[Click](doc.Components.Schemas)}},
	}
}

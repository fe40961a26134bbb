package retrieval_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/sealed"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/job"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
	"linnet/internal/infra/useragent"
	"linnet/internal/testkit"
)

// pages is the number of pages of the shortener, each of one link.
const pages = 5

// shortener is one whose faults the test chooses.
type shortener struct {
	faults map[string]error  // by cursor
	keys   map[string]string // that it accepts, by cursor; empty: any
	calls  []string          // cursors
	visits []string          // the link and the cursor of each call for visits
}

// source is a retrieval.Source of it.
type source struct {
	*shortener
	retrieval.Connection
}

// Page implements retrieval.Source.
func (s source) Page(_ context.Context, cursor string) (retrieval.Page, error) {
	s.calls = append(s.calls, cursor)
	if want := s.keys[cursor]; want != "" && want != s.Key {
		return retrieval.Page{}, fault.New(fault.Invalid, "The key is not accepted.").At("key")
	}
	if err := s.faults[cursor]; err != nil {
		delete(s.faults, cursor)
		return retrieval.Page{}, err
	}
	at := 0
	_, _ = fmt.Sscan(cursor, &at) // the first has none
	page := retrieval.Page{Total: pages, Next: fmt.Sprint(at + 1)}
	if at == pages-1 {
		page.Next = ""
	}
	page.Links = []retrieval.Link{{ID: fmt.Sprint(at), Cells: map[transfer.Field]string{transfer.URL: fmt.Sprintf("https://example.com/%d", at)}}}
	return page, nil
}

// Visits implements retrieval.Source: three pages of visits of a day each, of which one is of a bot.
func (s source) Visits(_ context.Context, l retrieval.Link, cursor string) (retrieval.VisitPage, error) {
	s.visits = append(s.visits, l.ID+"/"+cursor)
	at := "visits " + l.ID + "/" + cursor
	if err := s.faults[at]; err != nil {
		delete(s.faults, at)
		return retrieval.VisitPage{}, err
	}
	n := 0
	_, _ = fmt.Sscan(cursor, &n) // the first has none
	page := retrieval.VisitPage{Next: fmt.Sprint(n + 1), Visits: []retrieval.Visits{
		{At: testkit.Day().AddDate(0, 0, -n), Clicks: int64(n + 1)},
		{At: testkit.Day(), Clicks: 100, Bot: true},
		{At: testkit.Day(), Clicks: 100, Agent: "curl/8.5.0"},
		{At: testkit.Day().AddDate(0, 0, 2), Clicks: 100},
		{At: time.Unix(0, 0), Clicks: 100},
		{At: testkit.Day(), Clicks: -1},
	}}
	if n == 2 {
		page.Next = ""
	}
	return page, nil
}

// install is a workspace that retrieves links of a shortener.
type install struct {
	testkit.Unguarded
	*shortener

	t          *testing.T
	store      *records.Store
	clock      *clock.Manual
	owner      access.Actor
	jobs       *job.Service
	transfers  *transfer.Service
	retrievals *retrieval.Service
	tasks      *queue.Queue
}

func noLimits(context.Context, string) (plan.Limits, error) { return plan.Limits{}, nil }

func newInstall(t *testing.T, s *records.Store) *install {
	t.Helper()
	in := &install{t: t, store: s, clock: clock.NewManual(testkit.Day()), owner: testkit.Owner(t, s)}
	in.shortener = &shortener{faults: map[string]error{}, keys: map[string]string{}}
	agents, err := useragent.New("")
	if err != nil {
		t.Fatal(err)
	}
	domains := domain.New(domain.Deps{Store: s, Clock: in.clock, Limits: noLimits})
	links := link.New(link.Deps{Store: s, Domains: domains, Hasher: password.New(password.Params{MemoryKiB: 8, Iterations: 1}), Clock: in.clock}, in)
	in.jobs = job.NewService(s, noLimits, in.clock)
	actorFor := workspace.NewService(s, testkit.NoLimits, in.clock).ActorFor
	in.transfers = transfer.NewService(transfer.Deps{
		Store: s, Files: s, Jobs: in.jobs, Links: links, Folders: label.NewService(s, in.clock), ActorFor: actorFor, Clock: in.clock, Scheme: "http",
	})
	in.retrievals = retrieval.NewService(retrieval.Deps{
		Steps: s, Files: s, Jobs: in.jobs, Transfers: in.transfers, ActorFor: actorFor, Clock: in.clock,
		Open: func(c retrieval.Connection) retrieval.Source { return source{in.shortener, c} },
		Box:  sealed.New().Box("test"), Agents: agents,
	})
	log := slog.New(slog.DiscardHandler)
	runner := job.NewRunner(job.RunnerDeps{Store: s, Handlers: map[job.Kind]job.Handler{job.Retrieval: in.retrievals.Run}, Clock: in.clock, Log: log})
	in.tasks = queue.New(queue.Deps{Store: s, Kinds: []queue.Kind{runner.Kind()}, Clock: in.clock, Log: log})
	return in
}

func (in *install) start() job.Job { return in.startWith(false) }

func (in *install) startWith(history bool) job.Job {
	in.t.Helper()
	j, err := in.retrievals.Start(in.t.Context(), in.owner, retrieval.Connection{
		From: retrieval.Shlink, URL: "https://old.example.com/", Key: " first ", History: history,
	})
	if err != nil {
		in.t.Fatal(err)
	}
	return j
}

// run runs what is due, and returns the job.
func (in *install) run(id string) job.Job {
	in.t.Helper()
	for {
		ran, err := in.tasks.RunOne(in.t.Context(), job.TaskKind, "")
		if err != nil {
			in.t.Fatal(err)
		}
		if !ran {
			return in.job(id)
		}
	}
}

func (in *install) job(id string) job.Job {
	in.t.Helper()
	j, err := in.jobs.Get(in.t.Context(), in.owner, id)
	if err != nil {
		in.t.Fatal(err)
	}
	return j
}

// wantDone fails the test unless the job has read each link once, into a draft.
func (in *install) wantDone(j job.Job) {
	in.t.Helper()
	if j.State != job.Done || j.Done != pages || j.InputID != "" {
		in.t.Fatalf("%+v", j)
	}
	draft := in.job(retrieval.ImportOf(j))
	raw, err := io.ReadAll(job.Open(in.t.Context(), in.store, draft.InputID, 0))
	if err != nil || draft.State != job.Draft || draft.Total != pages {
		in.t.Fatalf("%+v, %v", draft, err)
	}
	for i := range pages {
		if n := strings.Count(string(raw), fmt.Sprintf("https://example.com/%d,", i)); n != 1 {
			in.t.Errorf("link %d is in the file %d times", i, n)
		}
	}
}

func TestRetrieval_ReadsEachLinkOnce(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		in.wantDone(in.run(in.start().ID))
	})
}

func TestRetrieval_WaitsAsLongAsTheShortenerSays(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	j := in.start()
	in.faults["2"] = fault.New(fault.RateLimited, "Later.").RetryAfter(5 * time.Minute)
	for _, wait := range []time.Duration{0, 4 * time.Minute} {
		in.clock.Advance(wait)
		if j = in.run(j.ID); j.State != job.Queued || j.Done != 2 {
			t.Fatalf("after %s: %+v", wait, j)
		}
	}
	in.clock.Advance(time.Minute)
	in.wantDone(in.run(j.ID))
	if got := strings.Join(in.calls, " "); got != "  1 2 2 3 4" { // the first page twice: Start asks for it, too
		t.Errorf("it asked for %q", got)
	}
}

func TestRetrieval_EndsWhenTheWorkspaceIsSuspended(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		j := in.start()
		if err := s.SetWorkspaceSuspended(t.Context(), in.owner.WorkspaceID, true, event.Event{At: in.clock.Now()}); err != nil {
			t.Fatal(err)
		}
		if j = in.run(j.ID); j.State != job.Failed || len(in.calls) != 1 { // that of Start
			t.Errorf("after %d calls: %+v", len(in.calls), j)
		}
	})
}

func TestRetrieval_RepeatsFailedCalls(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	j := in.start()
	in.faults["3"] = fault.New(fault.Unavailable, "Down.")
	if j = in.run(j.ID); j.State != job.Queued || j.Done != 3 {
		t.Fatalf("%+v", j)
	}
	in.clock.Advance(time.Minute)
	in.wantDone(in.run(j.ID))
}

func TestRetrieval_PausesWithoutAKeyAndGoesOnWithAnother(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		j := in.start()
		in.keys["3"] = "second"
		j = in.run(j.ID)
		if j.State != job.Cancelled || j.Message != "The key is not accepted." || j.Done != 3 || !j.Resumable() {
			t.Fatalf("%+v", j)
		}
		if _, err := in.retrievals.SetKey(t.Context(), in.owner, j.ID, "two\nlines"); !fault.Names(err, "key") {
			t.Errorf("a key of two lines: %v", err)
		}
		if _, err := in.retrievals.SetKey(t.Context(), in.owner, j.ID, "second"); err != nil {
			t.Fatal(err)
		}
		if _, err := in.jobs.Resume(t.Context(), in.owner, j.ID); err != nil {
			t.Fatal(err)
		}
		in.wantDone(in.run(j.ID))
	})
}

func TestRetrieval_ContinuesWithTheNextVisitsOfALink(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	j := in.startWith(true)
	in.faults["visits 2/1"] = fault.New(fault.RateLimited, "Later.").RetryAfter(time.Minute)
	if j = in.run(j.ID); j.State != job.Queued || j.Done != 2 {
		t.Fatalf("%+v", j)
	}
	in.faults["visits 2/2"] = fault.New(fault.Unavailable, "Down.")
	in.clock.Advance(time.Minute)
	if j = in.run(j.ID); j.State != job.Queued || j.Done != 2 {
		t.Fatalf("%+v", j)
	}
	in.clock.Advance(time.Minute)
	in.wantDone(in.run(j.ID))
	want := "0/ 0/1 0/2 1/ 1/1 1/2 2/ 2/1 2/1 2/2 2/2 3/ 3/1 3/2 4/ 4/1 4/2"
	if got := strings.Join(in.visits, " "); got != want {
		t.Errorf("it asked for the visits %q, want %q", got, want)
	}
	for id, history := range in.histories(j) {
		if history != "2026-11-18 3; 2026-11-19 2; 2026-11-20 1" {
			t.Errorf("the history of %s is %q", id, history)
		}
	}
}

func TestStart_ReadsNoHistoryThatAShortenerDoesNotTell(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	for _, from := range retrieval.Shorteners() {
		_, err := in.retrievals.Start(t.Context(), in.owner, retrieval.Connection{From: from, URL: "https://old.example.com", Key: "first", History: true})
		if from.HasHistory() != (err == nil) || err != nil && !fault.Names(err, "history") {
			t.Errorf("%s: %v", from, err)
		}
	}
}

func TestRetrieval_StopsAtARepeatedPage(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	in.retrievals.Open = func(retrieval.Connection) retrieval.Source { return endless{} }
	j := in.run(in.start().ID)
	if j.State != job.Cancelled || j.Done != 1 || !strings.Contains(j.Message, "again and again") {
		t.Errorf("%+v", j)
	}
}

// endless returns the same page for ever.
type endless struct{}

// Page implements retrieval.Source.
func (endless) Page(context.Context, string) (retrieval.Page, error) {
	return retrieval.Page{Next: "1", Links: []retrieval.Link{{ID: "1", Cells: map[transfer.Field]string{}}}}, nil
}

// Visits implements retrieval.Source.
func (endless) Visits(_ context.Context, _ retrieval.Link, _ string) (retrieval.VisitPage, error) {
	return retrieval.VisitPage{Next: "1"}, nil
}

func TestRetrieval_StopsAtRepeatedVisits(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	in.retrievals.Open = func(retrieval.Connection) retrieval.Source { return endless{} }
	j := in.run(in.startWith(true).ID)
	if j.State != job.Cancelled || j.Done != 0 || !strings.Contains(j.Message, "the same visits again and again") {
		t.Errorf("%+v", j)
	}
}

func TestRetrieval_StoresNoKeyThatCanBeRead(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	j := in.start()
	content, err := io.ReadAll(job.Open(t.Context(), in.store, j.InputID, 0)) // unpacked
	if err != nil || len(content) == 0 || bytes.Contains(content, []byte("first")) || bytes.Contains(j.Params, []byte("first")) {
		t.Errorf("the key is stored as %q, %s, %v", content, j.Params, err)
	}
	input := j.InputID
	in.wantDone(in.run(j.ID))
	if _, err := in.store.Chunk(t.Context(), input, 0); !fault.Is(err, fault.NotFound) {
		t.Errorf("the key is still stored: %v", err)
	}
}

func TestStart_IsForMembersWhoMayChangeLinks(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	viewer := in.owner
	viewer.Role = access.Viewer
	for name, err := range map[string]error{
		"start":   second(in.retrievals.Start(t.Context(), viewer, retrieval.Connection{From: retrieval.Shlink, URL: "https://old.example.com", Key: "first"})),
		"set key": second(in.retrievals.SetKey(t.Context(), viewer, in.start().ID, "other")),
	} {
		if !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second(_ job.Job, err error) error { return errors.Join(err) }

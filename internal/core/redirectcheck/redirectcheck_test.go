package redirectcheck_test

import (
	"context"
	"encoding/csv"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/sealed"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/job"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
	"linnet/internal/core/redirectcheck"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/routing"
	"linnet/internal/core/transfer"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/outbound"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
	"linnet/internal/infra/shorteners"
	"linnet/internal/infra/useragent"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testshorteners"
)

// install is a workspace that has imported the links of a shortener.
type install struct {
	testkit.Unguarded

	t         *testing.T
	clock     *clock.Manual
	owner     access.Actor
	old       *testshorteners.Shortener
	retrieved string // the id of the retrieval
	jobs      *job.Service
	links     *link.Service
	transfers *transfer.Service
	checks    *redirectcheck.Service
	tasks     *queue.Queue
	handlers  map[job.Kind]job.Handler
}

func noLimits(context.Context, string) (plan.Limits, error) { return plan.Limits{}, nil }

// newInstall imports the links of a shortener.
func newInstall(t *testing.T, s *records.Store, from retrieval.Shortener, old *testshorteners.Shortener) *install {
	t.Helper()
	in := &install{t: t, clock: clock.NewManual(testkit.Day()), owner: testkit.Owner(t, s), old: old}
	in.old.SetFaults(testshorteners.Faults{Wrong: true})
	domains := domain.New(domain.Deps{Store: s, Clock: in.clock, Limits: noLimits})
	agents, err := useragent.New("")
	if err != nil {
		t.Fatal(err)
	}
	facts := &routing.Facts{Agents: agents}
	in.links = link.New(link.Deps{Store: s, Domains: domains, Hasher: password.New(password.Params{MemoryKiB: 8, Iterations: 1}), Clock: in.clock, Facts: facts}, in)
	in.jobs = job.NewService(s, noLimits, in.clock)
	actorFor := workspace.NewService(s, testkit.NoLimits, in.clock).ActorFor
	in.transfers = transfer.NewService(transfer.Deps{
		Store: s, Files: s, Jobs: in.jobs, Links: in.links, Folders: label.NewService(s, in.clock), ActorFor: actorFor, Clock: in.clock, Scheme: "http",
	})
	local := outbound.Options{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, NoRedirects: true}
	retrievals := retrieval.NewService(retrieval.Deps{
		Steps: s, Files: s, Jobs: in.jobs, Transfers: in.transfers, ActorFor: actorFor, Clock: in.clock,
		Open: shorteners.NewOpener(outbound.New(local), in.clock).Open, Box: sealed.New().Box("test"),
	})
	in.checks = redirectcheck.NewService(redirectcheck.Deps{
		Steps: s, Files: s, Jobs: in.jobs, Links: in.links, ActorFor: actorFor, Clock: in.clock,
		Asker: shorteners.NewAsker(in, in.clock, always()),
	})
	in.handlers = map[job.Kind]job.Handler{job.Retrieval: retrievals.Run, job.Check: in.checks.Run}
	maps.Copy(in.handlers, in.transfers.Handlers())
	log := slog.New(slog.DiscardHandler)
	runner := job.NewRunner(job.RunnerDeps{Store: s, Handlers: in.handlers, Clock: in.clock, Log: log})
	in.tasks = queue.New(queue.Deps{Store: s, Kinds: []queue.Kind{runner.Kind()}, Clock: in.clock, Log: log})
	read, err := retrievals.Start(t.Context(), in.owner, retrieval.Connection{From: from, URL: in.old.URL, Key: in.old.Key})
	if err != nil {
		t.Fatal(err)
	}
	in.retrieved = read.ID
	draft := retrieval.ImportOf(in.run(read.ID))
	if _, err := in.transfers.Start(t.Context(), in.owner, draft, transfer.Options{}); err != nil {
		t.Fatal(err)
	}
	in.run(draft)
	return in
}

// always is a pace without waits.
func always() <-chan time.Time {
	c := make(chan time.Time)
	close(c)
	return c
}

// Do implements shorteners.Caller: the domains of the short URLs lead to the old shortener.
func (in *install) Do(r *http.Request) (*http.Response, error) {
	server, err := url.Parse(in.old.URL)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Host = r.URL.Host
	r.URL.Scheme, r.URL.Host = server.Scheme, server.Host
	return http.DefaultTransport.RoundTrip(r)
}

// run runs what is due, and returns a job.
func (in *install) run(id string) job.Job {
	in.t.Helper()
	for {
		ran, err := in.tasks.RunOne(in.t.Context(), job.TaskKind, "")
		if err != nil {
			in.t.Fatal(err)
		}
		if !ran {
			break
		}
	}
	j, err := in.jobs.Get(in.t.Context(), in.owner, id)
	if err != nil {
		in.t.Fatal(err)
	}
	return j
}

func (in *install) start(sample int) job.Job {
	in.t.Helper()
	j, err := in.checks.Start(in.t.Context(), in.owner, in.retrieved, sample)
	if err != nil {
		in.t.Fatal(err)
	}
	return j
}

// rows returns the rows of a report.
func (in *install) rows(id string) [][]string {
	in.t.Helper()
	_, file, err := in.transfers.Output(in.t.Context(), in.owner, job.Check, id)
	if err != nil {
		in.t.Fatal(err)
	}
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		in.t.Fatal(err)
	}
	return rows[1:]
}

// report returns the short URLs of a report by their result.
func (in *install) report(id string) map[redirectcheck.Result][]string {
	in.t.Helper()
	out := map[redirectcheck.Result][]string{}
	for _, row := range in.rows(id) {
		result := redirectcheck.Result(row[1])
		out[result] = append(out[result], row[0])
	}
	return out
}

// wrong returns the short URLs that lead elsewhere at the old shortener.
func (in *install) wrong() []string {
	var out []string
	for _, l := range in.old.Wrong() {
		out = append(out, in.old.Short(l))
	}
	slices.Sort(out)
	return out
}

// banned returns the short URLs that lead to a page of Kutt's own, about banned links.
func (in *install) banned() []string {
	var out []string
	for _, l := range in.old.All() {
		if l.Archived {
			out = append(out, in.old.Short(l))
		}
	}
	return out
}

// TestCheck_FindsExactlyTheWrongRedirects has links of each kind: the one with every field has
// targets of its own for phones, a start and an end; two differ in case; one has no destination.
func TestCheck_FindsExactlyTheWrongRedirects(t *testing.T) {
	t.Parallel()
	for from, of := range map[retrieval.Shortener]struct {
		open   func(testing.TB) *testshorteners.Shortener
		failed int // links without a destination, with an alias that is taken in upper case, or with a password that is not told
	}{
		retrieval.Bitly: {testshorteners.Bitly, 2}, retrieval.Dub: {testshorteners.Dub, 2}, retrieval.Kutt: {testshorteners.Kutt, 3},
		retrieval.Rebrandly: {testshorteners.Rebrandly, 2}, retrieval.Shlink: {testshorteners.Shlink, 2},
		retrieval.ShortIO: {testshorteners.ShortIO, 3}, retrieval.YOURLS: {testshorteners.YOURLS, 2},
	} {
		t.Run(string(from), func(t *testing.T) {
			t.Parallel()
			in := newInstall(t, testkit.SQLite(t), from, of.open(t))
			j := in.run(in.start(0).ID)
			got := in.report(j.ID)
			differs, want := slices.Sorted(slices.Values(got[redirectcheck.Differs])), in.wrong()
			if from == retrieval.Kutt {
				want = slices.Sorted(slices.Values(append(want, in.banned()...)))
			}
			if !slices.Equal(differs, want) {
				t.Errorf("%d redirects differ: %v; want %d: %v", len(differs), differs, len(want), want)
			}
			equal, absent := len(got[redirectcheck.Equal]), len(got[redirectcheck.NotImported])
			if equal+len(want)+of.failed != testshorteners.Count || absent != of.failed {
				t.Errorf("%d are equal, %d not imported", equal, absent)
			}
			if j.State != job.Done || j.Done != testshorteners.Count || j.Failed != len(want)+of.failed {
				t.Errorf("the job is %+v", j)
			}
			t.Logf("%d links: %d equal, %d differ, %d not imported", j.Done, equal, len(differs), absent)
		})
	}
}

func TestCheck_ChecksASample(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s, retrieval.Shlink, testshorteners.Shlink(t))
		j := in.run(in.start(100).ID)
		got := in.report(j.ID)
		if total := len(slices.Concat(slices.Collect(maps.Values(got))...)); j.Total != 100 || j.Done != 100 || total != 100 {
			t.Errorf("%d rows, %+v", total, j)
		}
	})
}

// asker answers for the old shortener.
type asker func(shortURL string, v redirectcheck.Visitor) (redirectcheck.Answer, error)

// Ask implements redirectcheck.Asker.
func (a asker) Ask(_ context.Context, shortURL string, v redirectcheck.Visitor) (redirectcheck.Answer, error) {
	return a(shortURL, v)
}

func TestCheck_WaitsForServersAndGivesUpOnes(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t), retrieval.Shlink, testshorteners.Shlink(t))
	asked := 0
	in.checks.Asker = asker(func(string, redirectcheck.Visitor) (redirectcheck.Answer, error) {
		asked++
		return redirectcheck.Answer{}, fault.New(fault.RateLimited, "Later.").RetryAfter(time.Minute)
	})
	in.handlers[job.Check] = in.checks.Run
	j := in.run(in.start(1).ID)
	if j.State != job.Queued || asked != 1 {
		t.Fatalf("after one question: %d, %+v", asked, j)
	}
	for range 10 {
		in.clock.Advance(time.Minute)
		j = in.run(j.ID)
	}
	if got := in.report(j.ID); j.State != job.Done || asked != 6 || len(got[redirectcheck.Unreachable]) != 1 {
		t.Errorf("asked %d times: %v, %+v", asked, got, j)
	}
}

func TestCheck_KnowsWhatIsGoneAndWhatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t), retrieval.Shlink, testshorteners.Shlink(t))
	n := 0
	in.checks.Asker = asker(func(string, redirectcheck.Visitor) (redirectcheck.Answer, error) {
		if n++; n == 1 {
			return redirectcheck.Answer{Status: http.StatusGone}, nil
		}
		return redirectcheck.Answer{}, fault.New(fault.Unavailable, "Down.")
	})
	in.handlers[job.Check] = in.checks.Run
	j := in.run(in.start(2).ID)
	if got := in.report(j.ID); len(got[redirectcheck.Gone]) != 1 || len(got[redirectcheck.Unreachable]) != 1 || j.Failed != 2 {
		t.Errorf("%v, %+v", got, j)
	}
}

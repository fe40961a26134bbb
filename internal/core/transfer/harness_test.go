package transfer_test

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/job"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
	"linnet/internal/core/transfer"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// install is a workspace with all that imports need.
type install struct {
	testkit.Unguarded

	t        testing.TB
	store    *records.Store
	clock    *clock.Manual
	owner    access.Actor
	limit    int
	links    *link.Service
	jobs     *job.Service
	transfer *transfer.Service
}

// Limits has the limit of links of the test.
func (in *install) Limits(context.Context, string) (plan.Limits, error) {
	return plan.Limits{Links: in.limit}, nil
}

// newInstall makes one; change may put something in front of the store.
func newInstall(t testing.TB, s *records.Store, change ...func(transfer.Store) transfer.Store) *install {
	t.Helper()
	in := &install{t: t, store: s, clock: clock.NewManual(testkit.Day()), owner: testkit.Owner(t, s)}
	domains := domain.New(domain.Deps{Store: s, Clock: in.clock, Limits: in.Limits})
	in.links = link.New(link.Deps{Store: s, Domains: domains, Hasher: password.New(password.Params{MemoryKiB: 8, Iterations: 1}), Clock: in.clock}, in)
	in.jobs = job.NewService(s, in.Limits, in.clock)
	s.Subscribe(in.jobs.OnEvent)
	var kept transfer.Store = s
	for _, c := range change {
		kept = c(kept)
	}
	in.transfer = in.services(kept)
	return in
}

func (in *install) services(kept transfer.Store) *transfer.Service {
	return transfer.NewService(transfer.Deps{
		Store: kept, Files: in.store, Jobs: in.jobs, Links: in.links,
		Folders: label.NewService(in.store, in.clock), ActorFor: workspace.NewService(in.store, testkit.NoLimits, in.clock).ActorFor, Clock: in.clock, Scheme: "http",
	})
}

// runnerStore is what a node that runs jobs needs of the records.
type runnerStore interface {
	job.Store
	queue.Store
}

// runner returns the queue of a node that runs jobs.
func (in *install) runner(s runnerStore) *queue.Queue {
	log := slog.New(slog.DiscardHandler)
	runner := job.NewRunner(job.RunnerDeps{Store: s, Handlers: in.transfer.Handlers(), Clock: in.clock, Log: log})
	return queue.New(queue.Deps{Store: s, Kinds: []queue.Kind{runner.Kind()}, Clock: in.clock, Log: log})
}

// upload makes a draft of a file.
func (in *install) upload(text string) job.Job {
	in.t.Helper()
	j, err := in.transfer.Upload(in.t.Context(), in.owner, "links.csv", strings.NewReader(text))
	if err != nil {
		in.t.Fatal(err)
	}
	return j
}

// run does all jobs that wait, and returns this one.
func (in *install) run(id string) job.Job {
	in.t.Helper()
	r := in.runner(in.store)
	for {
		ran, err := r.RunOne(in.t.Context(), job.TaskKind, "")
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

// imported imports a file whole.
func (in *install) imported(text string, o transfer.Options) job.Job {
	in.t.Helper()
	j := in.upload(text)
	if _, err := in.transfer.Start(in.t.Context(), in.owner, j.ID, o); err != nil {
		in.t.Fatal(err)
	}
	return in.run(j.ID)
}

// report returns the lines of a job's report, without its header.
func (in *install) report(id string) []string {
	in.t.Helper()
	_, r, err := in.transfer.Output(in.t.Context(), in.owner, job.Import, id)
	if err != nil {
		in.t.Fatal(err)
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		in.t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(strings.TrimPrefix(string(raw), "\ufeff")), "\r\n")
	return lines[1:]
}

// exported exports everything.
func (in *install) exported(format transfer.Format) string {
	in.t.Helper()
	j, err := in.transfer.StartExport(in.t.Context(), in.owner, transfer.ExportOptions{Format: format})
	if err != nil {
		in.t.Fatal(err)
	}
	if j = in.run(j.ID); j.State != job.Done {
		in.t.Fatalf("the export is %s: %s", j.State, j.Message)
	}
	_, r, err := in.transfer.Output(in.t.Context(), in.owner, job.Export, j.ID)
	if err != nil {
		in.t.Fatal(err)
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		in.t.Fatal(err)
	}
	return string(raw)
}

// find returns the link of an alias.
func (in *install) find(alias string) *link.Link {
	in.t.Helper()
	l, err := in.links.Lookup(in.t.Context(), in.owner, "", alias)
	if err != nil {
		in.t.Fatalf("%s: %v", alias, err)
	}
	return l
}

func (in *install) count() int {
	in.t.Helper()
	n, err := in.links.Count(in.t.Context(), in.owner)
	if err != nil {
		in.t.Fatal(err)
	}
	return n
}

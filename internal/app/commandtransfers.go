package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/config"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
	"linnet/internal/core/pixels"
	"linnet/internal/core/qr"
	"linnet/internal/core/queue"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/routing"
	"linnet/internal/core/transfer"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/imaging"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
	"linnet/internal/infra/useragent"
)

// Transfers are the imports and exports of one workspace on behalf of a member.
// They use the records but not the click store, which only the running node can
// open. Close them after use.
type Transfers struct {
	cfg       config.Config
	records   *records.Store
	transfers *transfers
	tasks     *queue.Queue // of jobs
	actor     access.Actor

	running sync.WaitGroup // run
}

// TransferOptions name the workspace and the member.
type TransferOptions struct {
	User      string // email address of the member
	Workspace string // id; empty: the member's first workspace
	Log       *slog.Logger
	Warnings  io.Writer // for sentences that the operator should read
}

// OpenTransfers opens the records. It fails when there is no such member.
func OpenTransfers(ctx context.Context, cfg config.Config, o TransferOptions) (*Transfers, error) {
	records, err := stores.OpenRecords(ctx, cfg)
	if err != nil {
		return nil, err
	}
	t, err := newCommandTransfers(ctx, cfg, records, o)
	if err != nil {
		return nil, errors.Join(err, records.Close())
	}
	return t, nil
}

func newCommandTransfers(ctx context.Context, cfg config.Config, records *records.Store, o TransferOptions) (*Transfers, error) {
	clock := clock.System{}
	plans, err := loadPlans(ctx, cfg.Plans, records)
	if err != nil {
		return nil, err
	}
	limits := allowance{records: records, plans: plans}
	guards, err := commandGuards(ctx, cfg, limits, records, clock, o.Log)
	if err != nil {
		return nil, err
	}
	domains := domain.New(domain.Deps{Store: records, Clock: clock})
	warnOfOtherHost(ctx, domains, cfg, o.Warnings)
	links := link.New(link.Deps{Store: records, Domains: domains, Hasher: password.New(password.Default()), Clock: clock}, guards)
	account, err := records.AccountByEmail(ctx, routing.Fold(strings.TrimSpace(o.User)))
	if fault.Is(err, fault.NotFound) {
		return nil, fmt.Errorf("no user has the address %s; check --user, and that LINNET_DATA names the right folder", o.User)
	}
	if err != nil {
		return nil, fmt.Errorf("find the user %s: %w", o.User, err)
	}
	actorFor := workspace.NewService(records, plans.Limits, clock).ActorFor
	actor, err := actorFor(ctx, access.Actor{UserID: account.ID}, o.Workspace)
	if err != nil {
		return nil, err
	}
	noNotice := func(context.Context, job.Job) error { return nil } // the command prints the result
	stored, err := stores.OpenImages(cfg, clock)
	if err != nil {
		return nil, err
	}
	memory := pixels.NewBudget(memoryOf().drawing)
	library := newMedia(stored, records, limits.Limits, memory, nil, clock, o.Log)
	codes := qr.NewService(records, imaging.NewLibrary(library), guards.Room, memory, clock)
	t := &Transfers{
		cfg:       cfg,
		records:   records,
		actor:     actor,
		transfers: newTransfers(cfg, records, links, codes, actorFor, limits.Limits, noNotice, clock, o.Log),
	}
	t.tasks = queue.New(queue.Deps{Store: records, Kinds: []queue.Kind{t.transfers.runner.Kind()}, Clock: clock, Log: o.Log})
	return t, nil
}

// Close waits for the end of a job that Wait has run, and closes the records. Wait must
// have returned.
func (t *Transfers) Close() error {
	t.running.Wait()
	return t.records.Close()
}

// Import uploads a file and starts the job that imports it.
func (t *Transfers) Import(ctx context.Context, name string, file io.Reader, o transfer.Options) (job.Job, error) {
	j, err := t.transfers.service.Upload(ctx, t.actor, name, file)
	if err != nil {
		return j, err
	}
	return t.StartDraft(ctx, j.ID, o)
}

// StartDraft starts an import that is a draft, and removes it where it cannot be started.
func (t *Transfers) StartDraft(ctx context.Context, id string, o transfer.Options) (job.Job, error) {
	started, err := t.transfers.service.Start(ctx, t.actor, id, o)
	if err != nil {
		return started, errors.Join(err, t.transfers.jobs.Remove(ctx, t.actor, id))
	}
	return started, nil
}

// Retrieve starts the job that reads the links of another shortener into a draft, which
// retrieval.ImportOf names at its end.
func (t *Transfers) Retrieve(ctx context.Context, c retrieval.Connection) (job.Job, error) {
	key, err := stores.OpenSecretKey(ctx, t.cfg, t.records)
	if err != nil {
		return job.Job{}, err
	}
	agents, err := useragent.New(t.cfg.Bots)
	if err != nil {
		return job.Job{}, err
	}
	t.transfers.addRetrievals(t.cfg, t.records, key, agents, clock.System{})
	return t.transfers.retrievals.Start(ctx, t.actor, c)
}

const (
	// claimTimeout is how long a job waits for the running node to claim it.
	claimTimeout = 2*queue.DefaultPoll + time.Second
	progressPoll = 250 * time.Millisecond
)

// Wait waits until a job has ended and reports its progress meanwhile. It runs
// the job itself while no node claims it within claimTimeout. It returns the error
// of a job that it cannot run.
func (t *Transfers) Wait(ctx context.Context, id string, progress func(done, total int)) (job.Job, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends run
	tick := time.NewTicker(progressPoll)
	defer tick.Stop()
	unclaimed := time.NewTimer(claimTimeout)
	defer unclaimed.Stop()
	ran := make(chan error, 1)
	shown := -1
	for {
		j, err := t.transfers.jobs.Get(ctx, t.actor, id)
		if err != nil {
			return j, err
		}
		if j.State.Ended() {
			t.running.Wait() // it deletes the task
			return j, nil
		}
		if j.Done != shown && j.State == job.Running {
			shown = j.Done
			progress(j.Done, j.Total)
		}
		select {
		case <-ctx.Done():
			return j, ctx.Err()
		case <-tick.C:
		case <-unclaimed.C:
			t.running.Go(func() { ran <- t.run(ctx, id) })
		case err := <-ran:
			if err != nil {
				return j, fmt.Errorf("run the job: %w", err)
			}
			unclaimed.Reset(claimTimeout) // the job has ended, or a node has it
		}
	}
}

// run runs the job, one time slice after the other, while no node has its lease.
// The job stores its result.
func (t *Transfers) run(ctx context.Context, id string) error {
	for {
		if ran, err := t.tasks.RunOne(ctx, job.TaskKind, id); !ran || err != nil {
			return err
		}
	}
}

// Report returns the report of an import that has ended.
func (t *Transfers) Report(ctx context.Context, id string) (io.Reader, error) {
	_, report, err := t.transfers.service.Output(ctx, t.actor, job.Import, id)
	return report, err
}

// Export writes links to w and returns their number.
func (t *Transfers) Export(ctx context.Context, o transfer.ExportOptions, w io.Writer) (int, error) {
	return t.transfers.service.WriteExport(ctx, t.actor, o, w)
}

package app

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"

	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/job"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/transfer"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/records"
)

// transfers moves links in and out, as jobs.
type transfers struct {
	jobs    *job.Service
	service *transfer.Service
	runner  *job.Runner

	done, failed atomic.Uint64 // jobs that ended on this node
}

// count notes how a job ended.
func (t *transfers) count(j job.Job) {
	switch j.State {
	case job.Done:
		t.done.Add(1)
	case job.Failed:
		t.failed.Add(1)
	}
}

// newTransfers makes them. ended hears of jobs that are done or have failed.
func newTransfers(
	cfg config.Config, records *records.Store, links *link.Service, ended func(context.Context, job.Job) error, clk clock.Clock, log *slog.Logger,
) *transfers {
	scheme, _, _ := strings.Cut(cfg.PublicURL, "://")
	t := &transfers{jobs: job.NewService(records, clk)}
	t.service = transfer.NewService(transfer.Deps{
		Store: records, Files: records, Jobs: t.jobs, Links: links, Folders: label.NewService(records, clk),
		Actors: workspace.NewService(records, clk), Clock: clk, Scheme: scheme,
	})
	t.runner = job.NewRunner(records, t.service.Handlers(), func(ctx context.Context, j job.Job) {
		t.count(j)
		if j.Kind == job.Import && transfer.TallyOf(j).DryRun {
			return // nothing was imported
		}
		if err := ended(ctx, j); err != nil {
			log.WarnContext(ctx, "nobody was told of the end of a job", "job", j.ID, "error", err)
		}
	}, clk, log)
	records.Subscribe(t.jobs.Hear)
	records.Subscribe(t.runner.Hear)
	return t
}

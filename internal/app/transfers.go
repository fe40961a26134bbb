package app

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"

	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/access"
	"linnet/internal/core/dataexport"
	"linnet/internal/core/job"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/linkchange"
	"linnet/internal/core/plan"
	"linnet/internal/core/qr"
	"linnet/internal/core/transfer"
	"linnet/internal/edge/httpapi"
	"linnet/internal/infra/records"
)

// transfers are the services of imports, exports and changes of many links.
type transfers struct {
	jobs     *job.Service
	service  *transfer.Service
	changes  *linkchange.Service
	archives *qr.Archiver // of QR codes, which are exports too
	runner   *job.Runner  // a queue with its kind runs the jobs

	dataExports *dataexport.Service // of users

	done, failed atomic.Uint64 // jobs that ended on this node
}

// count counts a finished job.
func (t *transfers) count(j job.Job) {
	switch j.State {
	case job.Done:
		t.done.Add(1)
	case job.Failed:
		t.failed.Add(1)
	}
}

// newTransfers returns the services. It calls ended for jobs that are done or have failed.
func newTransfers(
	cfg config.Config,
	records *records.Store,
	links *link.Service,
	codes *qr.Service,
	actorFor func(ctx context.Context, a access.Actor, workspaceID string) (access.Actor, error),
	limits plan.LimitsOf,
	ended func(context.Context, job.Job) error,
	clock clock.Clock,
	log *slog.Logger,
) *transfers {
	scheme, _, _ := strings.Cut(cfg.PublicURL, "://")
	t := &transfers{jobs: job.NewService(records, limits, clock)}
	t.service = transfer.NewService(transfer.Deps{
		Store:    records,
		Files:    records,
		Jobs:     t.jobs,
		Links:    links,
		Folders:  label.NewService(records, clock),
		ActorFor: actorFor,
		Clock:    clock,
		Scheme:   scheme,
	})
	t.changes = linkchange.NewService(linkchange.Deps{
		Steps: records, Files: records, Jobs: t.jobs, Links: links, ActorFor: actorFor, Clock: clock,
	})
	t.archives = qr.NewArchiver(qr.ArchiverDeps{
		Codes:    codes,
		Jobs:     t.jobs,
		Files:    records,
		ActorFor: actorFor,
		Text:     httpapi.QRCodeText(scheme),
		Clock:    clock,
	})
	t.runner = job.NewRunner(job.RunnerDeps{
		Store: records, Handlers: t.handlers(), Clock: clock, Log: log,
		Ended: func(ctx context.Context, j job.Job) {
			t.count(j)
			if j.Kind == job.Import && transfer.TallyOf(j).DryRun {
				return // nothing was imported
			}
			if err := ended(ctx, j); err != nil {
				log.WarnContext(ctx, "job completion callback failed", "job", j.ID, "err", err)
			}
		},
	})
	t.dataExports = dataexport.New(dataexport.Deps{Store: records, WriteLinks: t.service.WriteLinks, Clock: clock})
	records.Subscribe(t.jobs.OnEvent)
	return t
}

// handlers returns the handlers of jobs.
func (t *transfers) handlers() map[job.Kind]job.Handler {
	handlers := t.service.Handlers()
	links := handlers[job.Export]
	handlers[job.Export] = func(ctx context.Context, j job.Job, owner string) error {
		if qr.IsArchive(j) {
			return t.archives.Run(ctx, j, owner)
		}
		return links(ctx, j, owner)
	}
	handlers[job.Change] = t.changes.Run
	return handlers
}

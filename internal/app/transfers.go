package app

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/core/access"
	"linnet/internal/core/dataexport"
	"linnet/internal/core/job"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/linkchange"
	"linnet/internal/core/plan"
	"linnet/internal/core/qr"
	"linnet/internal/core/redirectcheck"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/httpapi"
	"linnet/internal/infra/outbound"
	"linnet/internal/infra/records"
	"linnet/internal/infra/shorteners"
)

// transfers are the services of imports, exports and changes of many links.
type transfers struct {
	jobs     *job.Service
	service  *transfer.Service
	changes  *linkchange.Service
	archives *qr.Archiver // of QR codes, which are exports too
	runner   *job.Runner  // a queue with its kind runs the jobs

	links      *link.Service
	actorFor   actorFor
	retrievals *retrieval.Service     // nil until addRetrievals
	checks     *redirectcheck.Service // likewise

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

// actorFor returns the current permissions of a user in a workspace.
type actorFor = func(ctx context.Context, a access.Actor, workspaceID string) (access.Actor, error)

// newTransfers returns the services. It calls ended for jobs that are done or have failed.
func newTransfers(
	cfg config.Config,
	records *records.Store,
	links *link.Service,
	codes *qr.Service,
	actorFor actorFor,
	limits plan.LimitsOf,
	ended func(context.Context, job.Job) error,
	clock clock.Clock,
	log *slog.Logger,
) *transfers {
	scheme, _, _ := strings.Cut(cfg.PublicURL, "://")
	t := &transfers{jobs: job.NewService(records, limits, clock), links: links, actorFor: actorFor}
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

// addRetrievals adds the services of retrievals and of checks. A command without retrievals needs no secret key.
func (t *transfers) addRetrievals(
	cfg config.Config, records *records.Store, key sealed.Key, agents visitor.AgentParser, clock clock.Clock,
) {
	networks, _ := cfg.ImportPrefixes() // Validate reports the error
	calls := titleRequests(strings.TrimRight(cfg.PublicURL, "/"))
	calls.Allow, calls.MaxBody, calls.Timeout, calls.NoRedirects = networks, shorteners.MaxAnswer+1, retrievalTimeout, true
	visits := calls
	visits.Visits = true
	t.retrievals = retrieval.NewService(retrieval.Deps{
		Steps:     records,
		Files:     records,
		Jobs:      t.jobs,
		Transfers: t.service,
		Open:      shorteners.NewOpener(outbound.New(calls), clock).Open,
		ActorFor:  t.actorFor,
		Box:       key.Box("keys of shorteners"),
		Agents:    agents,
		Clock:     clock,
	})
	t.runner.Handlers[job.Retrieval] = t.retrievals.Run
	t.checks = redirectcheck.NewService(redirectcheck.Deps{
		Steps:    records,
		Files:    records,
		Jobs:     t.jobs,
		Links:    t.links,
		Asker:    shorteners.NewAsker(outbound.New(visits), clock, time.NewTicker(time.Second/checksPerSecond).C),
		ActorFor: t.actorFor,
		Clock:    clock,
	})
	t.runner.Handlers[job.Check] = t.checks.Run
}

const (
	retrievalTimeout = time.Minute // of one call of a shortener
	checksPerSecond  = 5           // requests for old short URLs that a node sends
)

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

package app

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"linnet/internal/app/doctor"
	"linnet/internal/app/installcopy"
	"linnet/internal/app/stores"
	"linnet/internal/base/fault"
	"linnet/internal/base/files"
	"linnet/internal/config"
	"linnet/internal/core/domain"
	"linnet/internal/edge/server"
	"linnet/internal/infra/records"
)

// NotifyStop returns a context that ends on SIGINT, SIGTERM or SIGHUP, and a
// function that releases it. It ignores SIGHUP if the process was started with
// SIGHUP ignored (nohup).
func NotifyStop(ctx context.Context) (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signal.NotifyContext(ctx, signals...)
}

// checkRecords refuses records that are an incomplete copy, and compares the open
// records with the clicks in the folder. It must run before the default domain is
// created.
func checkRecords(ctx context.Context, cfg config.Config, store clickStore, records *records.Store, log *slog.Logger) error {
	if unfinished, err := records.CopyUnfinished(ctx); err != nil || unfinished {
		return cmp.Or(err, fmt.Errorf("%w: the records (%s) are incomplete", installcopy.ErrUnfinished, records.Engine()))
	}
	if store.shared {
		return nil // no clicks are in the folder
	}
	_, err := domain.New(domain.Deps{Store: records, Clock: nil}).Default(ctx)
	fresh := fault.Is(err, fault.Unavailable)
	if err != nil && !fresh {
		return err
	}
	clicks := stores.HoldsData(cfg.InData(stores.ClicksFile))
	switch {
	case fresh && clicks && cfg.DatabaseURL != "" && !cfg.NewInstall: // stores.CheckRecordsFile is for SQLite
		return fmt.Errorf("%w: the records (%s) were never used", stores.ErrNewInstall, records.Engine())
	case !fresh && !clicks:
		log.ErrorContext(ctx, "click store missing; an empty one is created and statistics start from zero on this node", "file", cfg.InData(stores.ClicksFile))
	}
	return nil
}

// descriptorsForFiles is the number of file descriptors reserved for the stores,
// the journal and outgoing connections.
const descriptorsForFiles = 96

// maxConns returns the maximum number of connections within the limit of file
// descriptors; 0: no limit.
func maxConns() int {
	limit := descriptorLimit()
	if limit <= 0 {
		return 0
	}
	return max(limit-max(descriptorsForFiles, limit/8), 16)
}

// operationMetrics returns the metrics of disk, backups, clock, jobs and mail.
func operationMetrics(cfg config.Config, p *parts) []server.Metric {
	counter := func(name, help, result string, read func() uint64) server.Metric {
		return server.Metric{
			Name:    name,
			Help:    help,
			Counter: true,
			Labels:  map[string]string{"result": result},
			Read:    func() float64 { return float64(read()) },
		}
	}
	const jobs, mails, attempts = "linnet_jobs_total", "linnet_mails_total", "linnet_webhook_attempts_total"
	const jobsHelp, mailsHelp = "Imports and exports that ended on this node.", "Mails that were sent, or failed."
	const attemptsHelp = "Attempts of this node to deliver a message to a webhook. Those that wait are tasks of the kind webhook."
	transfers, mail, webhooks := p.services.transfers, p.services.mail, p.services.webhooks
	return slices.Concat(taskMetrics(p), p.schedule.Metrics(), p.clocks.metrics(), doctor.Losses{DataDir: cfg.Data}.Metrics(), []server.Metric{
		counter(jobs, jobsHelp, "done", transfers.done.Load),
		counter(jobs, jobsHelp, "failed", transfers.failed.Load),
		counter(mails, mailsHelp, "sent", func() uint64 { sent, _ := mail.Stats(); return sent }),
		counter(mails, mailsHelp, "failed", func() uint64 { _, failed := mail.Stats(); return failed }),
		counter(attempts, attemptsHelp, "succeeded", func() uint64 { return webhooks.Stats().Succeeded }),
		counter(attempts, attemptsHelp, "failed", func() uint64 { return webhooks.Stats().Failed }),
		{
			Name:    "linnet_webhooks_disabled_total",
			Help:    "Webhooks that this node disabled, because their receiver failed for too long or is gone.",
			Counter: true,
			Read:    func() float64 { return float64(webhooks.Stats().Disabled) },
		},
		{
			Name: "linnet_domains_failing",
			Help: "Custom domains of all workspaces whose DNS records are gone.",
			Read: func() float64 { return orNaN(p.records.FailingDomains(context.Background())) },
		},
		{
			Name: "linnet_disk_free_bytes",
			Help: "Free space of the file system that holds the data folder.",
			Read: func() float64 {
				free, err := files.FreeSpace(cfg.Data)
				if err != nil || free == math.MaxInt64 {
					return math.NaN()
				}
				return float64(free)
			},
		},
	})
}

// taskMetrics returns the metrics of background tasks, one series per kind.
func taskMetrics(p *parts) []server.Metric {
	var metrics []server.Metric
	for _, kind := range p.services.tasks.Kinds() {
		add := func(name, help string, counter bool, read func() float64) {
			metrics = append(metrics, server.Metric{
				Name:    name,
				Help:    help,
				Counter: counter,
				Labels:  map[string]string{"kind": kind},
				Read:    read,
			})
		}
		add("linnet_tasks_completed_total", "Background tasks that completed on this node.", true, func() float64 {
			return float64(p.services.tasks.Stats(kind).Completed)
		})
		add("linnet_tasks_failed_total", "Background tasks that failed for good on this node.", true, func() float64 {
			return float64(p.services.tasks.Stats(kind).Failed)
		})
		add("linnet_tasks_waiting", "Background tasks that are not completed.", false, func() float64 {
			return orNaN(p.records.TasksDue(context.Background(), kind, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)))
		})
		add("linnet_tasks_dead", "Background tasks that failed for good and are listed by linnet doctor.", false, func() float64 {
			return orNaN(p.records.TasksDead(context.Background(), kind))
		})
	}
	return metrics
}

// orNaN returns the value of a gauge, or NaN when it cannot be read.
func orNaN(n int, err error) float64 {
	if err != nil {
		return math.NaN()
	}
	return float64(n)
}

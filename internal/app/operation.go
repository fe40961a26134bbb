package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"linnet/internal/base/fault"
	"linnet/internal/base/files"
	"linnet/internal/config"
	"linnet/internal/core/domain"
	"linnet/internal/edge/server"
	"linnet/internal/infra/records"
)

// NotifyStop returns a context that ends when the process is asked to stop, and
// a function that releases it. SIGHUP stops it in the same orderly way, unless
// the process was started to ignore it (nohup).
func NotifyStop(ctx context.Context) (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signal.NotifyContext(ctx, signals...)
}

// ErrNewInstall is returned when the data folder holds the clicks of another
// install and no records.
var ErrNewInstall = errors.New("the data folder holds clicks but no records")

// checkRecordsFile refuses to create records.db in a folder that holds clicks:
// the file was lost, or a volume is not mounted.
func checkRecordsFile(cfg config.Config) error {
	if cfg.DatabaseURL != "" || cfg.NewInstall || !holdsData(inData(cfg, clicksFile)) || holdsData(inData(cfg, records.File)) {
		return nil
	}
	return fmt.Errorf("%w: %s is missing or empty", ErrNewInstall, inData(cfg, records.File))
}

// checkRecords compares records that are open with the clicks in the folder. It
// must run before the default domain is made.
func checkRecords(ctx context.Context, cfg config.Config, records *records.Store, log *slog.Logger) error {
	_, err := domain.NewService(records, nil).Default(ctx)
	fresh := fault.Is(err, fault.Unavailable)
	if err != nil && !fresh {
		return err
	}
	clicks := holdsData(inData(cfg, clicksFile))
	switch {
	case fresh && clicks && cfg.DatabaseURL != "" && !cfg.NewInstall: // checkRecordsFile is for SQLite
		return fmt.Errorf("%w: the records (%s) were never used", ErrNewInstall, records.Engine())
	case !fresh && !clicks:
		log.ErrorContext(ctx, "click store missing; an empty one is created and statistics start from zero on this node", "file", inData(cfg, clicksFile))
	}
	return nil
}

// holdsData reports whether a file exists and is not empty.
func holdsData(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// ownFiles are the names in the data folder that Linnet made, by their prefix.
var ownFiles = []string{records.File, clicksFile, controlName, "journal", "mail", records.Backups} //nolint:gochecknoglobals // a constant list

// restrictFiles takes the access of other users off what Linnet made in the
// data folder. The folder itself stays as the operator made it.
func restrictFiles(ctx context.Context, data string, log *slog.Logger) {
	entries, err := os.ReadDir(data)
	if err != nil {
		log.WarnContext(ctx, "data folder not readable", "error", err)
		return
	}
	for _, entry := range entries {
		if !isOwnFile(entry.Name()) {
			continue
		}
		info, err := entry.Info()
		if err != nil || info.Mode()&fs.ModeSymlink != 0 || info.Mode().Perm()&0o077 == 0 {
			continue
		}
		path := data + string(os.PathSeparator) + entry.Name()
		if err := os.Chmod(path, info.Mode().Perm()&^0o077); err != nil {
			log.WarnContext(ctx, "file stays readable by other users", "file", path, "error", err)
		}
	}
}

func isOwnFile(name string) bool {
	for _, prefix := range ownFiles {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// descriptorsForFiles is what the stores, the journal and outgoing calls use at
// most, so that connections leave them room.
const descriptorsForFiles = 96

// maxConns returns how many connections the limit on file descriptors leaves;
// 0 where there is no limit.
func maxConns() int {
	limit := descriptorLimit()
	if limit <= 0 {
		return 0
	}
	return max(limit-max(descriptorsForFiles, limit/8), 16)
}

// operationMetrics are the figures of disk, jobs and mail.
func operationMetrics(cfg config.Config, p *parts) []server.Metric {
	counter := func(name, help, result string, read func() uint64) server.Metric {
		return server.Metric{
			Name: name, Help: help, Counter: true, Labels: map[string]string{"result": result},
			Read: func() float64 { return float64(read()) },
		}
	}
	const jobs, mails = "linnet_jobs_total", "linnet_mails_total"
	const jobsHelp, mailsHelp = "Imports and exports that ended on this node.", "Mails that were handed over, or could not be."
	transfers, mail := p.services.transfers, p.services.mail
	return []server.Metric{
		counter(jobs, jobsHelp, "done", transfers.done.Load),
		counter(jobs, jobsHelp, "failed", transfers.failed.Load),
		counter(mails, mailsHelp, "sent", func() uint64 { sent, _ := mail.Stats(); return sent }),
		counter(mails, mailsHelp, "failed", func() uint64 { _, failed := mail.Stats(); return failed }),
		{Name: "linnet_disk_free_bytes", Help: "Free space of the file system that holds the data folder.", Read: func() float64 {
			free, err := files.FreeSpace(cfg.Data)
			if err != nil || free == math.MaxInt64 {
				return math.NaN()
			}
			return float64(free)
		}},
	}
}

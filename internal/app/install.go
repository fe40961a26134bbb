package app

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"linnet/internal/base/files"
	"linnet/internal/core/domain"
	"linnet/internal/core/operator"
	"linnet/internal/edge/server"
)

// install describes the state of the install and of this node to operators.
type install struct {
	parts        *parts
	dataDir      string
	startedAt    time.Time
	certificates domain.Certificates // nil: no TLS listener
	health       func(context.Context) []server.Health
}

// Overview returns the state of the install and of this node.
func (i *install) Overview(ctx context.Context) (operator.Overview, error) {
	counts, err := i.parts.records.InstallCounts(ctx)
	if err != nil {
		return operator.Overview{}, err
	}
	free, err := files.FreeSpace(i.dataDir)
	if err != nil {
		return operator.Overview{}, err
	}
	size, err := folderSize(i.dataDir)
	if err != nil {
		return operator.Overview{}, err
	}
	o := operator.Overview{
		Version:        version,
		StartedAt:      i.startedAt,
		Engine:         i.parts.records.Engine(),
		Counts:         counts,
		Disk:           operator.Disk{FreeBytes: free, DataBytes: size},
		JournalWaiting: int64(i.parts.clicks.pipeline.Stats().Waiting),
	}
	for _, h := range i.health(ctx) {
		check := operator.Check{Name: h.Name, OK: h.Err == nil, Optional: h.Optional}
		if h.Err != nil {
			check.Error = h.Err.Error()
		}
		o.Checks = append(o.Checks, check)
	}
	return o, nil
}

// Certificate returns the state of the certificate of a host, "none" if it is
// unknown.
func (i *install) Certificate(ctx context.Context, host string) string {
	if i.certificates == nil {
		return string(domain.CertificateNone)
	}
	found, err := i.certificates.State(ctx, host)
	if err != nil || found.State == "" {
		return string(domain.CertificateNone)
	}
	return string(found.State)
}

// folderSize returns the size of the files in a folder in bytes. Files that are
// deleted meanwhile do not count.
func folderSize(dir string) (size int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}

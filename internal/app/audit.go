package app

import (
	"context"
	"errors"

	"linnet/internal/app/stores"
	"linnet/internal/config"
	"linnet/internal/core/audit"
)

// VerifyAudit verifies the hash chain of all events. The node may be running.
func VerifyAudit(ctx context.Context, cfg config.Config, anchors ...audit.Anchor) (report audit.Report, err error) {
	records, err := stores.OpenRecords(ctx, cfg)
	if err != nil {
		return audit.Report{}, err
	}
	defer func() { err = errors.Join(err, records.Close()) }()
	return audit.Verify(ctx, records, anchors...)
}
